// The bodies of the HTTP API as JSON Schema, for its description.
import { LINK_DAYS } from '../../links/make-link.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../request-schemas.ts';

export const ref = (name: string): { readonly $ref: string } => ({
  $ref: `#/components/schemas/${name}`,
});

export function object(
  description: string,
  properties: Readonly<Record<string, object>>,
  optional: readonly string[] = [],
): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: 'object', description, properties, required, additionalProperties: false };
}

export function orNull(schema: object): object {
  return { anyOf: [schema, { type: 'null' }] };
}

const week = {
  type: 'string',
  pattern: String.raw`^\d{4}-W\d{2}$`,
  description: 'An ISO 8601 week, Monday to Sunday.',
  examples: ['2026-W46'],
};
const key = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };
const instant = { type: 'string', format: 'date-time', description: 'A UTC instant.' };
const address = { type: 'string', format: 'uri' };
const status = { type: 'string', enum: ['complete', 'partial', 'empty'] };
const revision = { type: 'integer', minimum: 1 };
const days = {
  type: 'integer',
  minimum: LINK_DAYS.least,
  maximum: LINK_DAYS.most,
  default: LINK_DAYS.fallback,
};
export const limit = {
  type: 'integer',
  minimum: 1,
  maximum: MAX_LIMIT,
  default: DEFAULT_LIMIT,
};

export const schemas = {
  Week: week,
  FolderKey: { ...key, description: 'Of the reporting API.', examples: [41_001] },
  Revision: {
    ...revision,
    description: 'Counts from 1; each later one supersedes the one before.',
  },
  Status: {
    ...status,
    description:
      'Partial: something due is missing, as `problems` tells. Empty: every call succeeded and there were no responses.',
  },
  StoredFile: object('A file of a report, which never changes.', {
    key: { type: 'string', description: 'Relative to the root of the store.' },
    bytes: { type: 'integer', minimum: 0 },
    sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
  }),
  ReportProblem: object(
    'Something odd about the data of a report.',
    {
      code: { type: 'string' },
      survey: key,
      folder: key,
      message: { type: 'string' },
      missing: { type: 'boolean', description: 'Whether something due is not in the report.' },
    },
    ['survey', 'folder'],
  ),
  Manifest: object('A report that is there.', {
    week: ref('Week'),
    folder: object('Whose report it is.', { key: ref('FolderKey'), name: { type: 'string' } }),
    revision: ref('Revision'),
    status: ref('Status'),
    asOf: { ...instant, description: 'UTC instant the data were read.' },
    files: object('The report, twice.', { pdf: ref('StoredFile'), json: ref('StoredFile') }),
    problems: { type: 'array', items: ref('ReportProblem') },
  }),
  ReportState: object('A report and what is being done about it.', {
    report: {
      ...orNull(ref('Manifest')),
      description: 'What stands now; null while the first revision is made.',
    },
    status: {
      type: 'string',
      enum: ['queued', ...status.enum],
      description: 'Queued while a job for it waits or runs, else that of the report.',
    },
    links: object('Where it is. They need the token; a capability link does not.', {
      self: address,
      pdf: address,
      json: address,
    }),
  }),
  ReportPage: object('A page of reports.', {
    data: { type: 'array', items: ref('Manifest'), maxItems: MAX_LIMIT },
    cursor: {
      ...orNull({ type: 'string' }),
      description: 'Asks for the next page; null on the last.',
    },
  }),
  ReportRequest: object(
    'Which report is wanted.',
    {
      folder: ref('FolderKey'),
      week: { ...week, description: 'Default: the last one that is over and settled everywhere.' },
      force: {
        type: 'boolean',
        default: false,
        description: 'Make a new revision also of a report that is there.',
      },
    },
    ['week', 'force'],
  ),
  LinkRequest: object(
    'What a link shall open, and for how long.',
    {
      folder: ref('FolderKey'),
      week: {
        ...week,
        description:
          'The link opens the revision that stands now, for ever the same bytes. Without it: the newest report at any time.',
      },
      expiresInDays: days,
    },
    ['week', 'expiresInDays'],
  ),
  Link: object('A capability link: whoever has it can open the report.', {
    id: { type: 'string', description: 'Withdraws the link; it opens nothing.' },
    url: address,
    folder: ref('FolderKey'),
    week: { ...orNull(ref('Week')), description: 'Null, like `revision`, for the newest report.' },
    revision: orNull(ref('Revision')),
    expiresAt: instant,
  }),
  Problem: object(
    'RFC 9457 problem details.',
    {
      type: { type: 'string', const: 'about:blank' },
      title: { type: 'string' },
      status: { type: 'integer', minimum: 400, maximum: 599 },
      code: { type: 'string', description: 'Stable; what programs should look at.' },
      detail: { type: 'string', description: 'For people; may change.' },
      folder: { ...key, description: 'That was asked for.' },
      week: { type: 'string', description: 'That was asked for.' },
      revision: { ...revision, description: 'That was asked for.' },
      closesAt: { ...instant, description: 'When the week is over for the folder.' },
    },
    ['folder', 'week', 'revision', 'closesAt'],
  ),
};
