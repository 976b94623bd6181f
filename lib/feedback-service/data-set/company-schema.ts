// The zod schema of company.json. Fields are validated in the order of their declaration, so that
// questions, to which surveys refer, come before the folders.
import * as z from 'zod';
import type { ServiceFolder } from '../company.ts';
import {
  filledText,
  addIfNew,
  key,
  list,
  number,
  object,
  oneOf,
  isAcceptedByIntl,
  uniqueKey,
  expected,
} from './company-fields.ts';
import { isObject } from './json-value.ts';
import { surveySchema } from './survey-definition.ts';

const defaultTamperDelaySeconds = 3;

/** For parsing this JSON once: the schema collects the keys that have been used. */
export function companySchema(json: unknown) {
  const questionKeys = new Set<number>();
  const credentials = new Set<string>();
  const hasQuestions = isObject<'questions'>(json) && Array.isArray(json.questions);

  const question = object({
    key: uniqueKey('question', questionKeys),
    name: filledText,
    locale: filledText.refine(isLocale, {
      error: 'must be a BCP 47 language tag such as en or pt-BR',
    }),
    followUps: list(
      object({
        key: uniqueKey('follow-up', new Set()),
        name: filledText,
        kind: oneOf('painPoint', 'highlight'),
      }),
    ),
  });
  const survey = surveySchema(
    key.refine((question) => !hasQuestions || questionKeys.has(question), {
      error: ({ input }) =>
        `must be the key of a question: question ${String(input)} does not exist`,
    }),
  );
  const folder: z.ZodType<ServiceFolder> = object({
    key: uniqueKey('folder', new Set()),
    name: filledText,
    folders: z.lazy(() => list(folder)).default([]),
    surveys: list(survey).default([]),
  });
  return object({
    credentials: list(
      object({ clientId, tokenSha256 }).refine(
        ({ clientId, tokenSha256 }) => addIfNew(credentials, `${clientId}:${tokenSha256}`),
        { error: 'is a duplicate of an earlier credential' },
      ),
    ),
    misuse: object({
      tamperDelaySeconds: tamperDelaySeconds.default(defaultTamperDelaySeconds),
    }).prefault({}),
    questions: list(question),
    root: folder,
  });
}

// Basic authentication ends the client id at the first colon.
const clientId = filledText.refine((text) => !text.includes(':') && text.length <= 100, {
  error: 'must not contain a colon or be longer than 100 characters',
});

const hexDigest = 'the SHA-256 of the API token: 64 hexadecimal digits';
const tokenSha256 = z
  .string(expected(hexDigest))
  .regex(/^[0-9a-f]{64}$/i, expected(hexDigest))
  .transform((text) => text.toLowerCase());

const tamperDelaySeconds = number(
  'a number of seconds, 0 or more',
  (seconds) => seconds >= 0 && Number.isSafeInteger(Math.round(seconds * 1000)),
);

function isLocale(tag: string): boolean {
  return isAcceptedByIntl(() => Intl.getCanonicalLocales(tag));
}
