// Finds a secret in whatever was written, in any form that it can take on its way there.
import { unpacked } from './unpack.ts';

export interface Artefact {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface Form {
  readonly form: string;
  readonly bytes: Buffer;
}

/** Shorter ones are found everywhere. */
const LEAST_BYTES = 6;

export function formsOf(secret: string): readonly Form[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  const inJson = JSON.stringify(secret).slice(1, -1);
  const forms: readonly (readonly [string, string | Buffer])[] = [
    ['plain', secret],
    ['latin1', Buffer.from(secret, 'latin1')],
    ['UTF-16LE', Buffer.from(secret, 'utf16le')],
    ['UTF-16BE', Buffer.from(secret, 'utf16le').swap16()],
    ['hex', hex],
    ['HEX', hex.toUpperCase()],
    ['percent', encodeURIComponent(secret.toWellFormed())],
    ['percent everywhere', hex.replaceAll(/../g, '%$&')],
    ['PERCENT everywhere', hex.toUpperCase().replaceAll(/../g, '%$&')],
    ['form', new URLSearchParams({ x: secret }).toString().slice(2)],
    ['JSON', inJson],
    ['JSON in JSON', JSON.stringify(inJson).slice(1, -1)],
    ['escapes', unitsOf(secret)],
    ['ESCAPES', unitsOf(secret).toUpperCase().replaceAll('\\U', '\\u')],
    ['lower case', secret.toLowerCase()],
    ['upper case', secret.toUpperCase()],
    ['list of bytes', [...bytes].join(',')],
    ['list of bytes, spaced', [...bytes].join(', ')],
    ['HTML', secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
    ['backwards', Array.from(secret).reverse().join('')],
    ...([0, 1, 2] as const).flatMap((offset) => {
      const inner = base64At(bytes, offset);
      const asUrl = inner.replaceAll('+', '-').replaceAll('/', '_');
      const twice = ([0, 1, 2] as const).map(
        (outer) => [`base64 in base64 at ${outer}`, base64At(Buffer.from(inner), outer)] as const,
      );
      return [
        [`base64 at ${offset}`, inner] as const,
        [`base64url at ${offset}`, asUrl] as const,
        ...twice,
      ];
    }),
  ];
  return forms
    .map(([form, value]) => ({ form, bytes: Buffer.from(value) }))
    .filter((one) => one.bytes.length >= LEAST_BYTES);
}

/** The characters of its base64 that do not depend on what is before and behind it. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '');
  const first = Math.ceil((offset * 8) / 6);
  const whole = Math.floor(((offset + bytes.length) * 8) / 6);
  return text.slice(first, whole);
}

/** Every character as JSON can escape it. */
function unitsOf(text: string): string {
  const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
  return hex.replaceAll(/..../g, '\\u$&');
}

/** Where a secret is: "the report's PDF holds the token as hex"; null: nowhere. */
export function leakIn(
  artefacts: readonly Artefact[],
  secrets: Readonly<Record<string, string>>,
): string | null {
  const wanted = Object.entries(secrets).flatMap(([what, secret]) =>
    formsOf(secret).map((form) => ({ what, ...form })),
  );
  for (const { name, bytes } of artefacts) {
    for (const { inside, content } of unpacked(bytes)) {
      const found = wanted.find((one) => content.includes(one.bytes));
      if (found !== undefined) return `${name}${inside} holds the ${found.what} as ${found.form}`;
    }
  }
  return null;
}
