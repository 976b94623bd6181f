// The operations of the HTTP API, for its description: what each takes, and everything it can answer.
import { ANY, JSON_ONLY, WITH_TOKEN } from './openapi-codes.ts';
import { answers, body, json, parameter, queued, signed } from './openapi-parts.ts';
import type { ProblemCode } from './openapi-problems.ts';
import { JOBS, SECRET, STORE, UPSTREAM } from './openapi-problems.ts';
import { limit, ref } from './openapi-schemas.ts';
import { MAX_WAIT_SECONDS } from '../request-schemas.ts';

const BODY: readonly ProblemCode[] = [
  'BODY_ENCODING',
  'BODY_MISSING',
  'BODY_NOT_JSON',
  'BODY_SHAPE',
  'BODY_TOO_LARGE',
  'CONTENT_TYPE',
  'FIELD_INVALID',
  'FOLDER_KEY_INVALID',
  'WEEK_INVALID',
];
/** Of a report that is asked for by its address; what the caller doesn't see isn't there. */
const ONE: readonly ProblemCode[] = [
  ...WITH_TOKEN,
  ...UPSTREAM,
  ...JOBS,
  'WEEK_INVALID',
  'FOLDER_KEY_INVALID',
  'REPORT_NOT_FOUND',
];

export const week = parameter('path', 'week', 'An ISO 8601 week.', ref('Week'));
export const folder = parameter('path', 'folder', 'The key of a folder.', ref('FolderKey'));

export const listReports = {
  operationId: 'listReports',
  tags: ['Reports'],
  summary: 'Reports that are there, newest week first, folders by key',
  parameters: [
    parameter('query', 'week', 'Only of this week.', ref('Week')),
    parameter('query', 'folder', 'Only of this folder.', ref('FolderKey')),
    parameter('query', 'limit', 'Reports on a page.', limit),
    parameter('query', 'cursor', 'From the page before.', { type: 'string' }),
  ],
  ...answers(
    { 200: json('A page; it may be empty.', 'ReportPage') },
    [
      ...WITH_TOKEN,
      ...JSON_ONLY,
      ...UPSTREAM,
      'FIELD_REPEATED',
      'LIMIT_INVALID',
      'CURSOR_INVALID',
      'WEEK_INVALID',
      'FOLDER_KEY_INVALID',
    ],
    { allowed: ['GET', 'POST'] },
  ),
};

export const requestReport = {
  operationId: 'requestReport',
  tags: ['Reports'],
  summary: 'Asks for a report; asking twice is one job',
  parameters: [
    parameter(
      'header',
      'Prefer',
      `\`wait=N\`: wait up to N seconds, at most ${MAX_WAIT_SECONDS}, for the finished report.`,
      { type: 'string' },
    ),
  ],
  requestBody: body('ReportRequest'),
  ...answers(
    {
      200: json('The report is there.', 'ReportState'),
      202: queued,
    },
    [
      ...WITH_TOKEN,
      ...JSON_ONLY,
      ...BODY,
      ...UPSTREAM,
      ...JOBS,
      'FOLDER_NOT_FOUND',
      'REPORT_NOT_FOUND',
      'WEEK_NOT_CLOSED',
    ],
    { allowed: ['GET', 'POST'] },
  ),
};

export const getReport = {
  operationId: 'getReport',
  tags: ['Reports'],
  summary: 'A report, and whether a job for it waits or runs',
  ...answers(
    { 200: json('The report is there.', 'ReportState'), 202: queued },
    [...ONE, ...JSON_ONLY, 'FOLDER_NOT_FOUND', 'WEEK_NOT_CLOSED'],
    { allowed: ['GET'] },
  ),
};

const SAME_FOR_HEAD =
  'HEAD is answered as GET is, without a body; the address that it leads to is signed for HEAD, and that of GET for GET.';

export function download(name: string, format: string): object {
  return {
    operationId: `downloadReport${name}`,
    tags: ['Reports'],
    summary: `The report as ${format}`,
    description: SAME_FOR_HEAD,
    ...answers({ 302: signed }, ONE, { allowed: ['GET', 'HEAD'] }),
  };
}

export const makeLink = {
  operationId: 'makeLink',
  tags: ['Links'],
  summary: 'Makes a link that opens a report without a token',
  requestBody: body('LinkRequest'),
  ...answers(
    { 201: json('The link.', 'Link') },
    [...WITH_TOKEN, ...JSON_ONLY, ...BODY, ...UPSTREAM, ...SECRET, 'REPORT_NOT_FOUND'],
    { allowed: ['POST'] },
  ),
};

export const revokeLink = {
  operationId: 'revokeLink',
  tags: ['Links'],
  summary: 'Withdraws a link for good',
  description:
    'What no link key has made is not found. The id of a link that was made before ids had a check can’t be told from a made-up one: withdraw such a link by its token.',
  parameters: [
    parameter('path', 'id', 'Of the link, or its token: the part of its address after `/d/`.', {
      type: 'string',
    }),
  ],
  ...answers(
    { 204: { description: 'The link opens nothing any more.' } },
    [...WITH_TOKEN, ...JSON_ONLY, ...UPSTREAM, ...SECRET, 'LINK_NOT_FOUND'],
    { allowed: ['DELETE'] },
  ),
};

export const openLink = {
  operationId: 'openLink',
  tags: ['Links'],
  summary: 'Opens a capability link',
  description: `A browser shows a PDF and saves JSON. Other parameters than \`format\` are passed over, and so is a slash after the token. What went wrong is told by a page in the language of \`Accept-Language\`, or by problem JSON where \`Accept\` prefers JSON. ${SAME_FOR_HEAD}`,
  security: [],
  parameters: [
    parameter('path', 'token', 'As it was made.', { type: 'string' }),
    parameter('query', 'format', 'Which file.', {
      type: 'string',
      enum: ['pdf', 'json'],
      default: 'pdf',
    }),
  ],
  ...answers(
    { 302: signed },
    [
      ...STORE,
      ...SECRET,
      'URL_ENCODING',
      'METHOD_NOT_ALLOWED',
      'FIELD_INVALID',
      'FIELD_REPEATED',
      'LINK_INVALID',
      'LINK_EXPIRED',
      'LINK_REVOKED',
      'REPORT_GONE',
    ],
    { allowed: ['GET', 'HEAD'], isPage: true },
  ),
};

export const getDescription = {
  operationId: 'getDescription',
  tags: ['Description'],
  summary: 'This document',
  security: [],
  ...answers(
    {
      200: {
        description: 'OpenAPI 3.1.',
        content: { 'application/json': { schema: { type: 'object' } } },
      },
    },
    [...ANY, ...JSON_ONLY],
    { allowed: ['GET'] },
  ),
};
