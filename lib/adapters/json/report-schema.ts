// The schema of a report, with its keys in the published order and a description of each.
// The published schema is generated from it; the compiler compares it with the domain's type. Unknown keys are ignored, so that
// reports of later releases can be read, and are never written.
import * as z from 'zod';
import type { Report } from '../../domain/report.ts';
import {
  count,
  counts,
  date,
  feedbackScale,
  folderName,
  index,
  indexType,
  key,
  offsetInstant,
  problem,
  revision,
  exactSchema,
  status,
  utcInstant,
  week,
} from '../../ports/common-schemas.ts';
import { growingEntries } from './later-values.ts';
import {
  alarmSummary,
  attention,
  closures,
  common,
  leaves,
  partSums,
  standard,
  why,
} from './signal-schema.ts';
import { figures, hour, minutesInWeek, option, surveyWeek, trend } from './survey-schema.ts';

// ── the subtree ─────────────────────────────────────────────────────────────────────────────────

const groupFigures = { ...figures, indexType, feedbackScale, surveys: count, common };
const group = z
  .object({
    ...groupFigures,
    trend,
    hours: z
      .array(
        z.object({
          weekday: z.int().min(1).max(7).meta({ description: '1 is Monday.' }),
          hour,
          data: counts,
        }),
      )
      .meta({ description: "By weekday, then hour, each in the survey's own local time." }),
    standard,
    spread: z.number().min(0),
    spread4: z.number().min(0),
    why,
    rest: z.number().nullable().meta({
      description: "The part of the difference that is older than the surveys' usual levels.",
    }),
    parts: partSums,
    leaves,
  })
  .meta({ id: 'Group', description: 'All surveys of one indexType and feedbackScale, pooled.' });

function summaryOf<G extends z.ZodType>(groups: G) {
  return {
    surveys: count.meta({
      description: 'Surveys that belong in the week, those that could not be read included.',
    }),
    surveysWithResponses: count,
    responses: count,
    previousResponses: count,
    groups: z
      .array(groups)
      .meta({ description: 'By indexType, then feedbackScale; never pooled with each other.' }),
    alerts: z.object({
      started: count.meta({ description: 'Began in the week.' }),
      carriedOver: count.meta({ description: 'Began before the week and were open in it.' }),
      open: count.meta({ description: 'Still open, of both kinds.' }),
    }),
    closed: closures,
    alarm: alarmSummary,
    openAlerts: z
      .array(
        z.object({
          key,
          folder: key,
          survey: key,
          alertSpecification: key,
          alertType: z.string(),
          beginTime: offsetInstant,
          minutesInWeek,
        }),
      )
      .meta({ description: 'Alerts that are still open, by beginTime, then key.' }),
    quiet: z
      .array(
        z.object({
          folder: key,
          survey: key,
          silentDays: z.int().min(0).max(7).meta({
            description: 'Local days without a response on which the survey was active.',
          }),
          responses: count,
        }),
      )
      .meta({
        description: 'Active surveys with a silent day or fewer responses than the minimum.',
      }),
  };
}

const reportSummary = z
  .object({
    ...summaryOf(group),
    questions: z
      .array(
        z.object({
          key,
          name: z.string(),
          surveys: count,
          surveysWithResponses: count,
          asking: z.object({ painPoints: count, highlights: count }).meta({
            description:
              'Surveys with responses this week that had one in the list, this week or last.',
          }),
        }),
      )
      .meta({ description: 'Questions that the surveys ask, by key.' }),
    places: z
      .array(
        z.object({
          folder: folderName,
          path: z.array(z.string()).meta({ description: 'Folders above, root first.' }),
          part: key.exactOptional().meta({ description: 'The direct subfolder in which it is.' }),
          surveys: z.array(folderName).meta({ description: 'With the names of their questions.' }),
        }),
      )
      .meta({
        description: 'Names of folders and surveys that other parts have by key only, by key.',
      }),
    attention,
  })
  .meta({ description: 'The whole subtree of the folder.' });

const subfolder = z
  .object({
    key,
    name: z.string(),
    status,
    revision,
    asOf: utcInstant,
    trend: z
      .array(z.number().nullable())
      .exactOptional()
      .meta({ description: 'The mean of the buttons, 0–100, of thirteen weeks, rounded.' }),
    summary: z
      .object(
        summaryOf(
          z.object(groupFigures).meta({
            id: 'GroupFigures',
            description: 'As Group, without its series and lists.',
          }),
        ),
      )
      .meta({ id: 'SubfolderSummary', description: 'The whole subtree of the subfolder.' }),
  })
  .meta({ id: 'Subfolder', description: 'A direct subfolder, as its own report has it.' });

const pooledOptions = z
  .array(
    z
      .object({
        ...option,
        data: counts.nullable().meta({
          description: 'null where surveys with different numbers of buttons name the option.',
        }),
        places: count.meta({ description: 'Surveys that name it in either week.' }),
        named: count.meta({ description: 'Surveys that name it this week.' }),
        asking: count.meta({
          description:
            'Surveys with responses this week that had one in the list under one of its questions, this week or last.',
        }),
        shared: z.boolean().meta({
          description: 'Named by at least two surveys and a fifth of those that ask.',
        }),
        questions: z.array(key).meta({ description: 'Questions under which it is named.' }),
      })
      .meta({
        id: 'PooledOption',
        description: 'A follow-up option of all surveys in the subtree.',
      }),
  )
  .meta({ description: 'Pooled by key over the subtree; most responses first, then by key.' });

const rankedPlace = z
  .object({
    folder: key.exactOptional(),
    survey: key.exactOptional(),
    name: z.string(),
    indexType,
    feedbackScale,
    index,
    responses: count,
    change: z.number().nullable(),
    rankScore: z.number().nullable().meta({
      description:
        'Only orders: the index pulled towards the mean of the places if responses are few.',
    }),
  })
  .refine((place) => (place.folder === undefined) !== (place.survey === undefined))
  .meta({
    id: 'RankedPlace',
    description: 'A direct subfolder or a survey of the folder itself, with responses.',
    oneOf: [
      { properties: { folder: true }, required: ['folder'] },
      { properties: { survey: true }, required: ['survey'] },
    ],
  });

// ── what changed since the revision before ──────────────────────────────────────────────────────

function beforeAfter<T extends z.ZodType>(value: T) {
  return z.object({ before: value, after: value });
}

const changedFigures = { responses: beforeAfter(count.nullable()), index: beforeAfter(index) };
const changes = z
  .object({
    revision: revision.meta({ description: 'The revision that is compared with.' }),
    asOf: utcInstant,
    status: beforeAfter(status),
    responses: beforeAfter(count),
    previousResponses: beforeAfter(count),
    openAlerts: beforeAfter(count),
    groups: z.array(z.object({ indexType, feedbackScale, ...changedFigures })).meta({
      description: 'Groups whose counts differ; null on the side that has no such group.',
    }),
    surveys: z.array(z.object({ key, ...changedFigures })).meta({
      description:
        "The folder's own surveys whose counts differ; null on the side that has no such survey.",
    }),
    problemsSolved: z.array(problem),
    problemsArisen: z.array(problem),
  })
  .meta({ id: 'Changes', description: 'What differs from the revision before.' });

export const reportSchema = exactSchema<Report>()(
  z
    .object({
      reportVersion: z.enum(['2', '3']),
      revision,
      week,
      from: date.meta({ description: 'The Monday on which the week begins.' }),
      to: date.meta({ description: 'The Monday after it; exclusive.' }),
      previousWeek: week,
      folder: z.object({
        ...folderName.shape,
        path: z
          .array(folderName)
          .meta({ description: 'Folders above, root first, without the folder itself.' }),
      }),
      status,
      asOf: utcInstant.meta({
        description: 'When the data were read; of merged reports the earliest.',
      }),
      problems: z
        .array(problem)
        .meta({ description: 'Of the whole subtree, by folder, survey, code.' }),
      changes: changes.nullable().meta({ description: 'null in revision 1.' }),
      summary: growingEntries(reportSummary),
      surveys: z.array(surveyWeek).meta({ description: "The folder's own surveys, by key." }),
      subfolders: z.array(subfolder).meta({ description: 'Direct subfolders, by key.' }),
      ranking: z
        .array(rankedPlace)
        .meta({ description: 'By group, then rankScore descending, then key.' }),
      painPoints: pooledOptions,
      highlights: pooledOptions,
    })
    .meta({
      title: 'Weekly feedback report of a folder',
      description:
        'Numbers are unrounded except in columns for lists, absent figures are null, and keys come in the order given here.',
    }),
);
