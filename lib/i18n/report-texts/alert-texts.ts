// The name and the trigger of an alert as text; an unknown type is shown as received.
import type { AlertParameters } from '../../domain/report-inputs.ts';
import type { SurveyAlert } from '../../domain/report.ts';
import { joinTexts } from '../join-texts.ts';
import type { Localization } from '../localization.ts';
import { displayText } from '../localization.ts';
import { wordFor } from '../messages.ts';

export function alertName(alertType: string, localization: Localization): string {
  return displayText(wordFor(localization.words.alertNames, alertType), localization, 60);
}

/** The trigger of an alert; for an unknown type, its parameters as received. */
export function triggerText(alert: SurveyAlert, localization: Localization): string {
  const { words, formats } = localization;
  const { parameters, alertType } = alert;
  const number = (name: string): number | null => {
    const value = parameters[name];
    return typeof value === 'number' ? value : null;
  };
  const formatPair = (
    first: string,
    second: string,
    format: (n: number) => string,
    template: (a: string, b: string) => string,
  ): string => {
    const [a, b] = [number(first), number(second)];
    return a === null || b === null ? '' : template(format(a), format(b));
  };
  const triggers = words.alertTriggers;
  const value = (actual: string, limit: string): string => triggers.value({ actual, limit });
  const percent = (n: number): string => formats.percent(n);
  const responses = number('responses');
  const window = number('windowMin');
  const hasSample = responses !== null && window !== null;
  const responsesPart = hasSample
    ? triggers.counted({
        n: responses,
        window: formats.duration(window),
      })
    : '';
  switch (alertType) {
    case 'negative': {
      const rate = formatPair('actual', 'threshold', percent, value);
      if (rate === '' || !hasSample) return joinTexts([rate, responsesPart]);
      return formatPair('actual', 'threshold', percent, (actual, limit) =>
        triggers.negativeOf({ actual, responses, window: formats.duration(window), limit }),
      );
    }
    case 'indexThreshold':
      return joinTexts([
        formatPair('actual', 'threshold', (n) => formats.decimal(n), value),
        responsesPart,
      ]);
    case 'feedbackCount': {
      const limit = number('countThreshold');
      return joinTexts([responsesPart, limit === null ? '' : triggers.feedbackCount({ limit })]);
    }
    default:
      return rawParameters(parameters, localization);
  }
}

/** Says for how many of the surveys the alerts are unknown; '' when all were read. */
export function unreadAlertsText(
  unread: number,
  surveys: number,
  { words }: Pick<Localization, 'words' | 'formats'>,
): string {
  if (unread === 0) return '';
  return words.signals.alertsUnread({ n: unread, all: surveys });
}

function rawParameters(parameters: AlertParameters, localization: Localization): string {
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
