// The bodies that the HTTP API answers with, declared once: their OpenAPI schemas, and the types that the routes and
// the page share. The page imports the types alone.
import { z } from '@hono/zod-openapi';
import { ENTRY_STATES } from '../domain/signals/model.ts';

/** What a schema describes, read-only, with optional members left out rather than undefined. */
export type Body<S extends z.ZodType> = ReadonlyDeep<z.output<S>>;
type ReadonlyDeep<T> = T extends readonly (infer Item)[]
  ? readonly ReadonlyDeep<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: ReadonlyDeep<Exclude<T[K], undefined>> }
    : T;

export function list<S extends z.ZodType>(
  items: S,
  description: string,
): z.ZodReadonly<z.ZodArray<S>> {
  return z.array(items).readonly().openapi({ description });
}

/** A union, since the generator describes `.nullable()` of a named schema as one that null doesn't satisfy. */
export function orNull<S extends z.ZodType>(
  schema: S,
  description?: string,
): z.ZodUnion<readonly [S, z.ZodNull]> {
  const union = z.union([schema, z.null()]);
  return description === undefined ? union : union.openapi({ description });
}

export const text = z.string();
const count = z.int().min(0);
const index = z.number().nullable();
const date = text.regex(/^\d{4}-\d{2}-\d{2}$/).openapi({ format: 'date' });
export const instant = text.openapi({ format: 'date-time', description: 'A UTC instant.' });
/** Who has set or written something. */
export const caller = text.openapi({
  description: 'The id of a caller, or "shell". An id shows neither token nor user.',
});
const address = text.openapi({ format: 'uri' });
const surveyKey = z.int().min(1);
const key = z.int().min(1).openapi({ maximum: Number.MAX_SAFE_INTEGER });

export const weekSchema = text.regex(/^\d{4}-W\d{2}$/).openapi('Week', {
  description: 'An ISO 8601 week, Monday to Sunday.',
  examples: ['2026-W46'],
});
export const folderKeySchema = key.openapi('FolderKey', {
  description: 'The key of a folder in the reporting API.',
  examples: [41_001],
});
export const revisionSchema = z.int().min(1).openapi('Revision', {
  description: 'Counts from 1; each later one supersedes the one before.',
});
export const reportStatus = z.enum(['complete', 'partial', 'empty']).openapi('Status', {
  description:
    'Partial: something due is missing, see `problems`. Empty: every call succeeded and there were no responses.',
});
const asOf = instant.openapi({ description: 'UTC instant the data were read.' });

const storedFile = z
  .strictObject({
    key: text.openapi({ description: 'Relative to the root of the report store.' }),
    bytes: count,
    sha256: text.regex(/^[0-9a-f]{64}$/),
  })
  .openapi('StoredFile', { description: 'A file of a report, which never changes.' });

const reportProblem = z
  .strictObject({
    code: text,
    survey: key.optional(),
    folder: key.optional(),
    message: text,
    missing: z.boolean().openapi({ description: 'Whether something due is not in the report.' }),
  })
  .openapi('ReportProblem', { description: 'Something odd about the data of a report.' });

const manifest = z
  .strictObject({
    week: weekSchema,
    folder: z
      .strictObject({ key: folderKeySchema, name: text })
      .openapi({ description: 'The folder of the report.' }),
    revision: revisionSchema,
    status: reportStatus,
    asOf,
    files: z
      .strictObject({ pdf: storedFile, json: storedFile })
      .openapi({ description: 'The report in both formats.' }),
    problems: z.array(reportProblem).readonly(),
    madeBy: text.optional().openapi({ description: 'The release that made it, where known.' }),
    settings: text.optional().openapi({
      description:
        'Digest of the accepted changes and targets that it was made with; missing without any.',
    }),
    contains: z.record(z.string(), revisionSchema).optional().openapi({
      description:
        'The revisions of the reports directly below that it contains, by folder; missing in reports of early releases.',
    }),
  })
  .openapi('Manifest', { description: 'A stored report.' });

export const reportStateSchema = z
  .strictObject({
    report: orNull(manifest, 'The current revision; null until the first one is stored.'),
    status: z.enum(['queued', 'complete', 'partial', 'empty']).openapi({
      description:
        'Queued while a job for the report waits or runs, else the status of the report.',
    }),
    links: z.strictObject({ self: address, pdf: address, json: address }).openapi({
      description: 'Addresses of the report. They need the token; a capability link does not.',
    }),
  })
  .openapi('ReportState', { description: 'A report and the state of its job.' });
/** A report and the state of its job. */
export type ReportStateBody = Body<typeof reportStateSchema>;

/** Reports on a page of a list. */
export const MAX_LIMIT = 100;

export const reportPageSchema = z
  .strictObject({
    data: z.array(manifest).max(MAX_LIMIT).readonly(),
    cursor: orNull(text, 'The cursor of the next page; null on the last.'),
  })
  .openapi('ReportPage', { description: 'A page of reports.' });

export const linkSchema = z
  .strictObject({
    id: text.openapi({ description: 'Revokes the link; it opens nothing.' }),
    url: address,
    folder: folderKeySchema,
    week: orNull(weekSchema, 'Null, like `revision`, for the latest report.'),
    revision: orNull(revisionSchema),
    expiresAt: instant,
  })
  .openapi('Link', { description: 'A capability link: its holder can open the report.' });
/** A capability link. */
export type LinkBody = Body<typeof linkSchema>;

const parentFolder = orNull(
  folderKeySchema,
  'Null where there is none, or the caller doesn’t see it.',
);

export const folderListSchema = z
  .strictObject({
    data: list(
      z
        .strictObject({
          key: folderKeySchema,
          parent: parentFolder,
          name: text,
          surveys: list(
            z
              .strictObject({
                key: surveyKey,
                name: text.openapi({ description: 'The name of its question.' }),
                timeZone: text.openapi({ description: 'IANA, as the reporting API spells it.' }),
              })
              .openapi({ description: 'A survey.' }),
            'The folder’s own.',
          ),
        })
        .openapi({ description: 'A folder.' }),
      'Parents before children, siblings in the order of the reporting API.',
    ),
  })
  .openapi('FolderList', { description: 'The company’s current folders that the caller sees.' });
export type FolderList = Body<typeof folderListSchema>;
export type LibraryFolder = FolderList['data'][number];

const weekDates = {
  week: weekSchema,
  from: date.openapi({ description: 'Its Monday.', examples: ['2026-11-09'] }),
  to: date.openapi({ description: 'The Monday after it; exclusive.', examples: ['2026-11-16'] }),
};
const weekDatesSchema = z.strictObject(weekDates).openapi({ description: 'A week and its days.' });
/** A week and its days. */
export type WeekDates = Body<typeof weekDatesSchema>;
const closesAt = instant.openapi({
  description: 'UTC instant from which the week is over in every time zone.',
});

export const meSchema = z
  .strictObject({
    reader: z
      .strictObject({
        address: z.string().openapi({ description: 'Shortened: "a…@example.com".' }),
        folder: folderKeySchema.openapi({ description: 'The folder of the reports.' }),
      })
      .nullable()
      .openapi({ description: 'Null for a caller who may do more than read.' }),
    notes: z.boolean().openapi({ description: 'Whether places have owners and notes here.' }),
  })
  .openapi('Me', { description: 'Who the caller is.' });
export type Me = Body<typeof meSchema>;

export const weekListSchema = z
  .strictObject({
    latest: weekSchema.openapi({
      description: 'The last week that is over and settled in every time zone.',
    }),
    open: z
      .strictObject({ ...weekDates, closesAt })
      .openapi({ description: 'The first week that isn’t over in every time zone.' }),
    data: z.array(weekDatesSchema).max(120).readonly().openapi({
      description: 'Weeks with stored data that the caller sees, newest first.',
    }),
  })
  .openapi('WeekList', { description: 'The weeks that can be shown.' });
export type WeekList = Body<typeof weekListSchema>;

const groupKey = { indexType: text, feedbackScale: text };

const weeks = count.nullable().openapi({ description: 'Calendar weeks from `since` to this one.' });
const basis = z.enum(['week', 'fourWeeks', 'year']).nullable().openapi({
  description: 'What low or high rests on: this week, the last four, or the year before.',
});
const since = orNull(weekSchema, 'The first week of a low or high run.');
const lossWeek = index.openapi({
  description: 'As if so many guests had pressed the worst instead of the best button.',
});
const lossTotal = index.openapi({ description: 'The same since `since`.' });

const overviewLevel = z
  .strictObject({
    state: z
      .enum(['silent', 'new', 'still', 'recovered', 'better', 'newPlace', 'tooFew', 'usual'])
      .nullable()
      .openapi({
        description:
          'What to say of the week; null where the weeks before could not be read and in a report of an earlier version.',
      }),
    verdict: z.enum(['low', 'usual', 'high', 'tooFew', 'new']).nullable().openapi({
      description: 'new: too few earlier weeks to compare with; tooFew: too few responses.',
    }),
    basis,
    usual: index.openapi({ description: 'The level that the week is compared with.' }),
    lower: index.openapi({ description: 'Lower limit of ordinary weeks.' }),
    upper: index.openapi({ description: 'Upper limit of ordinary weeks.' }),
    was: index.openapi({ description: 'The level of the low weeks from which a place recovered.' }),
    since,
    weeks,
    lossWeek,
    lossTotal,
  })
  .openapi('OverviewLevel', {
    description:
      'What the index says beside the weeks before: of the only survey where there is one, else of all surveys together.',
    examples: [
      {
        ...{ state: 'still', verdict: 'low', basis: 'week', usual: 68.2, lower: 64.1, upper: 72.3 },
        ...{ was: null, since: '2026-W42', weeks: 5, lossWeek: 21.4, lossTotal: 96.7 },
      },
    ],
  });

const overviewFigures = z
  .strictObject({
    surveys: count.openapi({ description: 'Surveys that belong in the week.' }),
    responses: count,
    previousResponses: count,
    openAlerts: count,
    groups: list(
      z
        .strictObject({
          ...groupKey,
          surveys: count,
          responses: count,
          previousResponses: count,
          index,
          previousIndex: index,
          halfWidth: index,
          change: index,
          changeHalfWidth: index,
          changeIsClear: z.boolean().nullable(),
          level: overviewLevel,
          common: orNull(
            z
              .strictObject({
                shift: z.number(),
                se: z.number(),
                median: z.number(),
                places: count,
                below: count,
              })
              .openapi({ description: 'The change of all surveys together.' }),
            'What the surveys have in common; null with fewer than eight.',
          ),
          lost: index.openapi({
            description:
              'The sum of `lossTotal` of the entries `new` and `still`; null in a report of an earlier version.',
          }),
          trend: list(
            index,
            'The index of each of the last weeks, this one last; null with too few responses. Empty where it is not known.',
          ),
        })
        .openapi({ description: 'The figures of one index type and scale.' }),
      'By indexType, then feedbackScale; unrounded.',
    ),
  })
  .openapi('OverviewFigures', {
    description: 'Figures of the whole subtree, as in the current revision of the report.',
  });
export type OverviewFigures = Body<typeof overviewFigures>;
/** The figures of one index type and scale, without counts by button. */
export type OverviewGroup = OverviewFigures['groups'][number];

const OVERVIEW_STATES = [
  'complete',
  'partial',
  'empty',
  'queued',
  'owed',
  'waiting',
  'failed',
  'damaged',
] as const;
/**
 * State of a folder. With a stored report: its status, or "damaged" when it can't be read. Without one: "queued" while a
 * job waits or runs, "failed" when the last one failed, "owed" when the report is due by the plan, "waiting" when it will
 * be.
 */
export type OverviewState = (typeof OVERVIEW_STATES)[number];

const overviewFolder = z
  .strictObject({
    key: folderKeySchema,
    name: text.nullable().openapi({ description: 'Null where no readable report has it.' }),
    parent: parentFolder,
    state: z.enum(OVERVIEW_STATES).openapi({
      description:
        'Of a stored report: its status, or damaged when it can’t be read. Without one: queued while a job waits or runs, failed when the last one failed, owed when it is due by the plan, waiting when it will be.',
    }),
    job: orNull(
      z
        .strictObject({
          state: z.enum(['queued', 'failed']),
          code: text.nullable().openapi({ description: 'Why it failed, as in a problem.' }),
        })
        .openapi({
          description:
            'The last job while it waits or runs or when it failed, also when a report is stored.',
        }),
    ),
    revision: orNull(revisionSchema),
    asOf: orNull(instant, 'UTC instant the data were read.'),
    dueAt: orNull(
      instant,
      'UTC instant from which the report is due by the plan; null for a folder outside the plan.',
    ),
    problems: count.openapi({ description: 'Problems of the report.' }),
    figures: orNull(overviewFigures, 'Null where no report can be read.'),
    isLeaf: z.boolean().openapi({ description: 'Whether no listed folder is below it.' }),
  })
  .openapi('OverviewFolder', { description: 'The state of a folder in a week.' });
export type OverviewFolder = Body<typeof overviewFolder>;

const namedItem = { key, name: text };
const path = list(text, 'The names of the folders above it that the caller sees, topmost first.');
const entryStates = {
  state: z.enum(ENTRY_STATES),
  strength: z.number().openapi({ description: 'Standard deviations; 0 where there is no test.' }),
  impact: z.number().openapi({ description: 'Orders the entries of a state.' }),
  held: z.boolean(),
};
const weekday = z.int().min(1).max(7);
const reason = orNull(
  z
    .discriminatedUnion('kind', [
      z.strictObject({
        kind: z.enum(['painPoint', 'highlight']),
        option: z.strictObject(namedItem).openapi({ description: 'The option.' }),
        presses: count,
        previousPresses: count.nullable().openapi({ description: 'Null in a state that lasts.' }),
        listPresses: count.openapi({ description: 'Presses of all options of the list.' }),
      }),
      z.strictObject({
        kind: z.enum(['weekday', 'part']),
        at: z.int().min(0).max(7).openapi({
          description: 'Weekday from 1, or part of the day from 0.',
        }),
        responses: count,
        index: z.number(),
        usual: z.number(),
      }),
    ])
    .openapi({ description: 'A reason.' }),
  'What the follow-ups or the hours say of a change.',
);

const attentionEntry = z
  .strictObject({
    ...entryStates,
    also: list(
      z.strictObject(entryStates).openapi({ description: 'A state.' }),
      'Other states for which it would be listed.',
    ),
    weak: z.boolean(),
    material: z.boolean(),
    peerFolder: orNull(
      z.strictObject(namedItem).openapi({ description: 'A folder.' }),
      'The folder in which it was compared with others of its kind.',
    ),
    relative: index,
    common: index,
    folder: z.strictObject(namedItem).openapi({ description: 'The folder of the survey.' }),
    path,
    survey: z
      .strictObject(namedItem)
      .openapi({ description: 'The survey, with the name of its question.' }),
    ...groupKey,
    figures: z
      .strictObject({
        index,
        usual: index,
        was: index,
        responses: count,
        since,
        weeks,
        basis,
        lossWeek,
        lossTotal,
        fromDay: weekday.nullable(),
        days: count.nullable(),
        ongoing: z.boolean().nullable(),
        expected: index,
        silentWeeks: count.nullable(),
        weekBeforeEmpty: z.boolean(),
        badMinutes: z.number(),
        volumeUsual: index,
        volumeWeeks: count.nullable(),
        ratio: index,
      })
      .openapi({ description: 'Those of its states.' }),
    reason,
    trend: list(index, 'The index of each of the last weeks; null with too few responses.'),
  })
  .openapi('AttentionEntry', { description: 'A survey that needs attention, or got better.' });

const unreadPlace = z
  .strictObject({
    folder: orNull(
      z.strictObject({ key: folderKeySchema, name: text }),
      'Null where it has no name.',
    ),
    path,
    survey: orNull(z.strictObject(namedItem), 'Null where the whole folder is meant.'),
    part: z
      .enum(['survey', 'followUps', 'alerts'])
      .nullable()
      .openapi({ description: 'What of it is missing; null for all.' }),
    code: text.openapi({ description: 'Why, as in the problems of a report.' }),
  })
  .openapi('UnreadPlace', { description: 'Something that is due and could not be read.' });

const overviewAttention = z
  .strictObject({
    isComplete: z.boolean().openapi({
      description:
        'Whether everything that is due was read, so that an empty list means that all is well.',
    }),
    surveys: count,
    places: count.openapi({ description: 'Surveys with a known level.' }),
    threshold: z.number().openapi({
      description: 'Standard deviations that an entry needs; the largest of several reports.',
    }),
    counts: z
      .strictObject({
        silent: count,
        new: count,
        still: count,
        volumeLow: count,
        inAlarm: count,
        standingLow: count,
        recovered: count,
        better: count,
      } satisfies Record<(typeof ENTRY_STATES)[number], z.ZodType>)
      .openapi({ description: 'Listed surveys by state.' }),
    entries: list(attentionEntry, 'By state in the order of the list, then by impact.'),
    weak: list(
      z
        .strictObject({ folder: folderKeySchema, survey: surveyKey, name: text })
        .openapi({ description: 'A survey, with the name of its question.' }),
      'Surveys that are a little low, not clearly among so many.',
    ),
    truncated: count.openapi({ description: 'Listed surveys that have no entry.' }),
    unread: list(unreadPlace, 'What could not be read.'),
  })
  .openapi('Attention', { description: 'The places that need attention, by the topmost reports.' });
export type OverviewAttention = Body<typeof overviewAttention>;

const stateTotals = z
  .strictObject({
    complete: count,
    partial: count,
    empty: count,
    queued: count,
    owed: count,
    waiting: count,
    failed: count,
    damaged: count,
  } satisfies Record<OverviewState, z.ZodType>)
  .openapi({ description: 'Folders by state.' });

export const weekOverviewSchema = z
  .strictObject({
    ...weekDates,
    previousWeek: weekSchema,
    isClosed: z.boolean().openapi({ description: 'Whether it is over in every time zone.' }),
    closesAt,
    plan: z.enum(['none', 'open', 'done', 'damaged']).openapi({
      description: 'Done: no report that the caller sees is missing or partial any more.',
    }),
    totals: stateTotals,
    attention: orNull(
      overviewAttention,
      'Null where no topmost folder that the caller sees has a report with levels.',
    ),
    folders: list(
      overviewFolder,
      'Those that the caller sees, parents before children; none until the week is over.',
    ),
  })
  .openapi('WeekOverview', { description: 'A week, folder by folder.' });
export type WeekOverview = Body<typeof weekOverviewSchema>;

/** Sent as stored: lib/adapters/json/report-schema.ts validates it, and `Report` of the domain is its type. */
export const reportSchema = z
  .object({
    reportVersion: text,
    revision: revisionSchema,
    week: weekSchema,
    folder: z.object({}),
    status: reportStatus,
    asOf: instant,
    summary: z.object({}),
  })
  .openapi('Report', {
    description:
      'The report, as lib/adapters/json/report.schema.json of the project describes it: it may have more members in later versions.',
  });

export const reportViewSchema = z
  .object({
    kind: z.enum(['folder', 'place']),
    language: text,
    direction: z.enum(['ltr', 'rtl']),
    folder: folderKeySchema,
    week: weekSchema,
    revision: revisionSchema,
    asOf: instant,
    name: text,
    finding: z.object({
      state: text,
      headline: text.openapi({ description: 'The most important sentence of the report.' }),
      details: list(text, 'Further sentences.'),
    }),
  })
  .openapi('ReportView', {
    description:
      'What a report says, chosen, ordered and worded as the page shows it. Its further members can change with each release.',
  });

function beforeAfter<S extends z.ZodType>(value: S): z.ZodObject<{ before: S; after: S }> {
  return z
    .strictObject({ before: value, after: value })
    .openapi({ description: 'In the revision before, and in this one.' });
}

const changed = { responses: beforeAfter(count.nullable()), index: beforeAfter(index) };

const reportChanges = z
  .strictObject({
    revision: revisionSchema,
    asOf: instant,
    status: beforeAfter(reportStatus),
    responses: beforeAfter(count),
    previousResponses: beforeAfter(count),
    openAlerts: beforeAfter(count),
    groups: list(
      z.strictObject({ ...groupKey, ...changed }).openapi({ description: 'A group.' }),
      'Groups whose counts differ.',
    ),
    surveys: list(
      z.strictObject({ key: surveyKey, ...changed }).openapi({ description: 'A survey.' }),
      'The folder’s own surveys whose counts differ.',
    ),
    problemsSolved: list(reportProblem, 'Problems that are solved.'),
    problemsArisen: list(reportProblem, 'Problems that are new.'),
  })
  .openapi('Changes', { description: 'What differs from the revision before.' });

export const revisionListSchema = z
  .strictObject({
    data: z
      .array(
        z
          .strictObject({
            revision: revisionSchema,
            asOf,
            status: reportStatus,
            responses: count,
            changes: orNull(
              reportChanges,
              'Null in revision 1, and where the one before could no longer be read.',
            ),
          })
          .openapi({ description: 'A revision.' }),
      )
      .min(1)
      .readonly()
      .openapi({ description: 'Newest first.' }),
  })
  .openapi('RevisionList', { description: 'The revisions of a report that are still available.' });
export type RevisionList = Body<typeof revisionListSchema>;

const linkedFile = z
  .strictObject({
    url: address.openapi({ description: 'Keep it secret: its holder can read the file.' }),
    name: text.openapi({ description: 'The file name that a browser saves it under.' }),
    bytes: count,
  })
  .openapi('LinkedFile', {
    description: 'A file behind a link that needs no token until it expires.',
  });
export type LinkedFile = Body<typeof linkedFile>;

export const reportFilesSchema = z
  .strictObject({
    revision: revisionSchema,
    view: address.openapi({ description: 'Shows the PDF, which `pdf` saves.' }),
    pdf: linkedFile,
    json: linkedFile,
    expiresAt: instant.openapi({ description: 'UTC instant at which the links expire.' }),
  })
  .openapi('ReportFiles', { description: 'Signed links to the files of a report.' });
/** Signed links to the files of a report. */
export type ReportFiles = Body<typeof reportFilesSchema>;
