/**
 * Load hooks that add an export to a module's source as it is read. The file on disk stays as it is, and so does every
 * import of the module that does not ask: the wanted name travels in the URL's query (`?expose=executeToolCalls`).
 */
function exposed(url, loaded) {
  const name = new URL(url).searchParams.get("expose");
  return { ...loaded, source: `${loaded.source}\nexport { ${name} };\n` };
}

const asks = (url) => url.startsWith("file:") && url.includes("?expose=");

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  return asks(url) ? exposed(url, loaded) : loaded;
}

export function loadSync(url, context, nextLoad) {
  const loaded = nextLoad(url, context);
  return asks(url) ? exposed(url, loaded) : loaded;
}
