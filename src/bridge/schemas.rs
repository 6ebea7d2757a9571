//! The compiled schemas of an environment, known to JavaScript by number and freed when JavaScript lets go of them.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ffi::c_void;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use napi::sys;
use slab::Slab;

use crate::validate::{Compiled, Dialect, Edition, Repair, Rules, WireError};

/// By which expressions and rules a schema is read.
type Manner = (Edition, Rules);

/// A schema, and what was made of it when it was first asked for.
pub(super) struct Kept {
    /// Other threads may judge by it at the same time.
    pub(super) compiled: Arc<Compiled>,
    repair: OnceCell<Repair>,
    /// Of its bytes and its manner.
    hash: u64,
    manner: Manner,
}

impl Kept {
    pub(super) fn repair(&self) -> &Repair {
        self.repair.get_or_init(|| self.compiled.repair())
    }

    fn is(&self, wire: &[u8], manner: Manner) -> bool {
        self.manner == manner && self.compiled.wire() == wire
    }
}

#[derive(Default)]
pub(super) struct Schemas(Rc<RefCell<All>>);

#[derive(Default)]
struct All {
    /// By number, one for each schema object that JavaScript has not let go of.
    owned: Slab<Rc<Kept>>,
    /// The same by content: an agent that describes its tools anew for every turn makes equal schemas time and again.
    by_content: HashMap<u64, Weak<Kept>>,
    hasher: RandomState,
}

impl All {
    fn let_go(&mut self, id: usize) -> Option<Rc<Kept>> {
        let kept = self.owned.try_remove(id)?;
        if Rc::strong_count(&kept) == 1 {
            self.by_content.remove(&kept.hash);
        }
        Some(kept)
    }
}

/// What the external of a schema holds: where to take the schema out when the external is collected.
struct Owner {
    schemas: Weak<RefCell<All>>,
    id: usize,
}

impl Schemas {
    pub(super) fn get(&self, id: usize) -> Option<Rc<Kept>> {
        self.0.borrow().owned.get(id).map(Rc::clone)
    }

    /// How many JavaScript has not let go of.
    pub(super) fn alive(&self) -> usize {
        self.0.borrow().owned.len()
    }

    /// Compiles a schema, or gives what an equal one was compiled to. The functions and objects of a schema stand in its
    /// bytes as numbers, and whoever asks about them brings those of his own schema.
    pub(super) fn compiled(
        &self,
        wire: &[u8],
        edition: Edition,
        rules: Rules,
    ) -> Result<Rc<Kept>, WireError> {
        let manner = (edition, rules);
        let hash = self.0.borrow().hasher.hash_one((wire, manner));
        let found = self.0.borrow().by_content.get(&hash).and_then(Weak::upgrade);
        if let Some(kept) = found.filter(|kept| kept.is(wire, manner)) {
            return Ok(kept);
        }
        let compiled = Arc::new(Compiled::compile(wire, edition, Dialect::of(rules))?);
        let kept = Rc::new(Kept { compiled, repair: OnceCell::new(), hash, manner });
        self.0.borrow_mut().by_content.insert(hash, Rc::downgrade(&kept));
        Ok(kept)
    }

    /// Keeps a schema as long as the external lives that this gives, together with the schema's number.
    ///
    /// # Safety
    /// On the Node thread, with a live environment.
    pub(super) unsafe fn keep(&self, env: sys::napi_env, kept: Rc<Kept>) -> Option<(usize, sys::napi_value)> {
        let id = self.0.borrow_mut().owned.insert(kept);
        let owner = Box::into_raw(Box::new(Owner { schemas: Rc::downgrade(&self.0), id }));
        let mut external = ptr::null_mut();
        // SAFETY: the caller's promise; the external owns `owner` from here on, and `free` takes it back.
        let status = unsafe {
            sys::napi_create_external(env, owner.cast(), Some(free), ptr::null_mut(), &mut external)
        };
        if status == sys::Status::napi_ok {
            return Some((id, external));
        }
        // SAFETY: N-API did not take it.
        drop(unsafe { Box::from_raw(owner) });
        self.0.borrow_mut().let_go(id);
        None
    }
}

unsafe extern "C" fn free(_env: sys::napi_env, data: *mut c_void, _hint: *mut c_void) {
    // SAFETY: `data` is the box that `keep` gave to this external; N-API finalizes an external once, on the Node thread.
    let owner = unsafe { Box::from_raw(data.cast::<Owner>()) };
    // The environment may have been torn down before.
    let Some(schemas) = owner.schemas.upgrade() else { return };
    let kept = schemas.borrow_mut().let_go(owner.id);
    let _ = catch_unwind(AssertUnwindSafe(|| drop(kept)));
}
