// The schemas of signals: levels, silence, numbers of responses, parts of the week, closures, alarms, lists and groups.
import * as z from 'zod';
import { ENTRY_STATES } from '../../domain/signals/model.ts';
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
} from '../../ports/common-schemas.ts';
import { growing, growingBy, growingList, growingOrNull, growingValue } from './later-values.ts';

const number = z.number().nullable();
const size = z.number().min(0);
const weeks = count.nullable().meta({ description: 'Calendar weeks from `since` to this one.' });
const basis = growingOrNull(
  ['week', 'fourWeeks', 'year'],
  'What low or high rests on: this week, the last four, or the year before.',
);
const VERDICTS = ['low', 'usual', 'high', 'tooFew', 'new'] as const;
const ACCEPTED_KINDS = ['level', 'volume', 'closed'] as const;
const OPTION_REASONS = ['painPoint', 'highlight'] as const;
const HOUR_REASONS = ['weekday', 'part'] as const;
const DIRECTIONS = ['bad', 'good', 'neutral'] as const;

// ── levels ──────────────────────────────────────────────────────────────────────────────────────

const target = z
  .object({
    value: z.number(),
    met: z.boolean().nullable(),
    assurance: growingOrNull(
      ['passes', 'fails', 'hitOrMiss'],
      'Whether ordinary weeks always meet the target, never, or by chance.',
    ),
  })
  .nullable();

const STATES = [
  'silent',
  'new',
  'still',
  'recovered',
  'better',
  'newPlace',
  'tooFew',
  'usual',
] as const;

const accepted = growingBy(
  'kind',
  ACCEPTED_KINDS,
  z
    .object({ kind: z.enum(ACCEPTED_KINDS), week, by: z.string() })
    .nullable()
    .meta({ description: 'What somebody accepted as the new usual, and counts in this week.' }),
);

export const level = z
  .object({
    state: growingOrNull(
      STATES,
      'What to say of the week; null where the weeks before could not be read and in figures from a report of an earlier version.',
    ),
    verdict: growingOrNull(
      VERDICTS,
      'new: too few earlier weeks to compare with; tooFew: too few responses.',
    ),
    basis,
    usual: index.meta({ description: 'The level that the week is compared with.' }),
    lower: index.meta({ description: 'Lower limit of ordinary weeks, within the scale.' }),
    upper: index.meta({ description: 'Upper limit of ordinary weeks, within the scale.' }),
    difference: number.meta({ description: 'index - usual.' }),
    z: number,
    fourWeeks: z
      .object({ index: z.number(), responses: count, difference: z.number(), z: number })
      .nullable()
      .meta({ description: 'The last four weeks together.' }),
    since: week.nullable().meta({ description: 'The first week of a low or high run.' }),
    weeks,
    lossWeek: number.meta({
      description: 'As if so many guests had pressed the worst instead of the best button.',
    }),
    lossTotal: number.meta({ description: 'The same since `since`.' }),
    was: number.meta({ description: 'The level of the low weeks from which a place recovered.' }),
    lowWeeks: count.nullable().meta({
      description: 'Low weeks before a recovery, or before a low level became the usual one.',
    }),
    settled: z.boolean().meta({ description: 'A long low level became the usual one this week.' }),
    swings: z.boolean().meta({ description: 'Ordinary weeks differ much from each other.' }),
    swing: size.nullable().meta({
      description: 'Standard deviation between ordinary weeks beyond that of random presses.',
    }),
    weeksUsed: count.nullable().meta({ description: 'Earlier weeks that `usual` comes from.' }),
    yearDifference: number.meta({ description: 'The last four weeks minus the year before.' }),
    lastYear: number.meta({ description: 'How these weeks changed last year.' }),
    asLastYear: z.boolean().nullable().meta({
      description: 'Whether last year had at least half of this difference in these weeks.',
    }),
    last: z
      .object({
        week,
        verdict: growingValue(['low', 'usual', 'high', 'new']),
        usual: index,
        difference: number,
        difference4: number,
      })
      .nullable()
      .meta({ description: 'The latest judged week of the four before.' }),
    target,
    accepted,
  })
  .meta({ id: 'Level', description: 'What the index says beside up to sixty weeks before.' });

// ── numbers of responses ────────────────────────────────────────────────────────────────────────

const weekday = z.int().min(1).max(7).meta({ description: '1 is Monday.' });

export const spell = z
  .object({
    fromDay: weekday,
    days: z.int().min(1).max(7).meta({ description: 'Open days without a response.' }),
    ongoing: z.boolean().meta({ description: 'Whether no response follows.' }),
    expected: size.meta({ description: 'Responses that these days usually have.' }),
    p: z.number().min(0).max(1).meta({ description: 'Probability of so many days by chance.' }),
    weeks: count.nullable().meta({
      description: 'Empty weeks in a row, this one included; null unless the week is empty.',
    }),
  })
  .nullable()
  .meta({ id: 'Spell', description: 'Days without responses that are not chance.' });

export const volume = z
  .object({
    verdict: growingValue(VERDICTS),
    basis,
    usual: size.nullable().meta({ description: 'Responses of a usual week.' }),
    ratio: size.nullable().meta({ description: 'responses / usual.' }),
    z: number,
    since: week.nullable(),
    weeks,
    settled: z.boolean(),
    asLastYear: z.boolean().meta({ description: 'As few as in these weeks of last year.' }),
  })
  .nullable()
  .meta({ id: 'Volume', description: 'null in a report of an earlier version.' });

export const closures = z
  .array(
    z.object({
      timeZone: z.string(),
      open: z.array(count).length(7),
      empty: z.array(count).length(7),
      shared: z.array(weekday).meta({ description: 'Days on which many were closed.' }),
    }),
  )
  .meta({
    description:
      'Surveys that are usually open and those of them without responses, from Monday, by time zone.',
  });

// ── parts of the week ───────────────────────────────────────────────────────────────────────────

const partOfWeek = {
  weekday: weekday.nullable(),
  part: z.int().min(0).max(3).nullable().meta({
    description: 'Six hours from local midnight on, of all days; null for a weekday.',
  }),
};

export const weekParts = z
  .array(
    z
      .object({
        ...partOfWeek,
        responses: count,
        difference: z.number().meta({ description: "Index of these hours minus the week's." }),
        usual: z.number().meta({ description: 'The same difference of the twelve weeks before.' }),
        z: z.number(),
        says: growingOrNull(['new', 'always'], 'Only parts that say something are named.'),
      })
      .meta({ id: 'WeekPart', description: 'A weekday, or the same six hours of all days.' }),
  )
  .max(11)
  .meta({ description: 'Weekdays, then six-hour parts, with enough responses.' });

export const partSums = z
  .array(
    z
      .object({
        ...partOfWeek,
        n: count,
        m: count,
        nD: z.number(),
        nE: z.number(),
        v: size,
        a: size,
      })
      .meta({ id: 'PartSums', description: 'Sums over the surveys, to be added up the tree.' }),
  )
  .max(11);

export const reason = growingBy(
  'kind',
  [...OPTION_REASONS, ...HOUR_REASONS],
  z
    .discriminatedUnion('kind', [
      z.object({
        kind: z.enum(OPTION_REASONS),
        option: folderName,
        presses: count,
        previousPresses: count.nullable().meta({ description: 'null in a state that lasts.' }),
        listPresses: count.meta({ description: 'Presses of all options of the list.' }),
      }),
      z.object({
        kind: z.enum(HOUR_REASONS),
        at: z
          .int()
          .min(0)
          .max(7)
          .meta({ description: 'Weekday from 1, or part of the day from 0.' }),
        responses: count,
        index: z.number(),
        usual: z.number().meta({ description: 'Index of these hours in the twelve weeks before.' }),
      }),
    ])
    .nullable()
    .meta({ description: 'What the follow-ups or the hours say of a change.' }),
);

// ── alerts ──────────────────────────────────────────────────────────────────────────────────────

const minutes = size;
export const alarmMinutes = minutes.nullable();
export const alarm = z
  .object({
    groups: z.array(
      z.object({
        alertSpecification: key,
        alertType: z.string(),
        direction: growing(DIRECTIONS, z.enum(DIRECTIONS), 'neutral'),
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

const longest = z.object({ survey: key, minutes }).nullable();
export const alarmSummary = z
  .object({
    bad: z.object({
      places: count.meta({ description: 'Places with an open alert about bad feedback.' }),
      longest,
      allWeek: count.meta({ description: 'Places in alarm for the whole week.' }),
    }),
    good: z.object({ places: count, longest }),
  })
  .meta({ id: 'AlarmSummary', description: 'Places with open alerts in the week.' });

// ── lists ───────────────────────────────────────────────────────────────────────────────────────

const entryState = z.enum(ENTRY_STATES);
const stateFigures = {
  state: entryState,
  strength: z.number().meta({ description: 'Standard deviations; 0 where there is no test.' }),
  impact: z.number().meta({ description: 'Orders the entries of a state.' }),
  held: z.boolean(),
};
const alsoState = z.object(stateFigures);
const alsoStates = growingList('state', ENTRY_STATES, z.array(alsoState));

const comparison = {
  material: z.boolean(),
  peerFolder: folderName.nullable().meta({
    description: 'The folder in which the survey was compared with others of its kind.',
  }),
  relative: number.meta({ description: 'The difference without what the places have in common.' }),
  common: number,
};

const days = <T extends z.ZodType>(value: T) =>
  z.array(value).max(7).meta({ description: 'From Monday; empty where they are not known.' });

const entryFacts = {
  folder: folderName,
  path: z.array(z.string()).meta({ description: 'Folders above, root first.' }),
  survey: folderName.meta({ description: 'With the name of its question.' }),
  timeZone: z.string().nullable(),
  indexType,
  feedbackScale,
  figures: z.object({
    index,
    fourWeeksIndex: z.number().exactOptional().meta({
      description: 'The index of the last four weeks, which is compared, of a small place.',
    }),
    usual: index,
    was: index,
    responses: count,
    since: week.nullable(),
    weeks,
    basis,
    lossWeek: number,
    lossTotal: number,
    fromDay: weekday.nullable(),
    days: count.nullable(),
    ongoing: z.boolean().nullable(),
    expected: size.nullable(),
    silentWeeks: count.nullable(),
    weekBeforeEmpty: z.boolean(),
    badMinutes: size,
    volumeUsual: size.nullable(),
    volumeWeeks: count.nullable(),
    ratio: size.nullable(),
  }),
  p: days(share),
  usual: days(size.nullable()),
  reason,
  trend: z.array(index).max(13).meta({
    description: 'The index of each week, oldest first; null with too few responses.',
  }),
};

const entry = z
  .object({
    ...stateFigures,
    also: alsoStates,
    weak: z.boolean().meta({ description: 'With standingLow: whether it is weak above.' }),
    ...comparison,
    ...entryFacts,
  })
  .meta({ id: 'Entry', description: 'A survey that needs attention.' });

const perState = (): Record<(typeof ENTRY_STATES)[number], typeof count> => ({
  silent: count,
  new: count,
  still: count,
  volumeLow: count,
  inAlarm: count,
  standingLow: count,
  recovered: count,
  better: count,
});

export const attention = z
  .object({
    places: count.meta({ description: 'Surveys with a known level.' }),
    threshold: z.number().min(3),
    counts: z.object(perState()).meta({ description: 'Listed surveys by state.' }),
    entries: z.array(entry).max(1000),
    weak: z.array(z.object({ folder: key, survey: key, name: z.string() })).meta({
      description: 'Surveys that are a little low, not clearly among so many.',
    }),
    truncated: count.meta({ description: 'Listed surveys that have no entry.' }),
  })
  .meta({ id: 'Attention', description: 'Surveys of the subtree that need attention.' });

// ── groups ──────────────────────────────────────────────────────────────────────────────────────

export const standard = z
  .array(
    z
      .object({ n: count, sum: z.number(), variance: size })
      .meta({ id: 'StandardWeek', description: 'Sums over the surveys for one week.' }),
  )
  .max(61)
  .meta({
    description:
      'By week, oldest first, over the surveys with a known level: n, n(index - usual), n times the variance of a press.',
  });

const numbers = z.array(number);
const verdictColumn = z.array(growingOrNull(['low', 'slow', 'usual', 'high']));
const before = z.array(z.array(z.enum(['low', 'high'])));

/** Columns of equal length; those that no folder above needs are absent. */
export const leaves = z
  .object({
    folder: z.array(key),
    survey: z.array(key),
    data: z.array(counts),
    c: numbers.meta({ description: 'Usual levels.' }),
    sd: numbers.meta({ description: 'null when the survey is small.' }),
    listed: z
      .object({
        state: z.array(growingOrNull(STATES)),
        lower: numbers.meta({
          description:
            'Lower limits of ordinary weeks, rounded as they are printed: of an average to two decimals, of others to whole numbers.',
        }),
        upper: numbers.meta({ description: 'Upper limits, rounded likewise.' }),
        trend: z
          .array(numbers)
          .meta({ description: 'The mean of the buttons, 0–100, of thirteen weeks, rounded.' }),
        usualScore: numbers.exactOptional().meta({
          description: 'Usual levels of an NPS as the mean of the buttons, 0–100.',
        }),
      })
      .exactOptional()
      .meta({ description: 'What lists show of every survey.' }),
    difference4: numbers.exactOptional(),
    sd4: numbers.exactOptional(),
    lastDifference: numbers.exactOptional(),
    yearDifference: numbers.exactOptional(),
    small: z.array(z.boolean()).exactOptional(),
    verdict: verdictColumn.exactOptional(),
    verdictLast: verdictColumn.exactOptional(),
    before: before.exactOptional(),
    responses4: numbers.exactOptional(),
    refFrom: numbers.exactOptional(),
    refTo: numbers.exactOptional(),
    volume: z
      .object({
        difference: numbers,
        sd: numbers,
        difference4: numbers,
        sd4: numbers,
        verdict: verdictColumn.exactOptional(),
        verdictLast: verdictColumn.exactOptional(),
        before: before.exactOptional(),
        lastDifference: numbers.exactOptional(),
        asLastYear: z.array(z.boolean()).exactOptional(),
      })
      .exactOptional(),
    entry: z.array(z.object(entryFacts)).exactOptional(),
    levelJudgement: z
      .array(z.object({ states: alsoStates, ...comparison }).nullable())
      .exactOptional(),
    volumeJudgement: z
      .array(growingBy('state', ENTRY_STATES, alsoState.nullable()))
      .exactOptional(),
  })
  .meta({
    id: 'Leaves',
    description: 'The surveys of the subtree in columns, by survey, then folder.',
  });

export const common = z
  .object({ shift: z.number(), se: size, median: z.number(), places: count, below: count })
  .nullable()
  .meta({
    id: 'Common',
    description: 'What the surveys have in common; null with fewer than eight.',
  });

export const why = z
  .array(
    z.object({
      folder: key,
      survey: key.nullable().meta({ description: 'null for a direct subfolder.' }),
      rate: z.number().meta({ description: 'Its part of the difference.' }),
    }),
  )
  .meta({
    description: 'Direct subfolders and surveys, and the ten surveys that contribute most.',
  });

/** Bounds of the share of a follow-up option. */
export const shareBounds = {
  shareLower: share,
  shareUpper: share,
  shareShown: z.boolean().meta({
    description: 'Whether the list has the 20 presses that a share needs to be shown.',
  }),
};
