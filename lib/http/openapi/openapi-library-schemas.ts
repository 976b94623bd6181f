// The bodies about folders, weeks and one report's files as JSON Schema, for the HTTP API's description.
import { object, orNull, ref } from './openapi-schemas.ts';

const key = ref('FolderKey');
const count = { type: 'integer', minimum: 0 };
const name = { type: 'string' };
const date = { type: 'string', format: 'date', pattern: String.raw`^\d{4}-\d{2}-\d{2}$` };
const instant = { type: 'string', format: 'date-time', description: 'A UTC instant.' };
const index = { type: ['number', 'null'] };
const address = { type: 'string', format: 'uri' };
const states = [
  'complete',
  'partial',
  'empty',
  'queued',
  'owed',
  'waiting',
  'failed',
  'damaged',
] as const;

const list = (items: object, description: string): object => ({
  type: 'array',
  items,
  description,
});
const seenParent = {
  ...orNull(key),
  description: 'Null where there is none, or the caller doesn’t see it.',
};
const dates = {
  week: ref('Week'),
  from: { ...date, description: 'Its Monday.', examples: ['2026-11-09'] },
  to: { ...date, description: 'The Monday after it; exclusive.', examples: ['2026-11-16'] },
};
const closesAt = { ...instant, description: 'UTC instant from which the week is over everywhere.' };
const kind = { indexType: { type: 'string' }, feedbackScale: { type: 'string' } };
const beforeAfter = (value: object): object =>
  object('In the revision before, and in this one.', { before: value, after: value });
const nullable = { type: ['integer', 'null'], minimum: 0 };
const changed = { responses: beforeAfter(nullable), index: beforeAfter(index) };

export const librarySchemas = {
  FolderList: object('The company’s folders now, as the caller sees them.', {
    data: list(
      object('A folder.', {
        key,
        parent: seenParent,
        name,
        surveys: list(
          object('A survey.', {
            key: { type: 'integer', minimum: 1 },
            name: { type: 'string', description: 'Of its question.' },
            timeZone: { type: 'string', description: 'IANA, as the reporting API spells it.' },
          }),
          'The folder’s own.',
        ),
      }),
      'Parents before children, siblings in the order of the reporting API.',
    ),
  }),
  WeekList: object('The weeks that there are to look at.', {
    latest: { ...ref('Week'), description: 'The last one that is over and settled everywhere.' },
    open: object('The first week that isn’t over everywhere yet.', { ...dates, closesAt }),
    data: {
      ...list(
        object('A week by its days.', dates),
        'Weeks of which something is kept that the caller sees, newest first.',
      ),
      maxItems: 120,
    },
  }),
  OverviewFigures: object('Of the whole subtree, as the standing report has them.', {
    surveys: { ...count, description: 'That belong in the week.' },
    responses: count,
    previousResponses: count,
    openAlerts: count,
    groups: list(
      object('The figures of one index type and scale.', {
        ...kind,
        surveys: count,
        responses: count,
        previousResponses: count,
        index,
        previousIndex: index,
        halfWidth: index,
        change: index,
        changeHalfWidth: index,
        changeIsClear: { type: ['boolean', 'null'] },
      }),
      'By indexType, then feedbackScale; unrounded.',
    ),
  }),
  OverviewFolder: object('How a folder’s week stands.', {
    key,
    name: { type: ['string', 'null'], description: 'Null where no report tells it.' },
    parent: seenParent,
    state: {
      type: 'string',
      enum: states,
      description:
        'Of a report that stands its status, or damaged when it can’t be read. Where none stands: queued while a job waits or runs, failed when the last one did, owed when it is due by the plan, waiting when it will be.',
    },
    job: orNull(
      object('The last job, while it waits or runs or when it failed, also beside a report.', {
        state: { type: 'string', enum: ['queued', 'failed'] },
        code: { type: ['string', 'null'], description: 'Why it failed, as in a problem.' },
      }),
    ),
    revision: orNull(ref('Revision')),
    asOf: { ...orNull(instant), description: 'UTC instant the data were read.' },
    dueAt: {
      ...orNull(instant),
      description: 'UTC instant from which the plan wants the report; null beside the plan.',
    },
    problems: { ...count, description: 'Of the report.' },
    figures: {
      ...orNull(ref('OverviewFigures')),
      description: 'Null where there is no report that can be read.',
    },
  }),
  WeekOverview: object('A week, folder by folder.', {
    ...dates,
    previousWeek: ref('Week'),
    isClosed: { type: 'boolean', description: 'Whether it is over everywhere.' },
    closesAt,
    plan: {
      type: 'string',
      enum: ['none', 'open', 'done', 'damaged'],
      description: 'Done: nothing of what the caller sees was missing or partial any more.',
    },
    totals: object(
      'Folders by state.',
      Object.fromEntries(states.map((state) => [state, count] as const)),
    ),
    folders: list(
      ref('OverviewFolder'),
      'Those that the caller sees, parents before children; none while the week isn’t over.',
    ),
  }),
  Report: {
    type: 'object',
    description:
      'The report, as lib/adapters/json/report.schema.json of the project describes it: it may have more members in later versions.',
    required: ['reportVersion', 'revision', 'week', 'folder', 'status', 'asOf', 'summary'],
    properties: {
      reportVersion: { type: 'string' },
      revision: ref('Revision'),
      week: ref('Week'),
      status: ref('Status'),
      asOf: instant,
      folder: { type: 'object' },
      summary: { type: 'object' },
    },
  },
  Changes: object('What differs from the revision before.', {
    revision: ref('Revision'),
    asOf: instant,
    status: beforeAfter(ref('Status')),
    responses: beforeAfter(count),
    previousResponses: beforeAfter(count),
    openAlerts: beforeAfter(count),
    groups: list(object('A group.', { ...kind, ...changed }), 'Whose counts differ.'),
    surveys: list(
      object('A survey.', { key: { type: 'integer', minimum: 1 }, ...changed }),
      'The folder’s own whose counts differ.',
    ),
    problemsSolved: list(ref('ReportProblem'), 'That are no more.'),
    problemsArisen: list(ref('ReportProblem'), 'That are new.'),
  }),
  RevisionList: object('The revisions of a report that can be had.', {
    data: {
      ...list(
        object('A revision.', {
          revision: ref('Revision'),
          asOf: { ...instant, description: 'UTC instant the data were read.' },
          status: ref('Status'),
          responses: count,
          changes: {
            ...orNull(ref('Changes')),
            description: 'Null in revision 1, and where the one before couldn’t be read any more.',
          },
        }),
        'Newest first.',
      ),
      minItems: 1,
    },
  }),
  LinkedFile: object('A file behind a link that needs no token until it expires.', {
    url: { ...address, description: 'Keep it to yourself: whoever has it has the file.' },
    name: { type: 'string', description: 'What a browser calls the file.' },
    bytes: count,
  }),
  ReportFiles: object('Where the report that stands is.', {
    view: { ...address, description: 'Shows the PDF, which `pdf` saves.' },
    pdf: ref('LinkedFile'),
    json: ref('LinkedFile'),
    expiresAt: { ...instant, description: 'UTC instant from which the links open nothing.' },
  }),
};
