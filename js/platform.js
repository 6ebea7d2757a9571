"use strict";
// Which machine this is, in the words of the addon's file names.

/** @returns {"glibc" | "musl" | undefined} the C library, on Linux and where the runtime can tell */
function libc() {
  if (process.platform !== "linux") return undefined;
  const report = /** @type {any} */ (process.report);
  // Other runtimes need not have it.
  if (typeof report?.getReport !== "function") return undefined;
  const { excludeNetwork } = report;
  // Without this the report looks up the names of open connections first.
  report.excludeNetwork = true;
  try {
    return report.getReport().header.glibcVersionRuntime ? "glibc" : "musl";
  } finally {
    report.excludeNetwork = excludeNetwork;
  }
}

/** This platform for a person: operating system, processor, C library, Node.js version. */
function describePlatform() {
  const parts = [process.platform, process.arch, libc(), `Node.js ${process.version}`];
  return parts.filter((part) => part !== undefined).join(" ");
}

/** The name of the addon built for this platform, as `napi build --platform` writes it. */
function addonFile() {
  const { platform, arch } = process;
  const abi = { linux: libc() === "musl" ? "musl" : "gnu", win32: "msvc" }[/** @type {string} */ (platform)];
  return `pi-toolcalls.${[platform, arch, abi].filter((part) => part !== undefined).join("-")}.node`;
}

module.exports = { describePlatform, addonFile };
