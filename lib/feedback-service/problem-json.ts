// The reasons why a request cannot be answered, as RFC 9457 problem JSON with stable codes.

export const faultCodes = [
  'KEY_INVALID',
  'PARAMETER_INVALID',
  'PARAMETER_REPEATED',
  'RANGE_REVERSED',
  'RANGES_MIXED',
] as const;

/** An invalid parameter. The message says what is valid and never contains the value. */
export interface ParameterFault {
  readonly parameter: string;
  readonly code: (typeof faultCodes)[number];
  readonly message: string;
}

const problems = {
  CREDENTIALS_INVALID: [401, 'Unauthorized', 'A valid client id and API token are required.'],
  CREDENTIALS_LIMITED: [
    429,
    'Too Many Requests',
    'Too many requests with wrong credentials are waiting. Try again later.',
  ],
  LONG_ANSWERS_LIMITED: [
    429,
    'Too Many Requests',
    'Too many long answers are waiting to be sent. Try again later.',
  ],
  ROUTE_UNKNOWN: [404, 'Not Found', 'This path does not exist.'],
  METHOD_NOT_ALLOWED: [405, 'Method Not Allowed', 'All operations use GET or HEAD.'],
  KEY_INVALID: [400, 'Bad Request', 'The key in the path is not a number.'],
  PARAMETER_INVALID: [400, 'Bad Request', 'A parameter has an invalid value.'],
  PARAMETER_REPEATED: [400, 'Bad Request', 'A parameter is given more than once.'],
  RANGE_REVERSED: [400, 'Bad Request', 'The end of the range is before its start.'],
  RANGES_MIXED: [400, 'Bad Request', 'A local and an absolute range cannot be combined.'],
  FOLDER_NOT_FOUND: [404, 'Not Found', 'There is no folder with this key.'],
  SURVEY_NOT_FOUND: [404, 'Not Found', 'There is no survey with this key.'],
  QUESTION_NOT_FOUND: [404, 'Not Found', 'There is no question with this key.'],
  REQUEST_MALFORMED: [400, 'Bad Request', 'The request is not valid HTTP.'],
  REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time.'],
  HEADERS_TOO_LARGE: [
    431,
    'Request Header Fields Too Large',
    'The URL and the headers are too large.',
  ],
  DATA_UNAVAILABLE: [
    503,
    'Service Unavailable',
    'The data is temporarily unavailable. Try again later.',
  ],
  INTERNAL: [500, 'Internal Server Error', 'The service failed to answer this request.'],
} as const satisfies Record<string, readonly [number, string, string]>;

/** The Retry-After of a 429 and a 503. */
export const retryAfterSeconds = 30;

export type ServiceProblemCode = keyof typeof problems;
export type ProblemStatus = (typeof problems)[ServiceProblemCode][0];

export const problemCodes: readonly ServiceProblemCode[] = Object.keys(problems).filter(isCode);

function isCode(text: string): text is ServiceProblemCode {
  return Object.hasOwn(problems, text);
}

export class Problem extends Error {
  readonly code: ServiceProblemCode;
  readonly faults: readonly ParameterFault[];

  constructor(code: ServiceProblemCode, faults: readonly ParameterFault[] = []) {
    super(code);
    this.name = 'Problem';
    this.code = code;
    this.faults = faults;
  }
}

export function problemStatus(code: ServiceProblemCode): ProblemStatus {
  return problems[code][0];
}

export function problemBody({ code, faults }: Pick<Problem, 'code' | 'faults'>): string {
  const [status, title, detail] = problems[code];
  return JSON.stringify({
    type: 'about:blank',
    title,
    status,
    detail: faults[0]?.message ?? detail,
    code,
    ...(faults.length === 0 ? {} : { errors: faults }),
  });
}
