// Makes this clone ready to run: dependencies and addon, each only when missing or older than what it is made from.
// Plain Node.js, since it runs before node_modules exists; and this file keeps to what old versions understand, so that
// they too can say what is wrong.

const OLDEST_NODE = 20;

if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
  console.error(
    `\npi-toolcalls needs Node.js ${OLDEST_NODE} or newer, and this is ${process.version}.\n` +
      "Install a newer one: https://nodejs.org/en/download, or `nvm install --lts`.\n",
  );
  process.exit(1);
}

const { setUp } = await import("./set-up.mjs");
setUp(process.argv.slice(2));
