// The operations about folders, weeks and what there is of one report, for the HTTP API's description.
import { JSON_ONLY, ONE_SEEN, WITH_TOKEN } from './openapi-codes.ts';
import { answers, json, parameter } from './openapi-parts.ts';
import { header, UPSTREAM } from './openapi-problems.ts';
import { ref } from './openapi-schemas.ts';

const GET_ALONE = { allowed: ['GET'] } as const;
const IF_NONE_MATCH = parameter('header', 'If-None-Match', 'What the caller has.', {
  type: 'string',
});
const OF_THESE_BYTES = header('ETag', 'Of these bytes.', { pattern: '^"[0-9a-f]{64}(-gzip)?"$' });
const ALREADY_THERE = {
  description: 'The caller has it already.',
  ...header('ETag', 'Of these bytes.', { pattern: '^"[0-9a-f]{64}"$' }),
};

export const listFolders = {
  operationId: 'listFolders',
  tags: ['Library'],
  summary: 'The company’s folders and surveys now',
  description: 'As they were at most five minutes ago.',
  ...answers(
    { 200: json('What the caller sees; it may be empty.', 'FolderList') },
    [...WITH_TOKEN, ...JSON_ONLY, ...UPSTREAM],
    GET_ALONE,
  ),
};

export const listWeeks = {
  operationId: 'listWeeks',
  tags: ['Library'],
  summary: 'The weeks that there are to look at',
  ...answers(
    { 200: json('The weeks.', 'WeekList') },
    [...WITH_TOKEN, ...JSON_ONLY, ...UPSTREAM],
    GET_ALONE,
  ),
};

export const getWeek = {
  operationId: 'getWeek',
  tags: ['Library'],
  summary: 'A week: how each folder stands, and its figures',
  parameters: [IF_NONE_MATCH],
  ...answers(
    {
      200: {
        ...json('The week, also one that isn’t over or that nothing is known of.', 'WeekOverview'),
        ...OF_THESE_BYTES,
      },
      304: ALREADY_THERE,
    },
    [...WITH_TOKEN, ...JSON_ONLY, ...UPSTREAM, 'WEEK_INVALID', 'ANSWER_TOO_LARGE'],
    GET_ALONE,
  ),
};

export const getContent = {
  operationId: 'getReportContent',
  tags: ['Library'],
  summary: 'The report’s JSON itself',
  description:
    'The bytes as they are stored. Over 4 MB, compressed where that is accepted, it can’t be answered: the file is behind `report.json`.',
  parameters: [
    parameter('query', 'revision', 'An older one; default: the one that stands.', ref('Revision')),
    IF_NONE_MATCH,
  ],
  ...answers(
    {
      200: { ...json('The report.', 'Report'), ...OF_THESE_BYTES },
      304: ALREADY_THERE,
    },
    [...ONE_SEEN, 'FIELD_INVALID', 'FIELD_REPEATED', 'ANSWER_TOO_LARGE'],
    GET_ALONE,
  ),
};

export const getRevisions = {
  operationId: 'listRevisions',
  tags: ['Library'],
  summary: 'The revisions of a report',
  description:
    'Superseded ones are found by what the one after each says of it; the list ends where none can be found.',
  ...answers(
    { 200: json('At least the one that stands.', 'RevisionList') },
    [...ONE_SEEN, 'ANSWER_TOO_LARGE'],
    GET_ALONE,
  ),
};

export const getFiles = {
  operationId: 'getReportFiles',
  tags: ['Library'],
  summary: 'Links to the files of a report, signed now',
  ...answers({ 200: json('They work for five minutes.', 'ReportFiles') }, ONE_SEEN, GET_ALONE),
};
