// The codes that many operations of the description share.
import type { ProblemCode } from './openapi-problems.ts';
import { STORE, UPSTREAM } from './openapi-problems.ts';

export const ANY: readonly ProblemCode[] = [
  'URL_ENCODING',
  'FIELD_UNKNOWN',
  'METHOD_NOT_ALLOWED',
  'INTERNAL',
];
export const WITH_TOKEN: readonly ProblemCode[] = [...ANY, 'UNAUTHORIZED', ...STORE];
export const JSON_ONLY: readonly ProblemCode[] = ['NOT_ACCEPTABLE'];
/** Of what there is of a report that stands; what the caller doesn't see isn't there. */
export const ONE_SEEN: readonly ProblemCode[] = [
  ...WITH_TOKEN,
  ...JSON_ONLY,
  ...UPSTREAM,
  'WEEK_INVALID',
  'FOLDER_KEY_INVALID',
  'REPORT_NOT_FOUND',
];
