// Texts about days without responses, as a sentence and as a reason in a list.
import type { Silence } from '../../domain/signals/volume.ts';
import type { Texts } from './usual-level-texts.ts';

/** 'No responses since Friday (usually 60 a day): check the device.' */
export function silenceSentence(silence: Silence, texts: Texts): string {
  return texts.words.signals.sentence(silenceText(silence, texts));
}

/** The sentence without its full stop. */
export function silenceText(
  { fromDay, days, expected, ongoing }: Omit<Silence, 'p'>,
  { words, formats }: Texts,
): string {
  const texts = words.signals.silence;
  const perDay = formats.count(Math.max(1, Math.round(expected / days)));
  const from = formats.weekday(fromDay + 1, 'long');
  if (ongoing) return fromDay === 0 ? texts.allWeek(perDay) : texts.since(from, perDay);
  return days === 1
    ? texts.day(from, perDay)
    : texts.days(from, formats.count(days), formats.plural(days), perDay);
}
