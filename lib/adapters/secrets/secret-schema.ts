// Hides the secret's shape as JSON. What is wrong with it is told by its place and never by its value.
import * as z from 'zod';
import { Failure } from '../../shared/failure.ts';
import type { ReportsSecret } from '../../ports/secrets.ts';
import { isLinkKeyId, isPlaceholder, isSigningKey } from '../../shared/placeholder.ts';
import { parseSafeAddress } from '../../shared/safe-url.ts';

/** Places named in an error; the others are mended in the same go or the next. */
const MAX_PLACES = 20;

/** It goes into a header: visible ASCII, or it could not be sent as it is. */
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
      if (keys.findIndex((other) => other.id === id) < index) {
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

/** Fails with SECRET_INVALID and the places of everything that is wrong: 'apiTokens.0.sha256, linkKeys'. */
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
    // The parser's own words quote the text.
    throw secretInvalid(name, ['not JSON']);
  }
}

function secretInvalid(name: string, places: readonly string[]): Failure {
  const problems = [...new Set(places)].slice(0, MAX_PLACES).join(', ');
  return new Failure('SECRET_INVALID', { name, problems });
}

/** Made of our own names and of positions: unknown fields are never looked at. */
function placeOf({ path }: { readonly path: readonly PropertyKey[] }): string {
  return path.length === 0 ? 'not an object' : path.map(String).join('.');
}

function isNotPlaceholder(text: string): boolean {
  return !isPlaceholder(text);
}

/** Those of Teams have a query, with their key in it. */
function isSafeAddress(url: string): boolean {
  return parseSafeAddress(url).ok;
}
