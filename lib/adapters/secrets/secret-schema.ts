// Parses and validates the secret. Errors name the places of invalid values, never the values.
import * as z from 'zod';
import { Failure } from '../../shared/failure.ts';
import type { ReportsSecret } from '../../ports/secrets.ts';
import { isLinkKeyId, isPlaceholder, isSigningKey } from '../../shared/placeholder.ts';
import { parseSafeAddress } from '../../shared/safe-url.ts';

/** The most places that an error names. */
const MAX_PLACES = 20;

/** Sent in a header, so it must be visible ASCII. */
const headerText = z
  .string()
  .regex(/^[\x21-\x7e]+$/)
  .refine(isNotPlaceholder);
const signingKey = z.string().refine(isSigningKey);
const folderKey = z.number().int().positive();

const linkKeys = z
  .array(z.object({ id: z.string().refine(isLinkKeyId), key: signingKey }))
  .min(1)
  .superRefine((keys, context) => {
    for (const [index, { id }] of keys.entries()) {
      if (keys.findIndex((key) => key.id === id) < index) {
        context.addIssue({ code: 'custom', path: [index, 'id'] });
      }
    }
  });

const secretShape = z.object({
  clientId: headerText,
  apiToken: headerText,
  linkKeys,
  apiTokens: z.array(
    z.object({ sha256: z.string().regex(/^[0-9a-f]{64}$/), folders: z.array(folderKey).min(1) }),
  ),
  webhooks: z
    .array(
      z.object({
        folder: folderKey,
        url: z.string().refine(isSafeAddress),
        key: signingKey,
        kind: z.enum(['slack', 'teams', 'generic']).exactOptional(),
      }),
    )
    .default([]),
});

/** Fails with SECRET_INVALID and the places of all invalid values: 'apiTokens.0.sha256, linkKeys'. */
export function parseSecret(name: string, text: string): ReportsSecret {
  const parsed = secretShape.safeParse(parseJson(name, text));
  if (!parsed.success) throw secretInvalid(name, parsed.error.issues.map(placeOf));
  const { clientId, apiToken, ...rest } = parsed.data;
  return { credentials: { clientId, apiToken }, ...rest };
}

function parseJson(name: string, text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    // The parser's message quotes the text.
    throw secretInvalid(name, ['not JSON']);
  }
}

function secretInvalid(name: string, places: readonly string[]): Failure {
  const problems = [...new Set(places)].slice(0, MAX_PLACES).join(', ');
  return new Failure('SECRET_INVALID', { name, problems });
}

/** Contains only names from the schema and indexes: unknown fields are ignored. */
function placeOf({ path }: { readonly path: readonly PropertyKey[] }): string {
  return path.length === 0 ? 'not an object' : path.map(String).join('.');
}

function isNotPlaceholder(text: string): boolean {
  return !isPlaceholder(text);
}

/** The addresses of Teams have a query with their key. */
function isSafeAddress(url: string): boolean {
  return parseSafeAddress(url).ok;
}
