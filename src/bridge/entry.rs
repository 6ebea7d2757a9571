//! The functions that JavaScript calls. Those that run for every call are registered by hand: they cost a quarter of a
//! generated one.

use std::ffi::{CStr, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr;

use napi::sys;

use super::buffer::SharedBuffer;
use super::channel::Completion;
use super::environment::{Environment, Failed, Order, Panicked, panic_text};
use super::validation;
use super::wakeup::Wakeup;
use crate::batch::{Limits, Mode, ModeFacts, Plan};
use crate::profile::Profile;

type Callback = unsafe extern "C" fn(sys::napi_env, sys::napi_callback_info) -> sys::napi_value;

/// The arguments of a call from JavaScript, and the environment it belongs to.
pub(super) struct Call<'a> {
    pub(super) env: sys::napi_env,
    pub(super) environment: &'a Environment,
    arguments: [sys::napi_value; 1],
}

impl Call<'_> {
    pub(super) fn value(&self, index: usize) -> sys::napi_value {
        self.arguments[index]
    }

    /// The numbers that JavaScript left in the exchange for this call.
    pub(super) fn said<const N: usize>(&self) -> [usize; N] {
        // SAFETY: JavaScript does not run meanwhile.
        std::array::from_fn(|place| unsafe { self.environment.exchange.number(place) } as usize)
    }

    /// Leaves a number in the exchange for JavaScript.
    pub(super) fn say(&self, place: usize, number: i32) {
        // SAFETY: JavaScript does not run meanwhile.
        unsafe { self.environment.exchange.put_number(place, number) };
    }

    fn done(&self, outcome: Result<(), Failed>) -> sys::napi_value {
        outcome.map_or_else(|failed| self.throw(&failed.to_string()), |()| ptr::null_mut())
    }

    pub(super) fn make_number(&self, number: i32) -> sys::napi_value {
        let mut value = ptr::null_mut();
        // SAFETY: the environment is live for the length of this call.
        unsafe { sys::napi_create_int32(self.env, number, &mut value) };
        value
    }

    /// Throws an `Error` with this text into JavaScript.
    pub(super) fn throw(&self, text: &str) -> sys::napi_value {
        let (mut message, mut error) = (ptr::null_mut(), ptr::null_mut());
        // SAFETY: the environment is live for the length of this call; the text's length goes with it.
        unsafe {
            sys::napi_create_string_utf8(self.env, text.as_ptr().cast(), text.len() as isize, &mut message);
            sys::napi_create_error(self.env, ptr::null_mut(), message, &mut error);
            sys::napi_throw(self.env, error);
        }
        ptr::null_mut()
    }
}

/// Reads a call's arguments and runs `body`; a panic becomes an error in JavaScript.
///
/// # Safety
/// `env` and `info` are what N-API gave to a callback that was made by [`create_environment`].
unsafe fn enter(
    env: sys::napi_env,
    info: sys::napi_callback_info,
    body: fn(&Call) -> sys::napi_value,
) -> sys::napi_value {
    let mut arguments = [ptr::null_mut(); 1];
    let mut count = arguments.len();
    let mut data: *mut c_void = ptr::null_mut();
    // SAFETY: the caller's promise; `arguments` has room for `count` values, and N-API fills the rest with undefined.
    unsafe {
        sys::napi_get_cb_info(env, info, &mut count, arguments.as_mut_ptr(), ptr::null_mut(), &mut data)
    };
    // SAFETY: `data` is the `Environment` that `create_environment` leaked; it is freed when the environment is torn down,
    // after which no function of it runs.
    let environment = unsafe { &*data.cast::<Environment>() };
    let call = Call { env, environment, arguments };
    match catch_unwind(AssertUnwindSafe(|| body(&call))) {
        Ok(value) => value,
        Err(payload) => call.throw(&Panicked(panic_text(&*payload)).to_string()),
    }
}

macro_rules! callbacks {
    ($($name:ident => $body:path;)*) => {$(
        unsafe extern "C" fn $name(env: sys::napi_env, info: sys::napi_callback_info) -> sys::napi_value {
            // SAFETY: N-API's own arguments, passed on.
            unsafe { enter(env, info, $body) }
        }
    )*};
}

callbacks! {
    on_begin => begin;
    on_complete => complete;
    on_take => take;
    on_abort => abort;
    on_share_buffer => share_buffer;
    on_compile => validation::compile;
    on_validate => validation::validate;
    on_verdict => validation::verdict;
    on_repair => validation::repair;
    on_mode => mode;
    on_validators => validators;
}

#[cfg(feature = "panic-probe")]
callbacks! {
    on_panic_next => panic_next;
}

/// `begin()`: the exchange holds how many calls there are, facts about them as bits (see `js/protocol.js`), the profile's
/// bits, how many may execute at once (0: any number), and the time of grace after an abort in milliseconds.
fn begin(call: &Call) -> sys::napi_value {
    let [count, facts, profile, max_concurrency, grace] = call.said();
    let fact = |bit: usize| facts & bit != 0;
    let limits =
        Limits { max_concurrency: (max_concurrency > 0).then_some(max_concurrency), ..limits_of(facts) };
    call.done(call.environment.begin(Order {
        count,
        plan: Plan { mode: mode_of(facts), profile: Profile::from_bits(profile as u32), limits },
        queued: fact(4),
        single: fact(64),
        grace: if fact(32) { u32::try_from(grace).ok() } else { None },
    }))
}

/// The limits that stand among the facts about a batch.
fn limits_of(facts: usize) -> Limits {
    Limits { max_concurrency: None, barrier: facts & 8 != 0, deadlines: facts & (16 | 32) != 0 }
}

/// How a batch with these facts is scheduled.
fn mode_of(facts: usize) -> Mode {
    let found = ModeFacts { sequential_requested: facts & 1 != 0, sequential_tool: facts & 2 != 0 };
    Mode::of(found, limits_of(facts))
}

/// `mode()`: the exchange holds facts about a batch, and then 1 where it is scheduled sequentially, 0 where in parallel.
fn mode(call: &Call) -> sys::napi_value {
    let [facts] = call.said();
    call.say(0, i32::from(mode_of(facts) == Mode::Sequential));
    ptr::null_mut()
}

/// `validators()`: the exchange then holds how many compiled schemas are alive.
fn validators(call: &Call) -> sys::napi_value {
    call.say(0, i32::try_from(call.environment.schemas.alive()).unwrap_or(i32::MAX));
    ptr::null_mut()
}

/// `complete()`: the exchange holds the batch's id, the call, how its operation ended, and how long its tool may take.
fn complete(call: &Call) -> sys::napi_value {
    let [id, index, completion, timeout] = call.said();
    call.done(call.environment.complete(id, index, Completion::read(completion, timeout)))
}

/// `abort()`: the exchange holds the batch's id.
fn abort(call: &Call) -> sys::napi_value {
    let [id] = call.said();
    call.environment.abort(id);
    ptr::null_mut()
}

/// `take()`: the exchange holds the batch's id.
fn take(call: &Call) -> sys::napi_value {
    let [id] = call.said();
    call.done(call.environment.take(id))
}

/// `panicNext()`
#[cfg(feature = "panic-probe")]
fn panic_next(call: &Call) -> sys::napi_value {
    call.environment.panic_next.set(true);
    ptr::null_mut()
}

/// `shareBuffer(arrayBuffer)`
fn share_buffer(call: &Call) -> sys::napi_value {
    // SAFETY: on the Node thread, with a live environment and value.
    if !unsafe { call.environment.wire.replace(call.env, call.value(0)) } {
        return call.throw("pi-toolcalls: shareBuffer wants an ArrayBuffer");
    }
    ptr::null_mut()
}

/// Registers the functions of one Node environment on `exports`.
///
/// # Safety
/// On the Node thread; `env` is live, `exports` an object, `exchange` an `ArrayBuffer` and `dispatch` a function of it.
pub(super) unsafe fn create_environment(
    env: sys::napi_env,
    exports: sys::napi_value,
    exchange: sys::napi_value,
    dispatch: sys::napi_value,
) -> Result<(), &'static str> {
    let buffer = SharedBuffer::empty();
    // SAFETY: the caller's promise.
    let wakeup = unsafe {
        if !buffer.replace(env, exchange) {
            return Err("pi-toolcalls: the exchange wants an ArrayBuffer");
        }
        Wakeup::new(env, dispatch)
    };
    let wakeup = wakeup.ok_or("pi-toolcalls: Node.js made no threadsafe function")?;
    let environment = Box::into_raw(Box::new(Environment::new(env, buffer, wakeup)));
    let functions: &[(&CStr, Callback)] = &[
        (c"begin", on_begin),
        (c"complete", on_complete),
        (c"take", on_take),
        (c"abort", on_abort),
        (c"shareBuffer", on_share_buffer),
        (c"compile", on_compile),
        (c"validate", on_validate),
        (c"verdict", on_verdict),
        (c"repair", on_repair),
        (c"mode", on_mode),
        (c"validators", on_validators),
        #[cfg(feature = "panic-probe")]
        (c"panicNext", on_panic_next),
    ];
    // SAFETY: the caller's promise; the environment is freed by the hook, after the last call of these functions.
    unsafe {
        sys::napi_add_env_cleanup_hook(env, Some(tear_down), environment.cast());
        for &(name, callback) in functions {
            let mut function = ptr::null_mut();
            sys::napi_create_function(
                env,
                name.as_ptr(),
                name.count_bytes() as isize,
                Some(callback),
                environment.cast(),
                &mut function,
            );
            sys::napi_set_named_property(env, exports, name.as_ptr(), function);
        }
    }
    Ok(())
}

/// Frees what an environment owns, calls in flight or not.
unsafe extern "C" fn tear_down(data: *mut c_void) {
    // SAFETY: `data` is the environment that `create_environment` leaked; Node calls this hook once, when no JavaScript of
    // the environment runs any more.
    let environment = unsafe { Box::from_raw(data.cast::<Environment>()) };
    environment.wakeup.close();
    let _ = catch_unwind(AssertUnwindSafe(|| drop(environment)));
}
