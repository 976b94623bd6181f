// What the writing processes write and the tests check: a counter, and objects that show whether they are whole.
import assert from 'node:assert/strict';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';

export const PLAIN = { contentType: 'text/plain' } as const;

const COUNTER = 'counter';

/** Adds one to the counter, however many others do. */
export async function addOne(store: ObjectStore): Promise<void> {
  if (await store.create(COUNTER, numberAsBytes(1), PLAIN)) return;
  for (;;) {
    const object = await store.read(COUNTER);
    assert(object !== null);
    const next = numberAsBytes(Number(new TextDecoder().decode(object.bytes)) + 1);
    if (await store.replace(COUNTER, next, object.version, PLAIN)) return;
  }
}

export async function counterIn(store: ObjectStore): Promise<number> {
  const object = await store.read(COUNTER);
  return object === null ? 0 : Number(new TextDecoder().decode(object.bytes));
}

/** An object whose name says what it holds. */
export function blobOf(i: number): { readonly name: string; readonly bytes: Uint8Array } {
  return { name: String(i), bytes: new Uint8Array(20_000 + i).fill(i % 251) };
}

function numberAsBytes(value: number): Uint8Array {
  return new TextEncoder().encode(String(value));
}
