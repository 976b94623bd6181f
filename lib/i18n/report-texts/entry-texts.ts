// What an entry of a list says of its states, in numbers.
import type { Entry, EntryFigures, EntryState } from '../../domain/signals/model.ts';
import { weekdayKey } from '../formats.ts';
import type { Texts } from './level-range.ts';
import { weekNumberText } from './level-range.ts';

const MINUTES_OF_HOUR = 60;
const WEEK_HOURS = 168;

/** What the texts of an entry depend on. */
export type EntryWithFigures = Pick<Entry, 'state' | 'figures' | 'indexType'> & {
  readonly also: readonly Pick<Entry, 'state'>[];
};

/** The index that is compared: of a small place that of its last four weeks. */
function entryIndex({
  index,
  fourWeeksIndex,
}: Pick<EntryFigures, 'index' | 'fourWeeksIndex'>): number | null {
  return fourWeeksIndex ?? index;
}

/** The texts of all states of an entry, its own first. The silence of a place explains its few responses. */
export function stateTexts(entry: EntryWithFigures, texts: Texts): readonly string[] {
  const states = [entry.state, ...entry.also.map(({ state }) => state)];
  return states
    .filter((state) => state !== 'volumeLow' || !states.includes('silent'))
    .map((state) => stateText(state, entry, texts));
}

function stateText(state: EntryState, entry: EntryWithFigures, texts: Texts): string {
  const { words, formats } = texts;
  const { figures, indexType } = entry;
  const entryWords = words.signals.entry;
  const value = formats.index(entryIndex(figures), indexType);
  const was = formats.index(figures.was ?? figures.usual, indexType);
  const since = figures.since === null ? '' : weekNumberText(figures.since, formats);
  switch (state) {
    case 'new':
      return figures.basis === 'year'
        ? entryWords.year({ value, was: formats.index(figures.usual, indexType) })
        : entryWords.was({ value, was: formats.index(figures.usual, indexType) });
    case 'still': {
      const usual = formats.index(figures.usual, indexType);
      // Low beside other places only, the survey has no low weeks of its own.
      return since === ''
        ? entryWords.was({ value, was: usual })
        : entryWords.wasSince({ value, was: usual, since });
    }
    case 'better':
      return (figures.weeks ?? 1) <= 1
        ? entryWords.was({ value, was: formats.index(figures.usual, indexType) })
        : entryWords.betterSince({ value, was: formats.index(figures.usual, indexType), since });
    case 'recovered':
      return entryWords.recovered({ value, was });
    case 'silent':
      return silentText(entry, texts);
    case 'volumeLow':
      return entryWords.volumeLow({
        n: figures.responses,
        usual: Math.round(figures.volumeUsual ?? 0),
      });
    case 'inAlarm':
      if (figures.badMinutes >= WEEK_HOURS * MINUTES_OF_HOUR) return entryWords.inAlarmAllWeek;
      return entryWords.inAlarm({
        duration: formats.duration(
          Math.round(figures.badMinutes / MINUTES_OF_HOUR) * MINUTES_OF_HOUR,
        ),
      });
    case 'standingLow':
      return entryWords.standingLow({ value });
  }
}

function silentText({ figures }: EntryWithFigures, { words, formats }: Texts): string {
  const texts = words.signals.entry;
  const { silentWeeks, fromDay } = figures;
  const expected = Math.max(1, Math.round(figures.expected ?? 0));
  if (silentWeeks !== null && silentWeeks > 1) return texts.silentWeeks({ weeks: silentWeeks });
  if (silentWeeks !== null || fromDay === null) return texts.silentWeek({ expected });
  return texts.silentSince({
    day: formats.weekday(fromDay),
    weekday: weekdayKey(fromDay),
    expected,
  });
}
