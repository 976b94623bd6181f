// Sentences about the verdict of a survey or group, the same on paper, on the page and in messages.
import type { GroupKey } from '../../domain/figures.ts';
import type { JudgedFigures, SurveyWeek, TrendWeek } from '../../domain/report.ts';
import type { LeaguePlace } from '../../domain/signals/league.ts';
import type { Signal } from '../../domain/signals/signal.ts';
import type { Silence } from '../../domain/signals/volume.ts';
import type { SurveyCell } from '../../domain/signals/hour-cells.ts';
import type { Localization } from '../localization.ts';
import { indexName } from './index-types.ts';
import type { Texts } from './usual-level-texts.ts';
import {
  earlierLevelText,
  silenceSentence,
  isNearerToEarlier,
  usualRange,
  usualText,
  weekNumberText,
} from './usual-level-texts.ts';

/** Fewer responses tell nothing of a week that is compared with this one. */
const MIN_RESPONSES = 10;

/** What a week shows, in one sentence; '' without responses that a silence explains, or for an unknown kind of index. */
export function findingSentence(
  figures: JudgedFigures &
    GroupKey & { readonly trend: readonly TrendWeek[]; readonly silent?: Silence | null },
  localization: Localization,
): string {
  const { words, formats } = localization;
  const { signal, index, indexType, responses, silent = null } = figures;
  if (responses === 0 && silent !== null) return silenceSentence(silent, localization);
  if (index === null) return '';
  const texts = words.signals;
  const value = formats.index(index, indexType);
  if (signal === null) return texts.indexOnly({ index: indexName(figures, localization), value });
  switch (signal.verdict) {
    case 'tooFew':
      return texts.tooFew({ responses });
    case 'new':
      return texts.tooFewWeeks({ value });
    case 'usual': {
      const range = usualRange(signal, indexType, localization);
      return range === value ? texts.alwaysTheSame({ value }) : texts.asUsual({ value, range });
    }
    case 'better':
    case 'worse':
      return deviationSentence(signal, index, figures, localization);
  }
}

function deviationSentence(
  signal: Signal,
  index: number,
  { trend, indexType }: GroupKey & Pick<SurveyWeek, 'trend'>,
  localization: Localization,
): string {
  const { words, formats } = localization;
  const texts = words.signals;
  const isWorse = signal.verdict === 'worse';
  const since = signal.since === null ? '' : weekNumberText(signal.since, formats);
  const value = formats.index(index, indexType);
  const level = formats.index(signal.usual, indexType);
  const earlier = formats.index(signal.earlierUsual, indexType);
  if (signal.reasons.includes('levelChanged')) {
    if (isNearerToEarlier({ ...signal, index })) {
      return (isWorse ? texts.levelDown : texts.levelUp)({
        value,
        earlier,
        usual: level,
        week: since,
      });
    }
    return (isWorse ? texts.downSince : texts.upSince)({ value, earlier, week: since });
  }
  const indexes = trend.map((week) => (week.responses < MIN_RESPONSES ? null : week.index));
  const found = earlierLevelText({ ...signal, index, indexes }, formats);
  if (found === 'back') return texts.backToEarlier({ value, earlier, usual: level });
  if (found !== null) {
    const reason = texts.reasons.asLowUntil({ index: value, usual: level, week: found.until });
    return texts.asSentence({ text: reason });
  }

  const usualLevel = usualText({ ...signal, index }, isWorse, indexType, localization);
  if ((signal.weeks ?? 1) > 1) {
    return (isWorse ? texts.belowSince : texts.aboveSince)({
      value,
      usual: usualLevel,
      week: since,
    });
  }
  const earlierWeeks = trend.slice(0, -1).flatMap(({ week }, position) => {
    const earlierIndex = indexes[position] ?? null;
    return earlierIndex === null ? [] : [{ week, index: earlierIndex, position }];
  });
  const lastAsExtreme = earlierWeeks.findLast((week) =>
    isWorse ? week.index <= index : week.index >= index,
  );
  if (lastAsExtreme === undefined) {
    const weeks = trend.length - (earlierWeeks[0]?.position ?? 0);
    const ofWeeks = isWorse ? texts.lowestOfWeeks : texts.highestOfWeeks;
    return ofWeeks({ value, usual: usualLevel, weeks });
  }
  if (lastAsExtreme === earlierWeeks.at(-1)) {
    return (isWorse ? texts.below : texts.above)({ value, usual: usualLevel });
  }
  const week = weekNumberText(lastAsExtreme.week, formats);
  return (isWorse ? texts.lowestSince : texts.highestSince)({ value, usual: usualLevel, week });
}

/** 'Worse since week 42', 'Worse' for this week alone, 'As usual'; '' for figures of an earlier version. */
export function verdictText(
  signal: (Pick<Signal, 'verdict' | 'since'> & Partial<Pick<Signal, 'weeks'>>) | null,
  { words, formats }: Texts,
): string {
  if (signal === null) return '';
  const { verdict, since, weeks } = signal;
  return since === null || weeks === 1
    ? words.signals.verdicts[verdict]
    : words.signals.verdictSince({ verdict, week: weekNumberText(since, formats) });
}

/** '3rd–9th'; '' when nothing is known: the place may have any rank. */
export function rankText(
  { rankFrom, rankTo }: Pick<LeaguePlace, 'rankFrom' | 'rankTo'>,
  places: number,
  { words }: Texts,
): string {
  if (rankFrom === 1 && rankTo === places) return '';
  const rank = (n: number): string => words.signals.rank({ n });
  return rankFrom === rankTo
    ? rank(rankFrom)
    : words.signals.rankRange({ from: rank(rankFrom), to: rank(rankTo) });
}

/** Each part with its difference, the largest first; a sentence that there are none; nothing when no part could be tested. */
export function clearHoursTexts(
  cells: readonly SurveyCell[],
  { indexType }: GroupKey,
  { words, formats }: Pick<Localization, 'words' | 'formats'>,
): readonly string[] {
  if (cells.every(({ p }) => p === null)) return [];
  const clearCells = cells
    .filter((cell) => cell.clear)
    .toSorted((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0));
  if (clearCells.length === 0) return [words.signals.noClearHours];
  return clearCells.map(({ weekday, part, difference }) =>
    words.signals.clearHours({
      difference: formats.change(difference, indexType),
      day: formats.weekday(weekday, 'long'),
      from: formats.hour(part * 6),
      to: formats.hour(part * 6 + 6),
    }),
  );
}
