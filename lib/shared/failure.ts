// The closed list of failure codes and the error class that carries them. Any other error that is thrown is a bug.

/** Failure codes with a description for users; `describe` appends the facts. */
const CODES = {
  // requests to the reporting API
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
  // requests for reports
  FOLDER_NOT_FOUND: 'there is no such folder',
  WEEK_INVALID: 'the week is not an ISO week such as 2026-W46',
  WEEK_NOT_CLOSED: 'the week is not over yet',
  NOTHING_OWED: 'no survey of this folder belongs in the week, so no report is due',
  REPORT_NOT_FOUND: 'there is no such report',
  CURSOR_INVALID: 'the cursor is not valid',
  JOB_FAILED: 'the report could not be made because of an internal error',
  // capability links
  LINK_INVALID: 'the link is not valid',
  LINK_EXPIRED: 'the link has expired',
  LINK_REVOKED: 'the link was revoked',
  LINK_NOT_FOUND: 'there is no such link',
  REPORT_GONE: 'the report was removed',
  // jobs
  JOB_INVALID: 'a queue message is not a valid job',
  DEADLINE: 'the report was not made within the time limit',
  QUEUE_UNAVAILABLE: 'the queue did not accept all jobs',
  // notifications
  DELIVERY_FAILED: 'the message about a report could not be delivered',
  // AWS events
  EVENT_SHAPE: 'the event does not have the shape that this function expects',
  // secrets
  SECRET_UNAVAILABLE: 'the secret could not be read',
  SECRET_INVALID: 'the secret is not valid',
  // report store
  STORE_UNAVAILABLE: 'the report store could not be read or written',
  STORE_REFUSED: 'the report store denied access',
  STORE_UNSUITABLE: 'the report store does not support conditional writes as S3 does',
  REPORT_DAMAGED: 'a stored report does not match its manifest',
  // configuration
  CONFIG_INVALID: 'the configuration is not valid',
} as const;

export type FailureCode = keyof typeof CODES;

/** Whether a stored or received text is a failure code. */
export function isFailureCode(text: string): text is FailureCode {
  return Object.hasOwn(CODES, text);
}

/** Whether an error concerns the whole run and not only one call: further calls would fail too. */
export function endsRun(error: unknown): boolean {
  if (!(error instanceof Failure)) return true;
  return RUN_ENDING_CODES.includes(error.code);
}

const RUN_ENDING_CODES: readonly FailureCode[] = [
  'UPSTREAM_UNAUTHORIZED',
  // Otherwise a cancelled run would make a report without the data that it was still waiting for.
  'UPSTREAM_CLOSED',
  'SECRET_UNAVAILABLE',
  'SECRET_INVALID',
  'CONFIG_INVALID',
];

/** The description without facts, for readers who may not see these. */
export function failureMeaning(code: FailureCode): string {
  return CODES[code];
}

/** Only the name or code of a library's error: errors of SDKs contain requests, headers and addresses. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return UNKNOWN;
  // The AWS SDK throws this error without a name.
  if (error.message === 'Region is missing') return 'RegionMissing';
  // System errors are all named Error; their code is more specific.
  return safeName('code' in error && typeof error.code === 'string' ? error.code : error.name);
}

/** A name from outside, if it is harmless to log. */
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
