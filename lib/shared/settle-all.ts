// Waiting for work that was begun together.

/** Like Promise.all, but a failure goes on up only when all have come to their end: nothing stays in work behind it. */
export async function settleAll<const T extends readonly unknown[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
