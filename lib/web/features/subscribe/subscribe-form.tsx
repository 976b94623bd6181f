// Form for a new subscription: channel, address and settings. Errors are shown next to the field they concern.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { CreatedSubscription } from '../../api/subscriptions-client.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { toApiError } from '../../api/api-errors.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { CHANNELS, channelName } from './channel-name.ts';
import { SubscriptionErrorNote } from './subscription-error.tsx';
import { SubscriptionSettings } from './subscription-settings.tsx';
import { surveyTimeZone } from './survey-time-zone.ts';
import type { InputProblems, SubscriptionInput } from './subscription-input.ts';
import {
  checkInput,
  defaultInput,
  newSubscription,
  problemsOfAnswer,
} from './subscription-input.ts';

interface SubscribeFormProps {
  readonly onCreated: (subscription: CreatedSubscription) => void;
}

export function SubscribeForm({ onCreated }: SubscribeFormProps): JSX.Element {
  const { selection } = useReport();
  const { api, folderIndex, subscriptions, announce } = useAppContext();
  const { page, language } = useLocalization();
  const words = page.subscribe;
  const { folder } = selection;
  const [input, setInput] = useState<SubscriptionInput>(() =>
    defaultInput(language, surveyTimeZone(folderIndex, folder)),
  );
  const [problems, setProblems] = useState<InputProblems>({});
  const [apiError, setApiError] = useState<ApiError | null>(null);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const showProblems = (nextProblems: InputProblems): void => {
    setProblems(nextProblems);
    const texts = Object.values(nextProblems).map((problem) => words.problems[problem]);
    announce(texts.join(' '));
    // The fields are marked in the next render.
    requestAnimationFrame(() => {
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    });
  };
  const onInput = (changes: Partial<SubscriptionInput>): void => {
    setInput((previous) => ({ ...previous, ...changes }));
    setProblems({});
    setApiError(null);
  };

  const subscribe = async (): Promise<void> => {
    if (isSending) return;
    const found = checkInput(input);
    if (Object.keys(found).length > 0) {
      showProblems(found);
      return;
    }
    setSending(true);
    setApiError(null);
    try {
      const created = await api.subscribe(newSubscription(folder, input));
      subscriptions.refetch();
      onCreated(created);
    } catch (caught) {
      const error = toApiError(caught);
      const refused = problemsOfAnswer(error);
      if (refused === null) setApiError(error);
      else showProblems(refused);
    } finally {
      setSending(false);
    }
  };

  const { channel, address } = input;
  const addressProblem = problems.address === undefined ? null : words.problems[problems.address];
  return (
    <form
      class="share-form"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void subscribe();
      }}
    >
      <FormField label={words.channel}>
        {(control) => (
          <select
            {...control}
            value={channel}
            onChange={(event) => {
              const { value } = event.currentTarget;
              const selected = CHANNELS.find((option) => option === value);
              onInput({ channel: selected ?? 'mail', address: '' });
            }}
          >
            {CHANNELS.map((option) => (
              <option key={option} value={option}>
                {channelName(option, page)}
              </option>
            ))}
          </select>
        )}
      </FormField>
      <FormField
        label={words.address[channel]}
        hint={words.addressHint[channel]}
        error={addressProblem}
      >
        {(control) => (
          <input
            {...control}
            type="text"
            inputMode={channel === 'mail' ? 'email' : 'url'}
            name={channel === 'mail' ? 'email' : 'url'}
            autocomplete={channel === 'mail' ? 'email' : 'off'}
            autocapitalize="off"
            spellcheck={false}
            dir="ltr"
            required
            class="wide"
            value={address}
            onInput={(event) => {
              onInput({ address: event.currentTarget.value });
            }}
          />
        )}
      </FormField>
      <SubscriptionSettings input={input} problems={problems} onInput={onInput} />
      {apiError !== null && <SubscriptionErrorNote error={apiError} />}
      <p class="note-acts">
        <button type="submit" class="primary" aria-disabled={isSending}>
          {isSending ? words.submitting : words.submit}
        </button>
      </p>
    </form>
  );
}
