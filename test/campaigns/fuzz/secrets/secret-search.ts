// Searches bytes for secrets in any encoding and inside any container that the program may write.
import { spawnSync } from 'node:child_process';
import { unpack, type UnpackedContent } from './unpack.ts';

export interface SecretForm {
  /** E.g. "base64 at 1". */
  readonly name: string;
  readonly bytes: Buffer;
}

export interface SearchedSecrets {
  readonly secrets: readonly { readonly name: string; readonly forms: readonly SecretForm[] }[];
  /** Content without any of these is not searched further; a hit may be a fragment of an unknown secret. */
  readonly fragments: readonly SecretForm[];
}

export interface SecretHit {
  /** Empty: only a fragment. */
  readonly secrets: readonly string[];
  /** Name of the form of the fragment. */
  readonly form: string;
  /** The container inside the bytes, e.g. ", unzipped,". */
  readonly path: string;
}

/** Shorter forms occur by coincidence. */
const MIN_FORM_BYTES = 6;

export function encodeSecret(secret: string): readonly SecretForm[] {
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
    ['escapes', escapeCharacters(secret)],
    ['ESCAPES', escapeCharacters(secret).toUpperCase().replaceAll('\\U', '\\u')],
    ['lower case', secret.toLowerCase()],
    ['upper case', secret.toUpperCase()],
    ['list of bytes', [...bytes].join(',')],
    ['list of bytes, spaced', [...bytes].join(', ')],
    ['HTML', secret.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
    ['reversed', Array.from(secret).reverse().join('')],
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
    .map(([name, value]) => ({ name, bytes: Buffer.from(value) }))
    .filter((form) => form.bytes.length >= MIN_FORM_BYTES);
}

/** The base64 characters that do not depend on the neighbouring bytes. */
function base64At(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes])
    .toString('base64')
    .replaceAll('=', '');
  const first = Math.ceil((offset * 8) / 6);
  const wholeEnd = Math.floor(((offset + bytes.length) * 8) / 6);
  return text.slice(first, wholeEnd);
}

/** Every character as a JSON escape. */
function escapeCharacters(text: string): string {
  const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
  return hex.replaceAll(/..../g, '\\u$&');
}

/** All different forms, the first name of each. */
export function encodeUniquely(text: string): readonly SecretForm[] {
  const forms = encodeSecret(text).toReversed();
  return [...new Map(forms.map((form) => [form.bytes.toString('hex'), form])).values()].reverse();
}

export function searchForSecrets(
  bytes: Buffer,
  { secrets, fragments }: SearchedSecrets,
): { readonly hits: readonly SecretHit[]; readonly contents: readonly UnpackedContent[] } {
  const contents = [...unpack(bytes), ...extractPdfText(bytes)];
  const hits = contents.flatMap(({ path, content }): readonly SecretHit[] => {
    const fragment = fragments.find((form) => content.includes(form.bytes));
    if (fragment === undefined) return [];
    const names = secrets
      .filter(({ forms }) => forms.some((form) => content.includes(form.bytes)))
      .map(({ name }) => name);
    return [{ secrets: names, form: fragment.name, path }];
  });
  return { hits, contents };
}

/** Pages refer to glyphs, not characters, so their text is extracted with pdftotext, if it is installed. */
function extractPdfText(bytes: Buffer): readonly UnpackedContent[] {
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') return [];
  const { status, stdout } = spawnSync('pdftotext', ['-', '-'], { input: bytes });
  return status === 0 ? [{ path: ', on a page,', content: stdout }] : [];
}
