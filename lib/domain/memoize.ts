// Caches the results of pure functions. A full cache is emptied, which affects speed but never a result.

/** Computes at the first call. */
export function once<T>(compute: () => T): () => T {
  let computed: { readonly result: T } | null = null;
  return () => (computed ??= { result: compute() }).result;
}

/** `maxCharacters`: total length of all cached keys. */
export function memoize<T>(
  maxCharacters: number,
  compute: (text: string) => T,
): (text: string) => T {
  const cache = new Map<string, T>();
  let characters = 0;
  // The same text is often requested several times in a row: to be measured, cut and placed.
  let latestText = '';
  let latestResult: T | undefined;
  const add = (text: string): T => {
    const result = compute(text);
    characters += text.length;
    if (characters > maxCharacters) {
      cache.clear();
      characters = text.length;
    }
    cache.set(text, result);
    return result;
  };
  return (text) => {
    if (latestResult !== undefined && text === latestText) return latestResult;
    const result = cache.get(text) ?? add(text);
    latestText = text;
    latestResult = result;
    return result;
  };
}

/** `maxEntries`: number of cached results. */
export function memoizeByNumber<T>(
  maxEntries: number,
  compute: (n: number) => T,
): (n: number) => T {
  const cache = new Map<number, T>();
  return (n) => {
    // A Map treats −0 and 0 as one key, but the results may differ.
    if (Object.is(n, -0)) return compute(n);
    const cached = cache.get(n);
    if (cached !== undefined) return cached;
    const result = compute(n);
    if (cache.size >= maxEntries) cache.clear();
    cache.set(n, result);
    return result;
  };
}
