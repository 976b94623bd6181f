// The settings of a subscription that can be changed later: language, time, and what is sent.
import type { JSX } from 'preact';
import { languageOf } from '../../../i18n/messages.ts';
import { useLocalization } from '../../app-context.tsx';
import { CheckField, FormField, RadioField, SelectField } from '../../ui/form-field.tsx';
import { LanguageOptions } from '../../ui/settings.tsx';
import { timeZoneChoices } from './send-time.ts';
import type { InputProblems, SubscriptionInput } from './subscription-input.ts';
import { problemText } from './subscription-input.ts';

export interface SubscriptionSettingsProps {
  readonly input: SubscriptionInput;
  readonly problems: InputProblems;
  readonly onInput: (changes: Partial<SubscriptionInput>) => void;
}

export function SubscriptionSettings(props: SubscriptionSettingsProps): JSX.Element {
  const { input, onInput } = props;
  const words = useLocalization().page.subscribe;
  return (
    <>
      <RadioField
        label={words.when}
        options={[true, false]}
        value={input.whenReady}
        textOf={(isReady) => (isReady ? words.whenReady : words.weekly)}
        hintOf={(isReady) => (isReady ? '' : words.weeklyHint)}
        onSelect={(whenReady) => {
          onInput({ whenReady });
        }}
      >
        {!input.whenReady && <WeeklyTimeFields {...props} />}
      </RadioField>
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
              <LanguageOptions />
            </select>
          )}
        </FormField>
      )}
      <div>
        <CheckField
          class="choice"
          label={words.onlySignals}
          hint={words.onlySignalsHint}
          isChecked={input.onlySignals}
          onCheck={(onlySignals) => {
            onInput({ onlySignals });
          }}
        />
        {input.channel === 'mail' && (
          <CheckField
            class="choice"
            label={words.attachPdf}
            isChecked={input.attachPdf}
            onCheck={(attachPdf) => {
              onInput({ attachPdf });
            }}
          />
        )}
      </div>
    </>
  );
}

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

/** The weekday, the time and its zone. */
function WeeklyTimeFields({ input, problems, onInput }: SubscriptionSettingsProps): JSX.Element {
  const localization = useLocalization();
  const { page, formats } = localization;
  const words = page.subscribe;
  const { weekday, time, timeZone } = input;
  const textOf = (problem: InputProblems[keyof InputProblems]): string | null =>
    problem === undefined ? null : problemText(problem, localization);
  return (
    <div class="field-row">
      <SelectField
        label={words.weekday}
        options={WEEKDAYS}
        value={weekday}
        textOf={(day) => formats.weekday(day)}
        onSelect={(day) => {
          onInput({ weekday: day });
        }}
      />
      <FormField label={words.time} error={textOf(problems.time)}>
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
      <SelectField
        label={words.timeZone}
        error={textOf(problems.timeZone)}
        dir="ltr"
        options={timeZoneChoices([timeZone, readerTimeZone()])}
        value={timeZone}
        textOf={(name) => name.replaceAll('_', ' ')}
        onSelect={(name) => {
          onInput({ timeZone: name });
        }}
      />
    </div>
  );
}

function readerTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
