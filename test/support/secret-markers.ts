// Credentials, and addresses of subscribers, for tests. Each is unique, and all contain the same two marks, so that one search finds any of them or a
// fragment. They are derived from a seed, which is constant unless a campaign sets it.
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
  'mail address',
  'mail password',
  'one folder’s caller token',
  'secret access key',
  'service token',
  'session token',
  'subscription URL',
  'third token',
  'token',
  'webhook key',
] as const;
export type Canary = (typeof CANARIES)[number];

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const seed = process.env['CANARY_SEED'] ?? 'a plain run';

/** The start of every canary and the end of nearly every canary. */
export const CANARY_MARKS = { head: letters('head', 10), tail: letters('tail', 10) } as const;

/** A part that only this canary contains. */
export function uniquePartOf(name: Canary): string {
  return letters(`own ${name}`, 12);
}

/** `specialCharacters`: included in the secret. */
export function canary(name: Canary, specialCharacters = ''): string {
  return `${CANARY_MARKS.head}${specialCharacters}${uniquePartOf(name)}${CANARY_MARKS.tail}`;
}

/** An AWS access key id: AKIA, or ASIA for a session, and sixteen characters. */
export function accessKeyId(
  name: Canary = 'access key id',
  kind: 'AKIA' | 'ASIA' = 'AKIA',
): string {
  return `${kind}${CANARY_MARKS.head}${uniquePartOf(name).slice(0, 6)}`;
}

/** A webhook key as senders of webhooks write it. */
export function webhookKey(name: Canary): string {
  return `whsec_${Buffer.from(canary(name)).toString('base64')}`;
}

function letters(name: string, count: number): string {
  const bytes = createHash('sha256').update(`${seed}\n${name}`).digest();
  return Array.from(bytes.subarray(0, count), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}
