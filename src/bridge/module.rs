//! What the addon exports: the few functions that run once, made by napi-derive.

use napi::bindgen_prelude::{Function, Object, Result, Unknown};
use napi::{Env, Error, JsValue};
use napi_derive::napi;

use super::entry::create_environment;
use crate::profile::{self, Profile};
use crate::suggest;

/// The version of this addon, which is the version of the package it belongs to.
#[napi]
pub fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

/// Makes the functions of one Node environment. `exchange` is an `ArrayBuffer` for numbers both ways;
/// `dispatch(number)` is called when a batch has something to hand over that no call from JavaScript can carry, with its
/// id, and when a verdict has been found on another thread, with the bits of its number turned over.
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

/// The first and the last version of pi whose behaviour is known, for a person.
#[napi]
pub fn coverage() -> String {
    profile::coverage()
}

/// The bits of the behaviours that these versions of pi's packages have (`js/profile.js` names them), and those of the rules
/// by which they judge arguments. Without a version of typebox, the one that this pi-ai asks for. Throws for a version that
/// is not covered.
#[napi]
pub fn profile(agent_core: String, ai: String, typebox: Option<String>) -> Result<Vec<u32>> {
    Profile::of(&agent_core, &ai, typebox.as_deref())
        .map(|profile| vec![profile.bits(), profile.rules.bits()])
        .map_err(|not_covered| Error::from_reason(not_covered.to_string()))
}

/// The names most like a name that does not exist, the best first; none where none is alike.
#[napi]
pub fn closest(name: String, names: Vec<String>) -> Vec<String> {
    suggest::closest(&name, &names).into_iter().map(str::to_owned).collect()
}
