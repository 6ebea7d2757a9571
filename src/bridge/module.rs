//! What the addon exports: the few functions that run once, made by napi-derive.

use napi::bindgen_prelude::{Function, Object, Result, Unknown};
use napi::{Env, Error, JsValue};
use napi_derive::napi;

use super::entry::create_environment;

/// The version of this addon, which is the version of the package it belongs to.
#[napi]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Makes the functions of one Node environment. `exchange` is an `ArrayBuffer` for numbers both ways;
/// `dispatch(id)` is called when a batch has something to hand over that no call from JavaScript can carry.
#[napi]
pub fn environment<'env>(
    env: &'env Env,
    exchange: Unknown<'env>,
    dispatch: Function<'env, u32, ()>,
) -> Result<Object<'env>> {
    let exports = Object::new(env)?;
    // SAFETY: napi-derive calls this on the Node thread with live values; `dispatch` was checked to be a function.
    unsafe { create_environment(env.raw(), exports.raw(), exchange.raw(), dispatch.raw()) }
        .map_err(Error::from_reason)?;
    Ok(exports)
}
