// What stands in front of our paths where people reach us: whoever passes requests on may leave it there or not.

/** Without a slash at its end: empty where we are reached at the root. */
export function basePathOf(publicUrl: string): string {
  return new URL(publicUrl).pathname.replace(/\/+$/, '');
}

/** A path as the routes know it; empty for the base path itself. */
export function withoutBase(path: string, basePath: string): string {
  const isBelow = basePath !== '' && `${path}/`.startsWith(`${basePath}/`);
  return isBelow ? path.slice(basePath.length) : path;
}
