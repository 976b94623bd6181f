// What the writer processes write and the tests check: a counter, and objects whose content shows whether it is complete.
import assert from 'node:assert/strict';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';

export const TEXT_ATTRIBUTES = { contentType: 'text/plain' } as const;

const COUNTER = 'counter';

/** Increments the counter atomically. */
export async function incrementCounter(store: ObjectStore): Promise<void> {
  if (await store.create(COUNTER, numberAsBytes(1), TEXT_ATTRIBUTES)) return;
  for (;;) {
    const object = await store.read(COUNTER);
    assert(object !== null);
    const next = numberAsBytes(Number(new TextDecoder().decode(object.bytes)) + 1);
    if (await store.replace(COUNTER, next, object.version, TEXT_ATTRIBUTES)) return;
  }
}

export async function readCounter(store: ObjectStore): Promise<number> {
  const object = await store.read(COUNTER);
  return object === null ? 0 : Number(new TextDecoder().decode(object.bytes));
}

/** An object whose name determines its content. */
export function createBlob(i: number): { readonly name: string; readonly bytes: Uint8Array } {
  return { name: String(i), bytes: new Uint8Array(20_000 + i).fill(i % 251) };
}

function numberAsBytes(value: number): Uint8Array {
  return new TextEncoder().encode(String(value));
}
