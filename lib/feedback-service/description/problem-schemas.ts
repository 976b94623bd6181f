// The problems of the service as OpenAPI responses, by status.
import { challenge } from '../http/authentication.ts';
import { faultExamples } from './examples.ts';
import {
  faultCodes,
  problemBody,
  problemCodes,
  retryAfterSeconds,
  problemStatus,
  type ServiceProblemCode,
  type ProblemStatus,
} from '../problem-json.ts';

/** Problems that are possible on every path. */
export const commonProblemCodes: readonly ServiceProblemCode[] = [
  'REQUEST_MALFORMED',
  'CREDENTIALS_INVALID',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'HEADERS_TOO_LARGE',
  'DATA_UNAVAILABLE',
  'INTERNAL',
];

interface ProblemResponse {
  readonly name: string;
  readonly description: string;
  readonly codes: readonly ServiceProblemCode[];
  readonly header?: { readonly name: string; readonly value: string; readonly description: string };
}

const responses: readonly ProblemResponse[] = [
  {
    name: 'BadRequest',
    description: 'The request is invalid; `errors` lists every invalid parameter.',
    codes: codesOf(400),
  },
  {
    name: 'Unauthorized',
    description: 'Credentials are missing or wrong. This is checked first.',
    codes: codesOf(401),
    header: {
      name: 'WWW-Authenticate',
      value: challenge,
      description: 'How to send credentials.',
    },
  },
  {
    name: 'FolderNotFound',
    description: 'The company has no folder with this key.',
    codes: ['FOLDER_NOT_FOUND'],
  },
  {
    name: 'SurveyNotFound',
    description: 'The company has no survey with this key.',
    codes: ['SURVEY_NOT_FOUND'],
  },
  {
    name: 'QuestionNotFound',
    description: 'The company has no question with this key.',
    codes: ['QUESTION_NOT_FOUND'],
  },
  {
    name: 'MethodNotAllowed',
    description: 'The path was requested with a method other than GET.',
    codes: codesOf(405),
    header: { name: 'Allow', value: 'GET', description: 'The only method.' },
  },
  {
    name: 'RequestTimeout',
    description: 'The request did not arrive in time.',
    codes: codesOf(408),
  },
  {
    name: 'HeadersTooLarge',
    description: 'The URL and the headers are larger than 16 KiB.',
    codes: codesOf(431),
  },
  {
    name: 'InternalError',
    description: 'The service failed. The reason is in the log of its operator.',
    codes: codesOf(500),
  },
  {
    name: 'Unavailable',
    description:
      'The data of the company cannot be served at present, or its credentials cannot be checked.',
    codes: codesOf(503),
    header: {
      name: 'Retry-After',
      value: String(retryAfterSeconds),
      description: 'Seconds after which to try again.',
    },
  },
];

/** References to the shared responses by status; each lists the codes that are possible here. */
export function problemResponsesFor(
  possible: readonly ServiceProblemCode[],
): Readonly<Record<number, object>> {
  const responsesByStatus: Record<number, object> = {};
  for (const { name, description, codes } of responses) {
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

function problemResponse({ description, codes, header }: ProblemResponse): object {
  const statuses = [...new Set(codes.map(problemStatus))];
  return {
    description,
    ...(header === undefined
      ? {}
      : {
          headers: {
            [header.name]: {
              description: header.description,
              required: true,
              schema: { type: 'string', const: header.value },
            },
          },
        }),
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
  const fault = faultCodes.find((faultCode) => faultCode === code);
  const faults = fault === undefined ? [] : [faultExamples[fault]];
  return JSON.parse(problemBody({ code, faults }));
}

function codesOf(status: ProblemStatus): readonly ServiceProblemCode[] {
  return problemCodes.filter((code) => problemStatus(code) === status);
}

/** The responses that all operations share, by name. */
export function problemResponses(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    responses.map((response) => [response.name, problemResponse(response)]),
  );
}
