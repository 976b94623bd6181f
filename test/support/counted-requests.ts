// How many requests a limit accepts, and the refusal of one.
import assert from 'node:assert/strict';
import type { IdentifiedCaller } from '../../lib/reports/access.ts';
import { Failure } from '../../lib/shared/failure.ts';

export const callerOf = (id: string | number): IdentifiedCaller => ({
  folders: [1],
  origin: 'token',
  id: String(id),
});

export function refusalOf(error: unknown): Failure {
  assert.ok(error instanceof Failure && error.code.startsWith('TOO_MANY_'), String(error));
  return error;
}

/** How many requests are accepted in a row, up to a number. */
export async function accepted(
  most: number,
  request: (i: number) => Promise<void>,
): Promise<number> {
  for (let i = 0; i < most; i += 1) {
    try {
      await request(i);
    } catch (error) {
      assert.ok(Number(refusalOf(error).facts['retryAfterSeconds']) > 0);
      return i;
    }
  }
  return most;
}
