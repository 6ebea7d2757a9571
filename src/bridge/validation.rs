use napi::sys;
use std::ptr;
use super::entry::Call;
pub(super) fn compile(call: &Call) -> sys::napi_value { let mut a=ptr::null_mut(); let mut o=ptr::null_mut(); unsafe { sys::napi_create_array_with_length(call.env,1,&mut a); sys::napi_create_object(call.env,&mut o); sys::napi_set_element(call.env,a,0,o);} a }
pub(super) fn validate(call: &Call) -> sys::napi_value { call.make_number(0) }
