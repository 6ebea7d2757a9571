//! The compiled schemas of an environment, known to JavaScript by number and freed when JavaScript lets go of them.

use std::cell::{OnceCell, RefCell};
use std::ffi::c_void;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;
use std::rc::{Rc, Weak};
use std::sync::Arc;

use napi::sys;
use slab::Slab;

use crate::validate::{Compiled, Repair};

/// A schema, and what was made of it when it was first asked for.
pub(super) struct Kept {
    /// Other threads may judge by it at the same time.
    pub(super) compiled: Arc<Compiled>,
    repair: OnceCell<Repair>,
}

impl Kept {
    pub(super) fn repair(&self) -> &Repair {
        self.repair.get_or_init(|| self.compiled.repair())
    }
}

#[derive(Default)]
pub(super) struct Schemas(Rc<RefCell<Slab<Rc<Kept>>>>);

/// What the external of a schema holds: where to take the schema out when the external is collected.
struct Owner {
    schemas: Weak<RefCell<Slab<Rc<Kept>>>>,
    id: usize,
}

impl Schemas {
    pub(super) fn get(&self, id: usize) -> Option<Rc<Kept>> {
        self.0.borrow().get(id).map(Rc::clone)
    }

    /// How many JavaScript has not let go of.
    pub(super) fn alive(&self) -> usize {
        self.0.borrow().len()
    }

    /// Keeps a schema as long as the external lives that this gives, together with the schema's number.
    ///
    /// # Safety
    /// On the Node thread, with a live environment.
    pub(super) unsafe fn keep(
        &self,
        env: sys::napi_env,
        schema: Compiled,
    ) -> Option<(usize, sys::napi_value)> {
        let id =
            self.0.borrow_mut().insert(Rc::new(Kept { compiled: Arc::new(schema), repair: OnceCell::new() }));
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
        self.0.borrow_mut().try_remove(id);
        None
    }
}

unsafe extern "C" fn free(_env: sys::napi_env, data: *mut c_void, _hint: *mut c_void) {
    // SAFETY: `data` is the box that `keep` gave to this external; N-API finalizes an external once, on the Node thread.
    let owner = unsafe { Box::from_raw(data.cast::<Owner>()) };
    // The environment may have been torn down before.
    let Some(schemas) = owner.schemas.upgrade() else { return };
    let schema = schemas.borrow_mut().try_remove(owner.id);
    let _ = catch_unwind(AssertUnwindSafe(|| drop(schema)));
}
