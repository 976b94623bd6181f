// The closed list of failure codes and the error class that carries them. Any other error that is thrown is a bug.

/**
 * What a failure means for a caller: the retry policy of the job queue and the status of an HTTP response follow from it.
 */
export type FailureClass =
  /** The reporting API did not answer, or a request to it was given up. */
  | 'upstream-unavailable'
  /** The reporting API refused the request, or its answer could not be used. */
  | 'upstream-invalid'
  /** The caller asked for something in a form that has no meaning. */
  | 'malformed'
  /** The caller asked for something that can't exist, or not yet. */
  | 'unprocessable'
  | 'not-found'
  | 'forbidden'
  | 'gone'
  /** The caller asked too often, and may try again later. */
  | 'too-many'
  /** Configuration, an event or a message that stays invalid until it is replaced. */
  | 'invalid-input'
  /** A state of this system that an operator has to correct. */
  | 'internal'
  /** Another part of this system did not answer or not in time. */
  | 'unavailable';

const upstreamInvalid = (meaning: string) => ['upstream-invalid', meaning] as const;

/** The class of each code and its description for users; `describe` appends the facts. */
const FAILURES = {
  // requests to the reporting API; the HTTP API documents them in this order
  UPSTREAM_UNREACHABLE: ['upstream-unavailable', 'the reporting API could not be reached'],
  UPSTREAM_TIMEOUT: ['upstream-unavailable', 'the reporting API did not respond in time'],
  UPSTREAM_UNAVAILABLE: ['upstream-unavailable', 'the reporting API kept returning errors'],
  UPSTREAM_CLOSED: [
    'upstream-unavailable',
    'the connection to the reporting API was closed by this program',
  ],
  UPSTREAM_TLS: upstreamInvalid("the reporting API's certificate was not accepted"),
  UPSTREAM_UNAUTHORIZED: upstreamInvalid('the reporting API rejected the credentials'),
  UPSTREAM_NOT_FOUND: upstreamInvalid('the reporting API has no such folder or survey'),
  UPSTREAM_REJECTED: upstreamInvalid('the reporting API rejected the request'),
  UPSTREAM_REDIRECT: upstreamInvalid(
    'the reporting API answered with a redirect, which is never followed',
  ),
  UPSTREAM_NOT_JSON: upstreamInvalid('the reporting API answered with something that is not JSON'),
  UPSTREAM_ENCODING: upstreamInvalid(
    "the reporting API's answer was not encoded as UTF-8 or not as announced",
  ),
  RESPONSE_TOO_LARGE: upstreamInvalid("the reporting API's answer was larger than the limit"),
  TOO_DEEP: upstreamInvalid("the reporting API's answer was nested too deeply"),
  JSON_FORBIDDEN_KEY: upstreamInvalid("the reporting API's answer had a key that is not allowed"),
  SHAPE_MISMATCH: upstreamInvalid("the reporting API's answer did not have the documented shape"),
  KEY_INVALID: upstreamInvalid('the reporting API gave a key that is not a positive whole number'),
  TS_INVALID: upstreamInvalid('the reporting API returned an invalid timestamp'),
  COUNT_INVALID: upstreamInvalid(
    'the reporting API gave a count that is not a whole number of responses',
  ),
  OUT_OF_RANGE: upstreamInvalid('the reporting API returned no data for the requested dates'),
  PAGING_STALLED: upstreamInvalid(
    'the reporting API announced more items but gave no position to continue from',
  ),
  PAGING_INCONSISTENT: upstreamInvalid(
    "the pages of the reporting API's list contradict each other",
  ),
  FOLDER_CYCLE: upstreamInvalid('a folder contains itself'),
  TREE_TOO_LARGE: upstreamInvalid('the folder tree is larger than the limit'),
  // requests for reports
  FOLDER_NOT_FOUND: ['not-found', 'there is no such folder'],
  WEEK_INVALID: ['unprocessable', 'the week is not an ISO week such as 2026-W46'],
  WEEK_NOT_CLOSED: ['unprocessable', 'the week is not over yet'],
  ROOT_DIFFERS: [
    'unprocessable',
    'the report store has the reports of another root folder than that of the reporting API',
  ],
  NOTHING_OWED: ['not-found', 'no survey of this folder belongs to the week, so no report is due'],
  REPORT_NOT_FOUND: ['not-found', 'there is no such report'],
  RANGE_INVALID: [
    'malformed',
    'the first week must not be after the last one, and the range may have at most 106 weeks',
  ],
  CURSOR_INVALID: ['malformed', 'the cursor is not valid'],
  JOB_FAILED: ['internal', 'the report could not be created because of an internal error'],
  RENDERING_FAILED: ['internal', 'the PDF of a report could not be made'],
  // capability links
  LINK_INVALID: ['forbidden', 'the link is not valid'],
  LINK_EXPIRED: ['gone', 'the link has expired'],
  LINK_REVOKED: ['gone', 'the link was revoked'],
  LINK_NOT_FOUND: ['not-found', 'there is no such link'],
  TOKEN_NOT_FOUND: ['not-found', 'there is no such token'],
  REPORT_GONE: ['gone', 'the report was removed'],
  // jobs
  JOB_INVALID: ['invalid-input', 'a queue message is not a valid job'],
  DEADLINE: ['unavailable', 'the report was not created within the time limit'],
  QUEUE_UNAVAILABLE: ['unavailable', 'the queue did not accept all jobs'],
  // subscriptions and messages
  SUBSCRIPTION_NOT_FOUND: ['not-found', 'there is no such subscription'],
  SUBSCRIPTION_INVALID: ['unprocessable', 'the subscription is not valid'],
  SUBSCRIPTION_STATE: ['unprocessable', 'the subscription is not in a state that allows this'],
  TOO_MANY_CONFIRMATIONS: ['too-many', 'too many messages were requested; try again later'],
  TOO_MANY_REPORTS: ['too-many', 'too many reports were requested; try again later'],
  TOO_MANY_LINKS: ['too-many', 'too many links were requested; try again later'],
  DELIVERY_STATE: ['unprocessable', 'the delivery is not in a state that allows this'],
  // accepted levels, targets, owners and notes
  SETTINGS_UNREADABLE: [
    'internal',
    'a list of what is accepted, of targets or of notes in the report store cannot be read',
  ],
  SETTINGS_FULL: [
    'unprocessable',
    'the list already has 10,000 entries, the most that it can have',
  ],
  SETTING_NOT_FOUND: ['not-found', 'there is no such entry'],
  SURVEY_NOT_FOUND: ['not-found', 'there is no such survey in the folder'],
  TOO_MANY_SETTINGS: ['too-many', 'too many entries were changed; try again later'],
  NOTE_OF_ANOTHER: ['forbidden', 'only who wrote it, or who sees the whole company, may remove it'],
  NOTES_FULL: [
    'unprocessable',
    'the place already has 20 notes, the most that it can have: remove one of them first',
  ],
  NOTES_OFF: ['not-found', 'notes are switched off here'],
  // notifications
  DELIVERY_FAILED: ['unavailable', 'the message about a report could not be delivered'],
  // AWS events
  EVENT_SHAPE: ['invalid-input', 'the event does not have the shape that this function expects'],
  // secrets
  SECRET_UNAVAILABLE: ['unavailable', 'the secret could not be read'],
  SECRET_INVALID: ['internal', 'the secret is not valid'],
  // report store
  STORE_UNAVAILABLE: ['unavailable', 'the report store could not be read or written'],
  STORE_REFUSED: ['internal', 'the report store denied access'],
  STORE_UNSUITABLE: ['internal', 'the report store does not support conditional writes as S3 does'],
  STORE_OF_ANOTHER_COMPANY: ['internal', 'the report store has the reports of another company'],
  STORE_UNIDENTIFIED: [
    'internal',
    'the reports in the report store may be those of another company',
  ],
  STORE_RUN_ELSEWHERE: ['internal', 'another system runs the schedule of the report store'],
  STORE_IN_USE: ['internal', 'another process runs the schedule of the report store'],
  REPORT_DAMAGED: ['internal', 'a stored report does not match its manifest'],
  REPORT_NEWER: [
    'internal',
    'a stored report was made by a later release in a form that this one cannot read; install that release again',
  ],
  REPORT_OLDER: [
    'internal',
    'a stored report was made by an earlier release in a form that is no longer read; make it again with force',
  ],
  // configuration
  CLOCK_WRONG: ['internal', "this machine's clock and that of the reporting API differ too much"],
  CONFIG_INVALID: ['invalid-input', 'the configuration is not valid'],
} as const satisfies Readonly<Record<string, readonly [FailureClass, string]>>;

export type FailureCode = keyof typeof FAILURES;

/** Whether a stored or received text is a failure code. */
export function isFailureCode(text: string): text is FailureCode {
  return Object.hasOwn(FAILURES, text);
}

export function classOfFailure(code: FailureCode): FailureClass {
  return FAILURES[code][0];
}

const UPSTREAM_CLASSES: readonly FailureClass[] = ['upstream-unavailable', 'upstream-invalid'];

/** The codes with which reading from the reporting API fails. */
export const UPSTREAM_CODES: readonly FailureCode[] = Object.keys(FAILURES)
  .filter(isFailureCode)
  .filter((code) => UPSTREAM_CLASSES.includes(classOfFailure(code)));

/** Whether reading from the reporting API has failed. */
export function isUpstreamFailure(error: unknown): boolean {
  return error instanceof Failure && UPSTREAM_CLASSES.includes(classOfFailure(error.code));
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
  return FAILURES[code][1];
}

/** Only the name or code of a library's error: errors of SDKs contain requests, headers and addresses. */
export function failureReason(error: unknown): string {
  if (!(error instanceof Error)) return UNKNOWN;
  // The AWS SDK throws this error without a name.
  if (error.message === 'Region is missing') return 'RegionMissing';
  // System errors are all named Error; their code is more specific.
  return safeName('code' in error && typeof error.code === 'string' ? error.code : error.name);
}

/** A name from outside, if it is harmless to log. Codes of OpenSSL's alerts have a slash: ERR_SSL_SSL/TLS_ALERT_…. */
export function safeName(text: string | undefined): string {
  return text !== undefined && /^[\w.]+(\/\w+)?$/.test(text) && text.length <= 80 ? text : UNKNOWN;
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

/** The description with the facts that a stored problem may show: those of the request's address are for logs only. */
export function describeWithoutAddress({ code, facts }: Failure): string {
  const { path, host, ...shown } = facts;
  return describe(code, shown);
}

function describe(code: FailureCode, facts: FailureFacts): string {
  const details = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`);
  const meaning = failureMeaning(code);
  return details.length === 0 ? meaning : `${meaning} (${details.join(', ')})`;
}
