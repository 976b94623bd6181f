// Short texts about levels, ranks and parts of the week, for tables.
import type { GroupKey } from '../../domain/figures.ts';
import type { Level, WeekPart } from '../../domain/signals/model.ts';
import type { Localization } from '../localization.ts';
import type { Texts } from './level-range.ts';
import { usualRange } from './level-range.ts';

/** 'Still low', 'As usual'; '' for figures of an earlier version. */
export function stateText({ state }: Pick<Level, 'state'>, { words }: Texts): string {
  return state === null ? '' : words.signals.states[state];
}

/** 'was 68', or 'usually 66–74' where the week is as usual; '' without a level that the week is compared with. */
export function comparedText(
  level: Pick<Level, 'state' | 'usual' | 'was' | 'lower' | 'upper'>,
  indexType: string,
  { words, formats }: Texts,
): string {
  const was = (value: number | null): string =>
    value === null ? '' : words.signals.was({ level: formats.index(value, indexType) });
  switch (level.state) {
    case 'new':
    case 'still':
    case 'better':
      return was(level.usual);
    case 'recovered':
      return was(level.was);
    case 'usual': {
      const range = usualRange(level, indexType, { words, formats });
      return range === '' ? '' : words.signals.usualRange({ range });
    }
    case 'silent':
    case 'newPlace':
    case 'tooFew':
    case null:
      return '';
  }
}

/** Each part that differs from its usual, with its difference; those that do so in every week are among the place's details. */
export function partTexts(
  parts: readonly WeekPart[],
  { indexType }: GroupKey,
  texts: Pick<Localization, 'words' | 'formats'>,
): readonly string[] {
  const { words, formats } = texts;
  const named = parts.filter(({ says }) => says === 'new');
  return named.map((part) =>
    words.signals.clearHours({
      when: partName(part, texts),
      difference: formats.change(part.difference, indexType),
      usual: formats.change(part.usual, indexType),
    }),
  );
}

const HOURS_OF_PART = 6;

/** 'Monday', or '18:00–00:00'. */
function partName(
  { weekday, part }: Pick<WeekPart, 'weekday' | 'part'>,
  { words, formats }: Texts,
): string {
  if (weekday !== null) return formats.weekday(weekday);
  const from = (part ?? 0) * HOURS_OF_PART;
  return words.signals.range({
    lower: formats.hour(from),
    upper: formats.hour((from + HOURS_OF_PART) % 24),
  });
}
