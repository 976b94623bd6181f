// Dialog to get a folder's report every week: the form, and what happens next.
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CreatedSubscription } from '../../api/subscriptions-client.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { useReport } from '../../report-context.tsx';
import { CopyField, FormField, SelectField } from '../../ui/form-field.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import type { PanelProps } from '../../ui/panel.tsx';
import { PanelDialog } from '../../ui/panel.tsx';
import type { ApiError } from '../../api/api-errors.ts';
import { toApiError } from '../../api/api-errors.ts';
import { MessagePreviewSection } from './message-preview.tsx';
import type { Channel } from './subscription-texts.ts';
import { resultText, CHANNELS, channelName } from './subscription-texts.ts';
import { SubscriptionErrorNote } from './subscription-action.tsx';
import type { SubscriptionSettingsProps } from './subscription-settings.tsx';
import { SubscriptionSettings } from './subscription-settings.tsx';
import { surveyTimeZone } from './send-time.ts';
import type { InputProblems, SubscriptionInput } from './subscription-input.ts';
import {
  checkInput,
  defaultInput,
  newSubscription,
  problemText,
  problemsOfAnswer,
} from './subscription-input.ts';

export function SubscribePanel({ onClose }: PanelProps): JSX.Element {
  const { page } = useLocalization();
  const { view } = useReport();
  const words = page.subscribe;
  const [created, setCreated] = useState<CreatedSubscription | null>(null);
  return (
    <PanelDialog title={words.heading} onClose={onClose}>
      {() => (
        <>
          <p>{words.intro({ place: view.name })}</p>
          {created === null ? (
            <SubscribeForm onCreated={setCreated} />
          ) : (
            <SubscriptionResult
              subscription={created}
              onAnother={() => {
                setCreated(null);
              }}
            />
          )}
        </>
      )}
    </PanelDialog>
  );
}

interface SubscriptionResultProps {
  readonly subscription: CreatedSubscription;
  readonly onAnother: () => void;
}

function SubscriptionResult({ subscription, onAnother }: SubscriptionResultProps): JSX.Element {
  const { announce } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.subscribe;
  const [isPreviewShown, setPreviewShown] = useState(false);
  const result = useRef<HTMLElement>(null);
  const { id, signingKey } = subscription;
  const [title, detail] = resultText(subscription, pageLocalization);
  useEffect(() => {
    result.current?.focus();
    announce(`${title}. ${detail}`);
  }, [id]);
  return (
    <>
      <section class="share-made" ref={result} tabIndex={-1} aria-label={title}>
        <h3>{title}</h3>
        <p>{detail}</p>
        {signingKey !== null && (
          <div class="link-field">
            <CopyField label={words.signingKey} value={signingKey} copyLabel={words.copyKey} />
            <p class="hint">{words.signingKeyHint}</p>
          </div>
        )}
        <p class="note-acts">
          <button
            type="button"
            aria-expanded={isPreviewShown}
            onClick={() => {
              setPreviewShown((isShown) => !isShown);
            }}
          >
            {words.preview}
          </button>
          <button type="button" onClick={onAnother}>
            {words.addAnother}
          </button>
          <ViewLink class="button" view={{ name: 'subscriptions', all: false }}>
            {words.manage}
          </ViewLink>
        </p>
      </section>
      {isPreviewShown && <MessagePreviewSection id={id} />}
    </>
  );
}

interface SubscribeFormProps {
  readonly onCreated: (subscription: CreatedSubscription) => void;
}

function SubscribeForm({ onCreated }: SubscribeFormProps): JSX.Element {
  const { folder } = useReport().view;
  const { api, folderIndex, subscriptions, announce } = useAppContext();
  const localization = useLocalization();
  const { page, formats, language } = localization;
  const words = page.subscribe;
  const channels = useChannels();
  const [input, setInput] = useState<SubscriptionInput>(() =>
    defaultInput(language, surveyTimeZone(folderIndex, folder), channels[0]),
  );
  const [problems, setProblems] = useState<InputProblems>({});
  const [apiError, setApiError] = useState<ApiError | null>(null);
  const [isSending, setSending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const showProblems = (nextProblems: InputProblems): void => {
    setProblems(nextProblems);
    const texts = Object.values(nextProblems).map((problem) => problemText(problem, localization));
    announce(formats.sentences(texts));
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
    const inputProblems = checkInput(input);
    if (Object.keys(inputProblems).length > 0) {
      showProblems(inputProblems);
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
      const fieldProblems = problemsOfAnswer(error);
      if (fieldProblems === null) setApiError(error);
      else showProblems(fieldProblems);
    } finally {
      setSending(false);
    }
  };

  return (
    <Form class="share-form" formRef={form} onSubmit={() => void subscribe()}>
      <AddressFields input={input} problems={problems} onInput={onInput} />
      <SubscriptionSettings input={input} problems={problems} onInput={onInput} />
      {apiError !== null && <SubscriptionErrorNote error={apiError} />}
      <SubmitButton isBusy={isSending}>{isSending ? words.submitting : words.submit}</SubmitButton>
    </Form>
  );
}

/** Those to which the server sends messages; all until it has told. */
function useChannels(): readonly Channel[] {
  return useAppContext().subscriptions.data?.channels ?? CHANNELS;
}

/** Where the messages go. */
function AddressFields({ input, problems, onInput }: SubscriptionSettingsProps): JSX.Element {
  const localization = useLocalization();
  const { page } = localization;
  const channels = useChannels();
  const words = page.subscribe;
  const { channel, address } = input;
  const textOf = (problem: InputProblems[keyof InputProblems]): string | null =>
    problem === undefined ? null : problemText(problem, localization);
  return (
    <>
      <SelectField
        label={words.channel}
        error={textOf(problems.channel)}
        options={channels}
        value={channel}
        textOf={(option) => channelName(option, page)}
        onSelect={(option) => {
          onInput({ channel: option, address: '' });
        }}
      />
      <FormField
        label={words.address[channel]}
        hint={words.addressHint[channel]}
        error={textOf(problems.address)}
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
    </>
  );
}
