// Form to change the settings of a subscription.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { SubscriptionBody } from '../../../http/subscription-responses.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { InputProblems } from '../../features/subscribe/subscription-input.ts';
import { checkTime, inputOf, settingsOf } from '../../features/subscribe/subscription-input.ts';
import { SubscriptionSettings } from '../../features/subscribe/subscription-settings.tsx';
import { surveyTimeZone } from '../../features/subscribe/survey-time-zone.ts';
import { useSubscriptionAction } from './use-subscription-action.ts';

interface ChangeFormProps {
  readonly subscription: SubscriptionBody;
  readonly onSaved: () => void;
}

export function ChangeForm({ subscription, onSaved }: ChangeFormProps): JSX.Element {
  const { api, folderIndex } = useAppContext();
  const words = useLocalization().page.subscriptions;
  const [input, setInput] = useState(() =>
    inputOf(subscription, surveyTimeZone(folderIndex, subscription.folder)),
  );
  const [problems, setProblems] = useState<InputProblems>({});
  const { isBusy, message, isError, run } = useSubscriptionAction();
  const form = useRef<HTMLFormElement>(null);
  return (
    <form
      class="share-form"
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const nextProblems = checkTime(input);
        setProblems(nextProblems);
        if (Object.keys(nextProblems).length > 0) {
          requestAnimationFrame(() => {
            form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
          });
          return;
        }
        void run(async () => {
          await api.changeSubscription(subscription.id, settingsOf(input));
          onSaved();
          return words.saved;
        });
      }}
    >
      <SubscriptionSettings
        input={input}
        problems={problems}
        onInput={(changes) => {
          setInput((previous) => ({ ...previous, ...changes }));
          setProblems({});
        }}
      />
      {isError && <p class="error">{message}</p>}
      <p class="note-acts">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {words.save}
        </button>
      </p>
    </form>
  );
}
