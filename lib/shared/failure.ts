// The closed list of what can go wrong, and the one error class that carries it.
// Anything that is thrown and is not a Failure is a bug of ours.

/** A code's words: what happened, for a person. Facts are added behind it by `describe`. */
const CODES = {
  // asking the reporting API
  UPSTREAM_UNREACHABLE: 'the reporting API could not be reached',
  UPSTREAM_TLS: "the reporting API's certificate was not accepted",
  UPSTREAM_TIMEOUT: 'the reporting API did not answer in time',
  UPSTREAM_UNAVAILABLE: 'the reporting API kept answering with an error',
  UPSTREAM_UNAUTHORIZED: 'the reporting API refused the credentials',
  UPSTREAM_NOT_FOUND: 'the reporting API does not have it',
  UPSTREAM_REJECTED: 'the reporting API rejected the request',
  UPSTREAM_CLOSED: 'the connection to the reporting API was given up by this side',
  UPSTREAM_REDIRECT: 'the reporting API answered with a redirect, which is never followed',
  UPSTREAM_NOT_JSON: 'the reporting API answered with something that is not JSON',
  UPSTREAM_ENCODING: "the reporting API's answer was not encoded as UTF-8 or not as announced",
  RESPONSE_TOO_LARGE: "the reporting API's answer was larger than the limit",
  TOO_DEEP: "the reporting API's answer was nested too deeply",
  JSON_FORBIDDEN_KEY: "the reporting API's answer had a key that is not allowed",
  SHAPE_MISMATCH: "the reporting API's answer did not have the documented shape",
  KEY_INVALID: 'the reporting API gave a key that is not a positive whole number',
  TS_INVALID: 'the reporting API gave a timestamp that is not one',
  COUNT_INVALID: 'the reporting API gave a count that is not a whole number of responses',
  OUT_OF_RANGE: 'the reporting API answered with nothing of the dates that were asked for',
  PAGING_STALLED: 'the reporting API said that there is more but gave no way forward',
  PAGING_INCONSISTENT: "the pages of the reporting API's list did not fit together",
  FOLDER_CYCLE: 'a folder contains itself',
  TREE_TOO_LARGE: 'the folder tree is larger than the limit',
  // asking for a report
  FOLDER_NOT_FOUND: 'there is no such folder',
  WEEK_INVALID: 'the week is not an ISO week such as 2026-W46',
  WEEK_NOT_CLOSED: 'the week is not over yet',
  NOTHING_OWED: 'no survey of this folder belongs in the week, so it owes no report',
  REPORT_NOT_FOUND: 'there is no such report',
  CURSOR_INVALID: 'the cursor is not one that a page of reports gave',
  JOB_FAILED: 'the report could not be made because of a mistake of ours',
  // links to share
  LINK_INVALID: 'the link is not one that was made here',
  LINK_EXPIRED: 'the link has expired',
  LINK_REVOKED: 'the link was withdrawn',
  LINK_NOT_FOUND: 'there is no such link',
  REPORT_GONE: 'the report was removed',
  // doing jobs
  JOB_INVALID: 'a message of the queue is not a job',
  DEADLINE: 'the time ran out before the report was made',
  QUEUE_UNAVAILABLE: 'the queue did not take all jobs',
  // telling others
  DELIVERY_FAILED: 'the message about a report could not be delivered',
  // being asked by AWS
  EVENT_SHAPE: 'the event is not of the shape that this function is for',
  // secrets
  SECRET_UNAVAILABLE: 'the secret could not be read',
  SECRET_INVALID: 'the secret does not hold what it should',
  // keeping reports
  STORE_UNAVAILABLE: 'the report store could not be read or written',
  STORE_REFUSED: 'the report store refuses the access that reports need',
  STORE_UNSUITABLE: 'the report store does not do conditional writes as S3 does',
  REPORT_DAMAGED: 'a stored report is not what its manifest says',
  // starting
  CONFIG_INVALID: 'the configuration is not valid',
} as const;

export type FailureCode = keyof typeof CODES;

/** Whether a word that was stored or sent is one of the codes. */
export function isFailureCode(text: string): text is FailureCode {
  return Object.hasOwn(CODES, text);
}

/** Whether a failure is the whole run's and not one call's: nothing more can be read then. */
export function endsRun(error: unknown): boolean {
  if (!(error instanceof Failure)) return true;
  return ENDING.includes(error.code);
}

const ENDING: readonly FailureCode[] = [
  'UPSTREAM_UNAUTHORIZED',
  // Or a run that was given up would go on to a report without what it was still waiting for.
  'UPSTREAM_CLOSED',
  'SECRET_UNAVAILABLE',
  'SECRET_INVALID',
  'CONFIG_INVALID',
];

/** What happened, without facts: for those whom the facts are no business of. */
export function failureMeaning(code: FailureCode): string {
  return CODES[code];
}

/** The name or code of somebody else's error, and nothing more: those of SDKs hold requests, headers and addresses. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return UNKNOWN;
  // The AWS SDK has no name for it.
  if (error.message === 'Region is missing') return 'RegionMissing';
  // The system's errors are all named Error; their code says more.
  return safeName('code' in error && typeof error.code === 'string' ? error.code : error.name);
}

/** A name that somebody else gives, if it can be one. */
export function safeName(text: string | undefined): string {
  return text !== undefined && /^[\w.]{1,80}$/.test(text) ? text : UNKNOWN;
}

const UNKNOWN = 'UNKNOWN';

/** Facts that are safe to show and to log: names, keys, numbers; never credentials, bodies or feedback. */
export type FailureFacts = Readonly<Record<string, string | number | boolean | null>>;

export class Failure extends Error {
  readonly code: FailureCode;
  readonly facts: FailureFacts;

  constructor(code: FailureCode, facts: FailureFacts = {}, cause?: unknown) {
    super(describe(code, facts), cause === undefined ? undefined : { cause });
    this.name = 'Failure';
    this.code = code;
    this.facts = facts;
  }
}

function describe(code: FailureCode, facts: FailureFacts): string {
  const details = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`);
  return details.length === 0 ? CODES[code] : `${CODES[code]} (${details.join(', ')})`;
}
