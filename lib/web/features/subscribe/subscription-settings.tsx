// The settings of a subscription that can be changed later: language, time, and what is sent.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';
import { LANGUAGES, languageOf } from '../../../i18n/messages.ts';
import { useLocalization } from '../../app-context.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { NATIVE_NAMES } from '../../ui/settings-menu.tsx';
import { timeZoneChoices } from './send-time.ts';
import type { InputProblems, SubscriptionInput } from './subscription-input.ts';

interface SubscriptionSettingsProps {
  readonly input: SubscriptionInput;
  readonly problems: InputProblems;
  readonly onInput: (changes: Partial<SubscriptionInput>) => void;
}

export function SubscriptionSettings(props: SubscriptionSettingsProps): JSX.Element {
  const { input, onInput } = props;
  const words = useLocalization().page.subscribe;
  return (
    <>
      <TimeFields {...props} />
      {input.channel !== 'webhook' && (
        <FormField label={words.language}>
          {(control) => (
            <select
              {...control}
              value={input.language}
              onChange={(event) => {
                onInput({ language: languageOf(event.currentTarget.value) ?? input.language });
              }}
            >
              {LANGUAGES.map((option) => (
                <option key={option} value={option} lang={option}>
                  {NATIVE_NAMES[option]}
                </option>
              ))}
            </select>
          )}
        </FormField>
      )}
      <div>
        <label class="choice">
          <input
            type="checkbox"
            checked={input.onlySignals}
            onChange={(event) => {
              onInput({ onlySignals: event.currentTarget.checked });
            }}
          />
          <span>
            {words.onlySignals}
            <small>{words.onlySignalsHint}</small>
          </span>
        </label>
        {input.channel === 'mail' && (
          <label class="choice">
            <input
              type="checkbox"
              checked={input.attachPdf}
              onChange={(event) => {
                onInput({ attachPdf: event.currentTarget.checked });
              }}
            />
            <span>{words.attachPdf}</span>
          </label>
        )}
      </div>
    </>
  );
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

function TimeFields({ input, problems, onInput }: SubscriptionSettingsProps): JSX.Element {
  const words = useLocalization().page.subscribe;
  const group = useId();
  const { whenReady } = input;
  return (
    <fieldset>
      <legend>{words.when}</legend>
      {[true, false].map((isReady) => (
        <label key={String(isReady)} class="choice">
          <input
            type="radio"
            name={group}
            checked={whenReady === isReady}
            onChange={() => {
              onInput({ whenReady: isReady });
            }}
          />
          <span>
            {isReady ? words.whenReady : words.weekly}
            {!isReady && <small>{words.weeklyHint}</small>}
          </span>
        </label>
      ))}
      {!whenReady && <WeeklyTimeFields input={input} problems={problems} onInput={onInput} />}
    </fieldset>
  );
}

/** The weekday, the time and its zone. */
function WeeklyTimeFields({ input, problems, onInput }: SubscriptionSettingsProps): JSX.Element {
  const { page, formats } = useLocalization();
  const words = page.subscribe;
  const { weekday, time, timeZone } = input;
  const problemText = (field: 'time' | 'timeZone'): string | null => {
    const problem = problems[field];
    return problem === undefined ? null : words.problems[problem];
  };
  return (
    <div class="field-row">
      <FormField label={words.weekday}>
        {(control) => (
          <select
            {...control}
            value={String(weekday)}
            onChange={(event) => {
              onInput({ weekday: Number(event.currentTarget.value) });
            }}
          >
            {WEEKDAYS.map((day) => (
              <option key={day} value={String(day)}>
                {formats.weekday(day, 'long')}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField label={words.time} error={problemText('time')}>
        {(control) => (
          <input
            {...control}
            type="time"
            required
            value={time}
            onInput={(event) => {
              onInput({ time: event.currentTarget.value });
            }}
          />
        )}
      </FormField>
      <FormField label={words.timeZone} error={problemText('timeZone')}>
        {(control) => (
          <select
            {...control}
            dir="ltr"
            value={timeZone}
            onChange={(event) => {
              onInput({ timeZone: event.currentTarget.value });
            }}
          >
            {timeZoneChoices([timeZone, readerTimeZone()]).map((name) => (
              <option key={name} value={name}>
                {name.replaceAll('_', ' ')}
              </option>
            ))}
          </select>
        )}
      </FormField>
    </div>
  );
}

function readerTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
