// The path of the public URL, which a proxy in front may remove from a request or not.

/** Without a slash at its end; empty where the API is at the root. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** A path as the routes are declared; empty for the base path itself. */
export function removeBasePath(path: string, basePath: string): string {
  const isBelow = basePath !== '' && `${path}/`.startsWith(`${basePath}/`);
  return isBelow ? path.slice(basePath.length) : path;
}
