// What was found at a place, in the few words that fit into the subject of a message.
import { MIN_RESPONSES } from '../charts/index-axes.ts';
import { parseWeek, weeksFrom } from '../domain/calendar.ts';
import type { SurveyGroup } from '../domain/report.ts';
import type { Entry } from '../domain/signals/entry.ts';
import { isDeviation } from '../domain/signals/signal.ts';
import { indexName } from '../i18n/report-texts/index-types.ts';
import { isBackToEarlier, weekText } from '../i18n/report-texts/usual-level-texts.ts';
import type { MessageTexts } from './message-texts.ts';

const DAYS_OF_WEEK = 7;

type Deviation = Pick<Entry, 'figures' | 'trend'>;

/** 'lowest since week 39' */
export function shortFinding(entry: Entry, week: string, texts: MessageTexts): string {
  const { kind, figures } = entry;
  const { findings } = texts.mail;
  const { formats } = texts;
  switch (kind) {
    case 'worse':
    case 'better':
      return deviationText(kind === 'worse', entry, week, texts);
    case 'inAlarm':
      return findings.inAlarm(formats.duration(Math.round((figures.badMinutes ?? 0) / 60) * 60));
    case 'silent':
      return silenceText(figures.fromDay ?? 0, figures.days ?? 1, texts);
    case 'volumeLow':
      return findings.volumeLow;
    case 'standingLow':
      return findings.standingLow;
  }
}

/** The finding of a report's leading group. */
export function shortGroupFinding(
  group: SurveyGroup | null,
  week: string,
  texts: MessageTexts,
): string {
  const { mail, formats, words } = texts;
  if (group === null || group.responses === 0) return mail.findings.noResponses;
  const { index, indexType, signal, responses, trend } = group;
  if (index === null) return words.responses(formats.count(responses), formats.plural(responses));
  switch (signal?.verdict) {
    case 'worse':
    case 'better': {
      const { usual, lower, upper, since, weeks, earlierUsual } = signal;
      const figures = {
        index,
        earlierUsual,
        ...(usual === null || lower === null || upper === null ? {} : { usual, lower, upper }),
        ...(since === null || weeks === null ? {} : { since, weeks }),
      };
      const indexes = trend.map((past) => (past.responses < MIN_RESPONSES ? null : past.index));
      return deviationText(signal.verdict === 'worse', { figures, trend: indexes }, week, texts);
    }
    case 'usual':
      return mail.findings.usual;
    case 'new':
      return mail.findings.notYetUsual;
    case 'tooFew':
      return mail.findings.tooFew;
    case undefined:
      return mail.findings.indexOnly(indexName(group, texts), formats.index(index, indexType));
  }
}

/** Whether the leading group is better or worse than usual. */
export function hasDeviation(group: SurveyGroup | null): boolean {
  return isDeviation(group?.signal?.verdict ?? null);
}

function deviationText(
  isWorse: boolean,
  { figures, trend }: Deviation,
  week: string,
  { mail, formats }: MessageTexts,
): string {
  const { findings } = mail;
  const { usual = null, lower = null, upper = null, earlierUsual = null } = figures;
  const index = figures.index ?? 0;
  const since = figures.since === undefined ? '' : weekText(figures.since, formats);
  if (usual !== null && earlierUsual !== null) {
    if (isWorse ? usual < earlierUsual : usual > earlierUsual) {
      return (isWorse ? findings.downSince : findings.upSince)(since);
    }
    if (isBackToEarlier({ index, usual, lower, upper, earlierUsual })) {
      return findings.backToEarlier;
    }
  }
  if ((figures.weeks ?? 1) > 1) {
    return (isWorse ? findings.belowSince : findings.aboveSince)(since);
  }
  const earlier = trend
    .slice(0, -1)
    .flatMap((value, position) => (value === null ? [] : [{ value, position }]));
  const [first] = earlier;
  const lastAsExtreme = earlier.findLast(({ value }) =>
    isWorse ? value <= index : value >= index,
  );
  if (first !== undefined && lastAsExtreme === undefined) {
    const weeks = trend.length - first.position;
    const ofWeeks = isWorse ? findings.lowestOfWeeks : findings.highestOfWeeks;
    return ofWeeks(formats.count(weeks), formats.plural(weeks));
  }
  const reportWeek = parseWeek(week);
  if (lastAsExtreme === undefined || lastAsExtreme === earlier.at(-1) || reportWeek === null) {
    return isWorse ? findings.below : findings.above;
  }
  const { name } = weeksFrom(reportWeek, lastAsExtreme.position - trend.length + 1);
  return (isWorse ? findings.lowestSince : findings.highestSince)(weekText(name, formats));
}

/** `fromDay`: 0 = Monday. */
function silenceText(fromDay: number, days: number, { mail, formats }: MessageTexts): string {
  const { findings } = mail;
  const day = formats.weekday(fromDay + 1, 'long');
  if (fromDay + days < DAYS_OF_WEEK) {
    return days === 1
      ? findings.silentOn(day)
      : findings.silentDays(formats.count(days), formats.plural(days));
  }
  return fromDay === 0 ? findings.noResponses : findings.silentSince(day);
}
