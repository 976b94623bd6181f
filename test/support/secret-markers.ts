// The credentials that tests use: each is random-looking and its own, and all carry the same two marks, so that one
// search finds any of them, or a piece. They hang on a seed: a campaign gives one, a plain run has always the same.
import { createHash } from 'node:crypto';

export const CANARIES = [
  'access key id',
  'another link key',
  'another token',
  'another webhook key',
  'caller token',
  'client id',
  'database password',
  'link key',
  'one folder’s caller token',
  'secret access key',
  'service token',
  'session token',
  'third token',
  'token',
  'webhook key',
] as const;
export type Canary = (typeof CANARIES)[number];

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const seed = process.env['CANARY_SEED'] ?? 'a plain run';

/** What every canary begins with, and what nearly every one ends with. */
export const MARKS = { head: letters('head', 10), tail: letters('tail', 10) } as const;

/** What no other canary has. */
export function ownOf(name: Canary): string {
  return letters(`own ${name}`, 12);
}

/** `odd`: characters that should be in it, for a test that is about them. */
export function canary(name: Canary, odd = ''): string {
  return `${MARKS.head}${odd}${ownOf(name)}${MARKS.tail}`;
}

/** As AWS writes the id of an access key: AKIA, or ASIA for a session, and sixteen more. */
export function accessKeyId(
  name: Canary = 'access key id',
  kind: 'AKIA' | 'ASIA' = 'AKIA',
): string {
  return `${kind}${MARKS.head}${ownOf(name).slice(0, 6)}`;
}

/** As senders of webhooks write their keys. */
export function webhookKey(name: Canary): string {
  return `whsec_${Buffer.from(canary(name)).toString('base64')}`;
}

function letters(what: string, count: number): string {
  const bytes = createHash('sha256').update(`${seed}\n${what}`).digest();
  return Array.from(bytes.subarray(0, count), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
