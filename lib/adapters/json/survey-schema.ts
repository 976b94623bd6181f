// The schema of a survey's week: its figures, days, hours, trend, follow-ups and alerts.
import * as z from 'zod';
import type { AlertParameters } from '../../domain/report-inputs.ts';
import {
  count,
  counts,
  date,
  feedbackScale,
  index,
  indexType,
  key,
  offsetInstant,
  share,
  week,
} from '../../ports/common-schemas.ts';
import { growingBy } from './later-values.ts';
import { isJsonObject } from './plain-json.ts';
import {
  alarm,
  alarmMinutes,
  level,
  reason,
  shareBounds,
  spell,
  volume,
  weekParts,
} from './signal-schema.ts';

export const hour = z.int().min(0).max(23).meta({
  description: 'Local wall-clock hour; one that the clocks repeat in autumn is one cell.',
});
export const minutesInWeek = z.number().min(0).meta({
  description: "Minutes it was open inside the local week, up to the report's asOf.",
});

// ── figures ─────────────────────────────────────────────────────────────────────────────────────

export const figures = {
  data: counts,
  previousData: counts,
  responses: count,
  previousResponses: count,
  index,
  previousIndex: index,
  change: z.number().nullable().meta({
    description: 'index - previousIndex, of unrounded values; null when one of them is.',
  }),
  halfWidth: z.number().min(0).nullable().meta({
    description: "Half the width of the index's 95 % interval, in the index's own unit.",
  }),
  changeHalfWidth: z.number().min(0).nullable().meta({
    description: "Half the width of the change's 95 % interval, in the index's own unit.",
  }),
  changeIsClear: z.boolean().nullable().meta({
    description:
      'Whether the change is larger than its half-width and both weeks have enough responses; otherwise it is within normal variation. null when change is.',
  }),
  level,
};

export const trend = z
  .array(
    z
      .object({ week, data: counts, responses: count, index })
      .meta({ id: 'TrendWeek', description: 'One local week of the trend.' }),
  )
  .length(13)
  .meta({ description: 'Thirteen weeks, oldest first; the last is the week of the report.' });

const history = z
  .array(
    z
      .object({ week, data: counts })
      .meta({ id: 'HistoryWeek', description: 'One local week of the history.' }),
  )
  .length(61)
  .nullable()
  .meta({
    description:
      'Sixty-one weeks, oldest first; the last thirteen are those of the trend. null when the others could not be had, which problems say, and in reports of earlier releases.',
  });

export const option = {
  key,
  name: z.string(),
  data: counts,
  responses: count.meta({ description: 'Sum of data.' }),
  share: share.meta({
    description: 'responses divided by those of all options of the list; null when there are none.',
  }),
  ...shareBounds,
  previousResponses: count,
  previousShare: share,
};
const options = z
  .array(
    z.object(option).meta({
      id: 'Option',
      description: 'A follow-up option with responses in this week or the one before.',
    }),
  )
  .nullable()
  .meta({
    description:
      'Most responses first, then by key; null when they could not be had, which problems say.',
  });
// ── one survey ──────────────────────────────────────────────────────────────────────────────────

const period = z
  .object({
    start: offsetInstant,
    end: offsetInstant.meta({ description: 'Exclusive.' }),
    hours: z.number().min(0).meta({
      description: 'Its length in hours: 168, or 167, 169 and the like when clocks change.',
    }),
  })
  .meta({ id: 'Period', description: "A local week in the survey's own time zone." });

const ALERT_STATES = ['open', 'closed'] as const;

const alert = growingBy(
  'state',
  ALERT_STATES,
  z
    .object({
      key,
      alertType: z.string(),
      alertSpecification: key.meta({ description: 'Key of the alert specification.' }),
      beginTime: offsetInstant,
      endTime: offsetInstant.nullable().meta({ description: 'null while it is open.' }),
      state: z.enum(ALERT_STATES),
      started: z.boolean().meta({
        description: 'Began in this week; otherwise it was carried over from an earlier one.',
      }),
      minutesInWeek,
      // Neither copied nor reordered: the only object whose keys the schema does not define.
      parameters: z
        .custom<AlertParameters>(isJsonObject)
        .meta({ type: 'object', description: 'As the reporting API gives them; any JSON.' }),
    })
    .meta({ id: 'Alert', description: 'An alert that was open at some time of the local week.' }),
  ({ endTime, ...value }) => ({ ...value, endTime, state: endTime === null ? 'open' : 'closed' }),
);

export const surveyWeek = z
  .object({
    ...figures,
    key,
    question: z.object({ key, name: z.string(), locale: z.string() }),
    timeZone: z.string().meta({ description: 'IANA time zone, as the reporting API spells it.' }),
    surveyType: z.string(),
    indexType,
    feedbackScale,
    period,
    previousPeriod: period,
    days: z
      .array(z.object({ date, data: counts, responses: count, index }))
      .length(7)
      .meta({ description: 'Monday to Sunday.' }),
    hours: z
      .array(z.object({ date, hour, data: counts }))
      .meta({ description: 'Local hours that have responses, ascending.' }),
    trend,
    history,
    silent: spell,
    volume,
    reason,
    parts: weekParts,
    badMinutes: alarmMinutes.meta({
      description:
        'Minutes of the week in which an alert about bad feedback was open; null when alerts could not be had.',
    }),
    goodMinutes: alarmMinutes,
    painPoints: options,
    highlights: options,
    alerts: z.array(alert).nullable().meta({
      description: 'By beginTime, then key; null when they could not be had, which problems say.',
    }),
    alarm,
  })
  .meta({ id: 'SurveyWeek', description: "A survey's week in its own time zone." });
