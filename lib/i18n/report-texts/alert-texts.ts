// What an alert is called and what made it go off, in words; an unknown type speaks for itself.
import type { AlertParameters } from '../../domain/facts.ts';
import type { SurveyAlert } from '../../domain/report.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';
import { wordFor } from '../messages.ts';

export function alertName(alertType: string, localization: Localization): string {
  return displayText(wordFor(localization.words.alertNames, alertType), localization, 60);
}

/** What made it go off: in words for the known types, an unknown one's parameters as they came. */
export function triggerText(alert: SurveyAlert, localization: Localization): string {
  const { words, formats } = localization;
  const { parameters, alertType } = alert;
  const number = (name: string): number | null => {
    const value = parameters[name];
    return typeof value === 'number' ? value : null;
  };
  const both = (
    one: string,
    other: string,
    format: (n: number) => string,
    say: (a: string, b: string) => string,
  ): string => {
    const [a, b] = [number(one), number(other)];
    return a === null || b === null ? '' : say(format(a), format(b));
  };
  const triggers = words.alertTriggers;
  const percent = (n: number): string => formats.percent(n);
  const responses = number('responses');
  const window = number('windowMin');
  const sampled = responses !== null && window !== null;
  const counted = sampled
    ? triggers.counted(
        words.responses(formats.count(responses), formats.plural(responses)),
        formats.duration(window),
      )
    : '';
  switch (alertType) {
    case 'negative': {
      const rate = both('actual', 'threshold', percent, triggers.negative);
      if (rate === '' || !sampled) return joined([rate, counted]);
      return both('actual', 'threshold', percent, (actual, limit) =>
        triggers.negativeOf(actual, formats.count(responses), formats.duration(window), limit),
      );
    }
    case 'indexThreshold':
      return joined([
        both('actual', 'threshold', (n) => formats.decimal(n), triggers.indexThreshold),
        counted,
      ]);
    case 'feedbackCount':
      return joined([
        counted,
        both('countThreshold', 'countThreshold', (n) => formats.count(n), triggers.feedbackCount),
      ]);
    default:
      return asTheyCame(parameters, localization);
  }
}

export function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join(' · ');
}

function asTheyCame(parameters: AlertParameters, localization: Localization): string {
  const entries = Object.entries(parameters).slice(0, 12);
  return displayText(
    entries
      .map(
        ([name, value]) => `${name} ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      )
      .join(', '),
    localization,
    120,
  );
}
