// The weeks of the sample company's surveys, with the states that the rules give them.
import { companyIndexOf, type Survey } from '../../../lib/feedback-service/company.ts';
import type { CompanyStore } from '../../../lib/feedback-service/index.ts';
import type { SampleTheme } from '../../../lib/feedback-service/sample/languages-latin.ts';
import { quarterOf } from '../../../lib/feedback-service/sample/sample-calendar.ts';
import { popUpName } from '../../../lib/feedback-service/sample/sample-places.ts';
import { createSampleStructure } from '../../../lib/feedback-service/sample/sample-structure.ts';
import { timeZoneOf } from '../../../lib/feedback-service/time-zone.ts';
import { sampleCompany } from '../../../lib/feedback-service/index.ts';
import { once } from '../../../lib/domain/memoize.ts';
import { DAY_MS, lastSettledWeek, weeksFrom, zonedWeek } from '../../../lib/domain/calendar.ts';
import { responsesOf } from '../../../lib/domain/scale.ts';
import { judgeLevel } from '../../../lib/domain/signals/level.ts';
import type { LevelState } from '../../../lib/domain/signals/model.ts';
import { findSilence } from '../../../lib/domain/signals/silence.ts';
import { NOW } from '../test-company.ts';

/** Of a report. */
const WEEKS = 61;

export interface SampleWeek {
  readonly week: string;
  /** Counts by response index. */
  readonly data: readonly number[];
  /** Responses from Monday to Sunday. */
  readonly days: readonly number[];
  /** Whether an active period touches the week, or there are none. */
  readonly isActive: boolean;
}

export interface SampleSurvey {
  readonly survey: Survey;
  /** The name of the folder, that of a pop-up shop with its key. */
  readonly place: string;
  readonly theme: SampleTheme;
  /** Oldest first; the last one is the reported week. */
  readonly weeks: readonly SampleWeek[];
}

export interface SampleWeeks {
  readonly store: CompanyStore;
  readonly surveys: readonly SampleSurvey[];
}

/** Those of the sample company at the time of the tests, read once for all tests of a process. */
export const sampleWeeks = once(() => readSampleWeeks(1, NOW));

/** The weeks up to the one that is reported at an instant: those of that report and of the 60 before it. */
export async function readSampleWeeks(seed: number, now: number): Promise<SampleWeeks> {
  const { store } = sampleCompany({ seed, clock: () => now }).company;
  const reported = lastSettledWeek(now, 0);
  const themes = createSampleStructure(seed, quarterOf(now), Math.floor((reported.monday + 3) / 7));
  const surveys = [...companyIndexOf(store.structure()).surveys.values()];
  return {
    store,
    surveys: await Promise.all(
      surveys.map(async ({ survey, folder }) => {
        const theme = themes.profiles.get(survey.key)?.spot.theme;
        if (theme === undefined) throw new Error(`no profile of ${survey.key}`);
        const place = folder.name === popUpName ? `${popUpName} ${survey.key}` : folder.name;
        return { survey, place, theme, weeks: await readWeeks(store, survey, reported.monday) };
      }),
    ),
  };
}

async function readWeeks(
  store: CompanyStore,
  survey: Survey,
  lastMonday: number,
): Promise<readonly SampleWeek[]> {
  const zone = timeZoneOf(survey.timeZone);
  const firstMonday = lastMonday - 7 * (2 * WEEKS - 2);
  const weeks = Array.from({ length: 2 * WEEKS - 1 }, () => ({
    data: Array.from({ length: survey.feedbackScale === 'FOUR' ? 4 : 5 }, () => 0),
    days: [0, 0, 0, 0, 0, 0, 0],
  }));
  const range = {
    start: zone.firstInstantOf(firstMonday * DAY_MS),
    end: zone.firstInstantOf((lastMonday + 7) * DAY_MS),
  };
  await store.forEachCount(survey.key, range, (ts, counts) => {
    const day = Math.floor((ts + zone.offsetAt(ts)) / DAY_MS) - firstMonday;
    const week = weeks[Math.floor(day / 7)];
    if (week === undefined) return;
    week.data.forEach((sum, r) => {
      week.data[r] = sum + (counts[r] ?? 0);
    });
    week.days[day % 7] = (week.days[day % 7] ?? 0) + responsesOf(counts);
  });
  const last = { name: '', monday: lastMonday };
  return weeks.map((counts, i) => {
    const week = weeksFrom(last, i - 2 * WEEKS + 2);
    const { start, end } = zonedWeek(week, survey.timeZone);
    const isActive =
      survey.activePeriods.length === 0 ||
      survey.activePeriods.some((period) => period.start < end && period.end > start);
    return { week: week.name, ...counts, isActive };
  });
}

/** The state in a week before the reported one, which is 0; null where the survey is in no report. */
export function stateOf({ survey, weeks }: SampleSurvey, weeksBefore: number): LevelState | null {
  const end = weeks.length - weeksBefore;
  const read = weeks.slice(end - WEEKS, end);
  const now = read.at(-1);
  const hasResponses = read.some(({ data }) => responsesOf(data) > 0);
  if (now === undefined || (responsesOf(now.data) === 0 && !(now.isActive && hasResponses))) {
    return null;
  }
  const { spell } = findSilence(
    read.map(({ days, isActive }) => ({ responses: days, outside: days.map(() => !isActive) })),
  );
  const { indexType, feedbackScale } = survey;
  const { level } = judgeLevel(
    read,
    { indexType, feedbackScale },
    { accepted: null, hasHistory: true, isSilent: spell?.ongoing === true, target: null },
  );
  return level.state;
}
