// The problems of the service as OpenAPI responses, by status, and an example of each answer and of each fault.
import type { ParameterFault, ServiceProblemCode, ProblemStatus } from '../problem-json.ts';
import {
  faultCodes,
  problemBody,
  problemCodes,
  retryAfterSeconds,
  problemStatus,
} from '../problem-json.ts';
import { challenge } from '../http/authentication.ts';
import type { Answer, AnswerName, FolderReference } from './answer-schemas.ts';

const question: Answer<'Question'> = { key: 301, name: 'How was your visit?', locale: 'en' };
const folder: FolderReference = { key: 12, name: 'Helsinki Airport' };
const timeZone = 'Europe/Helsinki';
const survey = { key: 1204, question, timeZone };
const activePeriods = [
  { start: '2026-01-01T00:00:00.000+0200', end: '2027-01-01T00:00:00.000+0200' },
];
const queue = { key: 41, name: 'Waiting time' };
const staff = { key: 43, name: 'Friendly staff' };

export const examples: { readonly [Name in AnswerName]: Answer<Name> } = {
  Folder: {
    key: 1,
    name: 'Example Airports',
    folders: [{ ...folder, folders: [{ key: 15, name: 'Security' }], surveys: [survey] }],
  },
  FolderList: {
    meta: { offset: 0, limit: 50, total: 1 },
    data: [{ ...folder, surveys: [survey] }],
  },
  AlertPage: {
    meta: {},
    data: [
      {
        key: 88412,
        alertType: 'negative',
        survey: { key: 1204, question, folder, timezone: timeZone },
        alertSpecification: { key: 9 },
        beginTime: '2026-11-09T16:42:10.000+0200',
        endTime: '2026-11-09T17:20:03.000+0200',
        parameters: {
          negative: true,
          windowMin: 30,
          threshold: 40,
          countThreshold: 10,
          responses: 16,
          actual: 43.75,
          negativeResponses: 7,
        },
      },
    ],
  },
  Survey: {
    key: 1204,
    question,
    folder,
    timeZone,
    activePeriods,
    surveyType: 'TERMINAL',
    indexType: 'HAPPY',
    feedbackScale: 'FOUR',
  },
  SummedResults: [
    { ts: '2026-11-09T00:00:00.000+0200', data: [12, 7, 41, 160] },
    { ts: '2026-11-10T00:00:00.000+0200', data: [9, 11, 38, 148] },
  ],
  OpenFeedbackPage: {
    meta: { moreResultsAfter: '2026-11-09T16:41:55.001+0200' },
    data: [
      {
        ts: '2026-11-09T16:41:55.000+0200',
        r: 0,
        relevance: 0.83,
        spam: false,
        f: queue,
        text: 'Only one lane was open.',
      },
    ],
  },
  FollowUpResults: {
    meta: {},
    data: {
      painPoints: [{ ...queue, data: [9, 6, 1, 0], percentages: [0.5625, 0.375, 0.0625, 0] }],
      highlights: [{ ...staff, data: [0, 0, 1, 3], percentages: [0, 0, 0.25, 0.75] }],
    },
  },
  RawResultPage: {
    meta: {},
    data: [
      { ts: '2026-11-09T08:00:00.000+0200', data: [0, 1, 4, 22] },
      {
        ts: '2026-11-09T16:41:55.000+0200',
        r: 0,
        f: queue,
        o: { text: 'Only one lane was open.' },
      },
      { ts: '2026-11-09T16:42:10.000+0200', r: 3 },
    ],
  },
  QuestionList: { meta: { offset: 0, limit: 50, total: 1 }, data: [question] },
  Question: question,
  QuestionSurveyList: {
    meta: { offset: 0, limit: 50, total: 1 },
    data: [{ key: 1204, folder, timeZone, activePeriods }],
  },
};

const faultExamples: Readonly<
  Record<ParameterFault['code'], readonly [parameter: string, message: string]>
> = {
  KEY_INVALID: ['key', 'The key in the path must be a number.'],
  PARAMETER_INVALID: ['limit', 'limit must be an integer from 1 to 100.'],
  PARAMETER_REPEATED: ['truncate', 'truncate is given more than once.'],
  RANGE_REVERSED: ['date_end', 'The end of the range is before its start.'],
  RANGES_MIXED: ['local_date_start', 'A local and an absolute range cannot be combined.'],
};

/** Problems that are possible on every path. */
export const commonProblemCodes: readonly ServiceProblemCode[] = [
  'REQUEST_MALFORMED',
  'CREDENTIALS_INVALID',
  'CREDENTIALS_LIMITED',
  'LONG_ANSWERS_LIMITED',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'DATA_UNAVAILABLE',
  'INTERNAL',
];

interface ProblemResponse {
  readonly description: string;
  readonly codes: readonly ServiceProblemCode[];
  readonly headers?: object;
}

const responses: Readonly<Record<string, ProblemResponse>> = {
  BadRequest: {
    description: 'The request is invalid; `errors` lists every invalid parameter.',
    codes: codesOf(400),
  },
  Unauthorized: {
    description: 'Credentials are missing or wrong. This is checked first.',
    codes: codesOf(401),
    headers: constantHeader('WWW-Authenticate', challenge, 'How to send credentials.'),
  },
  FolderNotFound: {
    description: 'The company has no folder with this key.',
    codes: ['FOLDER_NOT_FOUND'],
  },
  SurveyNotFound: {
    description: 'The company has no survey with this key.',
    codes: ['SURVEY_NOT_FOUND'],
  },
  QuestionNotFound: {
    description: 'The company has no question with this key.',
    codes: ['QUESTION_NOT_FOUND'],
  },
  MethodNotAllowed: {
    description: 'The path was requested with a method other than GET and HEAD.',
    codes: codesOf(405),
    headers: constantHeader('Allow', 'GET, HEAD', 'The only methods.'),
  },
  RequestTimeout: { description: 'The request did not arrive in time.', codes: codesOf(408) },
  HeadersTooLarge: {
    description: 'The URL and the headers are larger than 16 KiB.',
    codes: codesOf(431),
  },
  TooManyRequests: {
    description:
      'Too many requests with wrong credentials are waiting, some of them of this client or its network, or too many long answers.',
    codes: codesOf(429),
    headers: retryAfterHeader(),
  },
  InternalError: {
    description: 'The service failed. The reason is in the log of its operator.',
    codes: codesOf(500),
  },
  Unavailable: {
    description:
      'The data of the company cannot be served at present, or its credentials cannot be checked.',
    codes: codesOf(503),
    headers: retryAfterHeader(),
  },
};

function retryAfterHeader(): object {
  const value = String(retryAfterSeconds);
  return constantHeader('Retry-After', value, 'Seconds after which to try again.');
}

/** References to the shared responses by status; each lists the codes that are possible here. */
export function problemResponsesFor(
  possible: readonly ServiceProblemCode[],
): Readonly<Record<number, object>> {
  const responsesByStatus: Record<number, object> = {};
  for (const [name, { description, codes }] of Object.entries(responses)) {
    const possibleCodes = codes.filter((code) => possible.includes(code));
    const [first] = possibleCodes;
    if (first === undefined) continue;
    responsesByStatus[problemStatus(first)] = {
      $ref: `#/components/responses/${name}`,
      description: `${possibleCodes.join(', ')}: ${description}`,
    };
  }
  return responsesByStatus;
}

/** The description of a header that always has the same value. */
function constantHeader(name: string, value: string, description: string): object {
  return { [name]: { description, required: true, schema: { type: 'string', const: value } } };
}

function problemResponse({ codes, ...response }: ProblemResponse): object {
  const statuses = [...new Set(codes.map(problemStatus))];
  return {
    ...response,
    content: {
      'application/problem+json': {
        schema: {
          type: 'object',
          allOf: [{ $ref: '#/components/schemas/Problem' }],
          properties: { status: { enum: statuses }, code: { enum: codes } },
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code) }])),
      },
    },
  };
}

function problemExample(code: ServiceProblemCode): unknown {
  const faultCode = faultCodes.find((candidate) => candidate === code);
  if (faultCode === undefined) return JSON.parse(problemBody({ code, faults: [] }));
  const [parameter, message] = faultExamples[faultCode];
  return JSON.parse(problemBody({ code, faults: [{ parameter, code: faultCode, message }] }));
}

function codesOf(status: ProblemStatus): readonly ServiceProblemCode[] {
  return problemCodes.filter((code) => problemStatus(code) === status);
}

/** The responses that all operations share, by name. */
export function problemResponses(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.entries(responses).map(([name, response]) => [name, problemResponse(response)]),
  );
}
