// Remembers what a pure function said, up to a limit: a full memory is emptied, so it never changes a result.

/** `limit`: characters of all keys kept. */
export function memoize<T>(limit: number, of: (text: string) => T): (text: string) => T {
  const memory = new Map<string, T>();
  let characters = 0;
  return (text) => {
    const known = memory.get(text);
    if (known !== undefined) return known;
    const found = of(text);
    characters += text.length;
    if (characters > limit) {
      memory.clear();
      characters = text.length;
    }
    memory.set(text, found);
    return found;
  };
}

/** `limit`: numbers kept. */
export function memoizeByNumber<T>(limit: number, of: (n: number) => T): (n: number) => T {
  const memory = new Map<number, T>();
  return (n) => {
    // −0 and 0 would be one key, but are written differently.
    if (Object.is(n, -0)) return of(n);
    const known = memory.get(n);
    if (known !== undefined) return known;
    const found = of(n);
    if (memory.size >= limit) memory.clear();
    memory.set(n, found);
    return found;
  };
}
