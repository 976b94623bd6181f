// Checks the shape of a response before the page uses it.

/** Checks that the fields exist; the values come from the project's own API and aren't validated. */
export function hasFields<T>(...fields: readonly (keyof T)[]): (value: unknown) => value is T {
  return (value): value is T =>
    typeof value === 'object' && value !== null && fields.every((name) => name in value);
}
