// The schemas of signals: verdicts, hour cells, silence, volume, alarms, the attention list, leagues and reasons of changes.
import * as z from 'zod';
import {
  count,
  counts,
  feedbackScale,
  folderName,
  index,
  indexType,
  key,
  share,
  week,
} from './common-schemas.ts';

const p = z.number().min(0).max(1).nullable();
const keys = { folder: key, survey: key };

export const signal = z
  .object({
    verdict: z.enum(['better', 'worse', 'usual', 'new', 'tooFew']).meta({
      description: 'new: fewer than six earlier weeks to compare with; tooFew: too few responses.',
    }),
    reasons: z.array(z.enum(['outsideLimits', 'twoOfThree', 'levelChanged', 'backToEarlier'])),
    usual: index,
    lower: index.meta({ description: 'Lower limit of ordinary weeks, within the scale.' }),
    upper: index.meta({ description: 'Upper limit of ordinary weeks, within the scale.' }),
    sd: z.number().min(0).nullable(),
    extraSd: z.number().min(0).nullable().meta({
      description: 'The part of `sd` that does not come from the number of responses.',
    }),
    weeksUsed: count.nullable().meta({ description: 'Earlier weeks that `usual` comes from.' }),
    since: week.nullable(),
    weeks: count.nullable().meta({ description: 'Calendar weeks from `since` to this one.' }),
    phaseSince: week.nullable().meta({ description: 'The first of the `weeksUsed`.' }),
    earlierUsual: index.meta({ description: 'The usual level before the level changed.' }),
    difference: z.number().nullable().meta({ description: 'index - usual.' }),
    lost: z.number().nullable().meta({
      description:
        'As if so many guests had pressed the worst instead of the best button since `since`; negative when better.',
    }),
    p: p.meta({ description: 'Orders lists only.' }),
  })
  .nullable()
  .meta({
    id: 'Signal',
    description:
      'What the index says beside the twelve weeks before; null in figures from a report of version "1".',
  });

const weekday = z.int().min(1).max(7).meta({ description: '1 is Monday.' });
const part = z.int().min(0).max(3).meta({ description: 'Six hours from local midnight on.' });

export const surveyCells = z
  .array(
    z
      .object({
        weekday,
        part,
        responses: count,
        difference: z.number().nullable().meta({
          description: "Index of these hours minus the survey's index of the week.",
        }),
        p,
        clear: z.boolean().meta({ description: 'Whether the difference is more than chance.' }),
      })
      .meta({ id: 'SurveyCell', description: 'A six-hour part of a weekday with responses.' }),
  )
  .meta({ description: 'Six-hour parts with responses, by weekday, then part.' });

export const groupCells = z
  .array(
    z
      .object({
        weekday,
        part,
        n: count,
        observed: z.number().nullable(),
        expected: z.number().nullable(),
        variance: z.number().min(0).nullable(),
      })
      .meta({
        id: 'GroupCell',
        description: 'Sums over the surveys: n times the index, observed and expected.',
      }),
  )
  .meta({ description: 'Six-hour parts with responses, by weekday, then part.' });

const fromDay = z.int().min(0).max(6).meta({ description: '0 is Monday.' });
const ongoing = z.boolean().meta({ description: 'Whether it lasts to the end of the week.' });
const expected = z.number().min(0).meta({ description: 'Responses that usual days had.' });

export const silence = z
  .object({
    fromDay,
    days: z.int().min(1).max(7).meta({ description: 'Open days without a response.' }),
    ongoing,
    expected,
    p: z.number().min(0).max(1),
  })
  .nullable()
  .meta({ id: 'Silence', description: 'Days without responses that are not chance.' });

export const volume = z
  .object({
    verdict: z.enum(['low', 'high', 'usual', 'new']),
    usual: z.number().min(0).nullable().meta({ description: 'Responses of a usual week.' }),
    ratio: z.number().min(0).nullable(),
    z: z.number().nullable(),
    p,
  })
  .nullable()
  .meta({ id: 'Volume', description: 'null in a report of version "1".' });

const minutes = z.number().min(0);
export const alarmMinutes = {
  badMinutes: minutes.meta({ description: 'Minutes of the week in which a bad alert was open.' }),
  goodMinutes: minutes,
};
export const alarm = z
  .object({
    ...alarmMinutes,
    groups: z.array(
      z.object({
        alertSpecification: key,
        alertType: z.string(),
        direction: z.enum(['bad', 'good', 'neutral']),
        count,
        started: count,
        carriedOver: count,
        open: count,
        minutesInAlarm: minutes,
        longestMinutes: minutes,
      }),
    ),
  })
  .nullable()
  .meta({ id: 'Alarm', description: 'null when alerts could not be read.' });

export const leaves = z
  .array(
    z
      .object({
        ...keys,
        data: counts,
        previousData: counts,
        usualData: counts.nullable().meta({ description: 'Sum of the `usualWeeks`.' }),
        usualWeeks: count.nullable(),
      })
      .meta({ id: 'Leaf', description: 'The counts of one survey of the subtree.' }),
  )
  .max(500)
  .meta({ description: 'Surveys of the subtree, most responses first, then by key.' });

export const otherLeaves = z
  .object({ data: counts, previousData: counts })
  .nullable()
  .meta({ description: 'The sum of the surveys that are not in `leaves`.' });

export const why = z
  .array(
    z.object({
      ...keys,
      rate: z.number().meta({ description: "Through the survey's own index." }),
      mix: z.number().meta({ description: 'Through its part of the responses.' }),
    }),
  )
  .max(5)
  .nullable()
  .meta({ description: 'Surveys that changed the index most; null without usual weeks.' });

export const league = z
  .object({
    basis: z.enum(['funnel', 'intervals']),
    target: z.number(),
    tau: z.number().min(0).nullable(),
    places: z.array(
      z
        .object({
          ...keys,
          index: z.number(),
          responses: count,
          rankScore: z.number(),
          shrunkIndex: z.number().nullable(),
          z: z.number().nullable(),
          p,
          funnel: z.enum(['low', 'high']).nullable(),
          rankFrom: z.int().min(1),
          rankTo: z.int().min(1),
        })
        .meta({ id: 'LeaguePlace', description: 'A survey compared with the others of its kind.' }),
    ),
  })
  .nullable()
  .meta({ id: 'League', description: 'null without responses or for an unknown kind.' });

const kinds = ['worse', 'inAlarm', 'silent', 'volumeLow', 'standingLow', 'better'] as const;
const entry = z
  .object({
    kind: z.enum(kinds),
    folder: folderName,
    path: z.array(z.string()).meta({ description: 'Folders above, root first.' }),
    survey: folderName.meta({ description: 'With the name of its question.' }),
    indexType,
    feedbackScale,
    impact: z.number(),
    p,
    also: z.array(z.enum(kinds)),
    figures: z.object({
      index: index.exactOptional(),
      usual: z.number().exactOptional(),
      lower: z.number().exactOptional(),
      upper: z.number().exactOptional(),
      since: week.exactOptional(),
      weeks: count.exactOptional(),
      earlierUsual: index.exactOptional(),
      difference: z.number().exactOptional(),
      responses: count.exactOptional(),
      badMinutes: minutes.exactOptional(),
      fromDay: fromDay.exactOptional(),
      days: count.exactOptional(),
      ongoing: ongoing.exactOptional(),
      expected: expected.exactOptional(),
    }),
    trend: z.array(index).max(13).meta({
      description: 'The index of each week, oldest first; null with too few responses.',
    }),
  })
  .meta({ id: 'Entry', description: 'A survey that needs attention; figures of its kinds.' });

const tests = z.object({ index: count, volume: count }).meta({
  description: 'Surveys with a p value, by family.',
});
export const signals = z
  .object({
    version: z.literal(1),
    tests,
    candidates: z.array(entry).max(500),
    truncated: z.boolean(),
  })
  .meta({ description: "What the parent's attention list is made from." });

export const attention = z
  .object({
    tests,
    counts: z.object({
      worse: count,
      inAlarm: count,
      silent: count,
      volumeLow: count,
      standingLow: count,
      better: count,
    }),
    entries: z.array(entry).max(10),
    more: count,
  })
  .meta({ id: 'Attention', description: 'Surveys of the subtree that need attention.' });

/** Bounds of the share of a follow-up option. */
export const shareBounds = {
  shareLower: share,
  shareUpper: share,
  shareShown: z.boolean().meta({
    description: 'Whether the list has the 20 presses that a share needs to be shown.',
  }),
};
