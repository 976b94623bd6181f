// Why a place is listed, where a surface has little room for it.
import type { Entry } from '../domain/signals/model.ts';
import { clean, shorten } from '../i18n/clean-text.ts';
import { weekdayKey } from '../i18n/formats.ts';
import type { Localization } from '../i18n/localization.ts';
import { weekNumberText } from '../i18n/report-texts/level-range.ts';
import { partKey } from '../i18n/report-texts/place-additions.ts';
import { withIsolates } from '../i18n/text-direction.ts';

/** Characters. */
export const BRIEF_REASON = 30;
/** Of the name of an option, also beside large numbers. */
const SHORTEST_OPTION = 8;

/**
 * The reason of the section whose state the entry has, in at most 30 characters; only the name of an option is cut, no number.
 * '' where there is no such text.
 */
export function briefReason(entry: Entry, localization: Localization): string {
  const { words, formats } = localization;
  const texts = words.view.brief;
  const { since, weeks } = entry.figures;
  switch (entry.state) {
    case 'new':
      return newReason(entry, localization);
    case 'still':
      return since === null ? '' : texts.since({ week: weekNumberText(since, formats) });
    case 'better':
      return since === null || (weeks ?? 1) <= 1
        ? texts.sinceNow
        : texts.since({ week: weekNumberText(since, formats) });
    case 'recovered':
      return texts.recovered({ weeks: weeks ?? 1 });
    case 'silent':
      return silentReason(entry, localization);
    case 'volumeLow':
    case 'inAlarm':
    case 'standingLow':
      return '';
  }
}

function newReason({ reason, indexType }: Entry, localization: Localization): string {
  const { words, formats, direction } = localization;
  const texts = words.view.brief;
  if (reason === null) return texts.noReason;
  if ('option' in reason) {
    const { presses: n, previousPresses: before, option } = reason;
    if (before === null) return '';
    const room = BRIEF_REASON - texts.option({ option: '', n, before }).length;
    const name = shorten(clean(option.name), Math.max(room, SHORTEST_OPTION));
    return texts.option({ option: withIsolates(name, direction), n, before });
  }
  const values = {
    value: formats.index(reason.index, indexType),
    usual: formats.index(reason.usual, indexType),
  };
  return reason.kind === 'part'
    ? texts.part({ ...values, part: partKey(reason.at) })
    : texts.day({ ...values, day: formats.weekday(reason.at) });
}

function silentReason({ figures }: Entry, { words, formats }: Localization): string {
  const texts = words.view.brief;
  const { silentWeeks, fromDay } = figures;
  if (silentWeeks !== null && silentWeeks > 1) return texts.silentWeeks({ weeks: silentWeeks });
  if (silentWeeks !== null || fromDay === null) return texts.silentWeek;
  return texts.silentSince({ day: formats.weekday(fromDay), weekday: weekdayKey(fromDay) });
}
