//! Memory that JavaScript owns and both sides see.

use std::cell::Cell;
use std::ptr;

use napi::sys;

/// An `ArrayBuffer` held by a strong reference until another one takes its place.
pub(super) struct SharedBuffer {
    reference: Cell<sys::napi_ref>,
    data: Cell<*mut u8>,
    length: Cell<usize>,
}

impl SharedBuffer {
    pub(super) fn empty() -> Self {
        Self { reference: Cell::new(ptr::null_mut()), data: Cell::new(ptr::null_mut()), length: Cell::new(0) }
    }

    /// Takes `value`, an `ArrayBuffer`, in the place of the one held so far.
    ///
    /// # Safety
    /// On the Node thread, with a live environment and `value` a live value of it.
    pub(super) unsafe fn replace(&self, env: sys::napi_env, value: sys::napi_value) -> bool {
        let (mut data, mut length, mut reference) = (ptr::null_mut(), 0, ptr::null_mut());
        // SAFETY: the caller's promise; all out-pointers are valid.
        unsafe {
            if sys::napi_get_arraybuffer_info(env, value, &mut data, &mut length) != sys::Status::napi_ok
                || sys::napi_create_reference(env, value, 1, &mut reference) != sys::Status::napi_ok
            {
                return false;
            }
            let before = self.reference.replace(reference);
            if !before.is_null() {
                sys::napi_delete_reference(env, before);
            }
        }
        self.data.set(data.cast());
        self.length.set(length);
        true
    }

    pub(super) fn length(&self) -> usize {
        self.length.get()
    }

    /// The first `length` bytes, or fewer where there are fewer.
    ///
    /// # Safety
    /// No JavaScript may run, nor anything be written here, while the slice is in use.
    pub(super) unsafe fn bytes(&self, length: usize) -> &[u8] {
        let length = length.min(self.length.get());
        if length == 0 {
            return &[];
        }
        // SAFETY: `data` points to `self.length` bytes that live as long as the reference is held; an ArrayBuffer that
        // N-API code holds is not detached by this package's JavaScript, the only one that has it.
        unsafe { std::slice::from_raw_parts(self.data.get(), length) }
    }

    /// Copies `bytes` to the start. Gives false where they do not fit.
    ///
    /// # Safety
    /// No slice of [`Self::bytes`] may be in use.
    pub(super) unsafe fn write(&self, bytes: &[u8]) -> bool {
        if bytes.len() > self.length.get() {
            return false;
        }
        // SAFETY: the lengths were compared; `bytes` is not part of this buffer by the caller's promise.
        unsafe { ptr::copy_nonoverlapping(bytes.as_ptr(), self.data.get(), bytes.len()) };
        true
    }

    /// Writes one 32-bit number at a multiple of four bytes; a place outside is passed over.
    ///
    /// # Safety
    /// No slice of [`Self::bytes`] may be in use.
    pub(super) unsafe fn put_number(&self, index: usize, number: i32) {
        if (index + 1) * 4 <= self.length.get() {
            // SAFETY: inside the buffer, and aligned: V8 aligns an ArrayBuffer's memory to eight bytes or more.
            unsafe { self.data.get().cast::<i32>().add(index).write(number) };
        }
    }

    /// Reads one 32-bit number at a multiple of four bytes; 0 outside.
    ///
    /// # Safety
    /// Nothing may write to the buffer meanwhile.
    pub(super) unsafe fn number(&self, index: usize) -> i32 {
        if (index + 1) * 4 > self.length.get() {
            return 0;
        }
        // SAFETY: inside the buffer, and aligned as in `put_number`.
        unsafe { self.data.get().cast::<i32>().add(index).read() }
    }
}
