// The figures of a message: each kind of index of the folder with its usual range, its answers and its last weeks.
import { segmentsOf } from '../charts/distribution.ts';
import { MIN_RESPONSES } from '../charts/index-axes.ts';
import type { Report, SurveyGroup, TrendWeek } from '../domain/report.ts';
import { responsesOf } from '../domain/scale.ts';
import type { Signal, SignalVerdict } from '../domain/signals/signal.ts';
import { largestFirst } from '../domain/verdict.ts';
import { responsesText } from '../i18n/report-texts/headline-sentence.ts';
import { indexName, kindName } from '../i18n/report-texts/index-types.ts';
import { verdictText } from '../i18n/report-texts/signal-sentences.ts';
import { usualRange, weekText } from '../i18n/report-texts/usual-level-texts.ts';
import type { Localization } from '../i18n/localization.ts';
import type { MessageKind, Tone } from '../ports/message.ts';

const MAX_KINDS = 3;
/** Buttons of an unknown scale beyond which its answers don't fit on a phone. */
const MAX_SEGMENTS = 10;

/** The kinds of index with the most responses. */
export function messageKinds(report: Report, texts: Localization): readonly MessageKind[] {
  const groups = largestFirst(report.summary.groups).slice(0, MAX_KINDS);
  return groups.map((group) => {
    const isAlone = groups.every((other) => other === group || other.indexType !== group.indexType);
    return {
      ...kindOf(group, report.status === 'partial', texts),
      name: isAlone ? indexName(group, texts) : kindName(group, texts),
    };
  });
}

function kindOf(
  group: SurveyGroup,
  isPartial: boolean,
  texts: Localization,
): Omit<MessageKind, 'name'> {
  const { index, indexType, signal, data, trend } = group;
  const { words, formats } = texts;
  const range = signal === null ? '' : usualRange(signal, indexType, texts);
  // "As usual" would read as an all-clear although part of the data is missing.
  const isAllClear = isPartial && signal?.verdict === 'usual';
  const judged = index === null || isAllClear ? null : signal;
  return {
    index: index === null ? null : formats.index(index, indexType),
    usual: range === '' ? null : words.signals.usualRange(range),
    verdict: verdictText(judged, texts),
    tone: toneOf(judged?.verdict ?? null),
    responses: responsesText(group, texts),
    distribution: distributionOf(data, indexType, texts),
    weeksTitle: words.trend,
    weeks: (trend.some(isMeasured) ? trend : []).map((week, i) => ({
      name: weekText(week.week, formats),
      text: isMeasured(week) ? formats.index(week.index, indexType) : '–',
      tone: isMeasured(week) ? weekTone(week, judged) : 'unknown',
      isReportWeek: i === trend.length - 1,
    })),
  };
}

export function toneOf(verdict: SignalVerdict | null): Tone {
  return verdict === 'worse' || verdict === 'better' || verdict === 'usual' ? verdict : 'unknown';
}

function distributionOf(
  data: readonly number[],
  indexType: string,
  texts: Localization,
): MessageKind['distribution'] {
  const total = responsesOf(data);
  const segments = segmentsOf(data, indexType, texts);
  if (total === 0 || segments.length > MAX_SEGMENTS) return [];
  return segments.map(({ name, count, colour }) => ({
    name,
    share: count / total,
    text: texts.formats.share(count / total),
    colour,
  }));
}

function isMeasured({ responses, index }: TrendWeek): boolean {
  return responses >= MIN_RESPONSES && index !== null;
}

/** The weeks of a deviation have its tone; others since the level last changed are compared with the usual range. */
function weekTone({ week, index }: TrendWeek, signal: Signal | null): Tone {
  if (signal === null || index === null) return 'unknown';
  const { since, verdict, phaseSince, lower, upper } = signal;
  if (since !== null && week >= since) return toneOf(verdict);
  if (phaseSince === null || week < phaseSince) return 'usual';
  if (lower !== null && index < lower) return 'worse';
  return upper !== null && index > upper ? 'better' : 'usual';
}
