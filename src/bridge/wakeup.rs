//! The one `ThreadsafeFunction` of an environment: how something that began off the Node thread, or is to wait for its
//! turn there, reaches JavaScript.

use std::ffi::c_void;
use std::ptr;
use std::sync::{Arc, Mutex, PoisonError};

use napi::sys;

/// What the Node thread is told of.
#[derive(Clone, Copy)]
pub(super) enum Message {
    /// The batch of this number has something to hand over.
    Batch(u32),
    /// The verdict of this number has been found.
    Verdict(u32),
}

impl Message {
    /// As `js/native.js` tells them apart.
    const fn number(self) -> i32 {
        match self {
            Self::Batch(id) => id as i32,
            Self::Verdict(number) => !(number as i32),
        }
    }
}

/// Tells the Node thread of something, from any thread. After the environment is gone it tells nobody.
#[derive(Clone)]
pub(super) struct Wakeup(Arc<Mutex<Handle>>);

struct Handle(Option<sys::napi_threadsafe_function>);

// SAFETY: N-API allows calling a threadsafe function from every thread until it is released; the mutex sees to it that
// no call comes after the release.
unsafe impl Send for Handle {}

impl Wakeup {
    /// A wakeup that calls `dispatch(number)` on the Node thread. It keeps no process alive until [`Self::hold`] says so.
    ///
    /// # Safety
    /// On the Node thread, with the live environment `env` and `dispatch` a function value of it.
    pub(super) unsafe fn new(env: sys::napi_env, dispatch: sys::napi_value) -> Option<Self> {
        let name = c"pi-toolcalls";
        let mut resource = ptr::null_mut();
        let mut function = ptr::null_mut();
        // SAFETY: `env` and `dispatch` are live; `name` is NUL-terminated; both out-pointers are valid.
        let status = unsafe {
            sys::napi_create_string_utf8(env, name.as_ptr(), name.count_bytes() as isize, &mut resource);
            sys::napi_create_threadsafe_function(
                env,
                dispatch,
                ptr::null_mut(),
                resource,
                0,
                1,
                ptr::null_mut(),
                None,
                ptr::null_mut(),
                Some(call_dispatch),
                &mut function,
            )
        };
        if status != sys::Status::napi_ok {
            return None;
        }
        // SAFETY: as above; the function was created a moment ago.
        unsafe { sys::napi_unref_threadsafe_function(env, function) };
        Some(Self(Arc::new(Mutex::new(Handle(Some(function))))))
    }

    /// Asks the Node thread to look after something.
    pub(super) fn announce(&self, message: Message) {
        let handle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(function) = handle.0 {
            // SAFETY: not released while the lock is held. The number travels in the pointer; it is never dereferenced.
            unsafe {
                sys::napi_call_threadsafe_function(
                    function,
                    ptr::without_provenance_mut::<c_void>(message.number() as u32 as usize),
                    sys::ThreadsafeFunctionCallMode::nonblocking,
                )
            };
        }
    }

    /// Whether a message on its way keeps the process alive.
    ///
    /// # Safety
    /// On the Node thread, with the live environment `env` this was made for.
    pub(super) unsafe fn hold(&self, env: sys::napi_env, hold: bool) {
        let handle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(function) = handle.0 {
            // SAFETY: not released while the lock is held.
            unsafe {
                if hold {
                    sys::napi_ref_threadsafe_function(env, function);
                } else {
                    sys::napi_unref_threadsafe_function(env, function);
                }
            }
        }
    }

    /// Ends it: from now on announcements go nowhere.
    pub(super) fn close(&self) {
        let mut handle = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(function) = handle.0.take() {
            // SAFETY: this was the only reference, and it has been taken out of everybody's reach.
            unsafe {
                sys::napi_release_threadsafe_function(function, sys::ThreadsafeFunctionReleaseMode::abort)
            };
        }
    }
}

/// Runs on the Node thread for each announcement.
extern "C" fn call_dispatch(
    env: sys::napi_env,
    dispatch: sys::napi_value,
    _context: *mut c_void,
    data: *mut c_void,
) {
    if env.is_null() || dispatch.is_null() {
        return;
    }
    let number = data.addr() as u32 as i32;
    // SAFETY: N-API calls this on the Node thread, inside a handle scope, with a live environment. What `dispatch` throws
    // stays pending and is reported by Node as an uncaught exception; `dispatch` itself catches all that users throw.
    unsafe {
        let mut undefined = ptr::null_mut();
        let mut argument = ptr::null_mut();
        sys::napi_get_undefined(env, &mut undefined);
        sys::napi_create_int32(env, number, &mut argument);
        sys::napi_call_function(env, undefined, dispatch, 1, &argument, ptr::null_mut());
    }
}
