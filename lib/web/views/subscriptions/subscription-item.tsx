// One subscription with its settings, state and last delivery, and the controls to change and remove it.
import type { JSX } from 'preact';
import { useState, useRef } from 'preact/hooks';
import { weekNumber } from '../../../i18n/formats.ts';
import type { SubscriptionBody } from '../../../http/subscription-responses.ts';
import { languageOf, nativeName } from '../../../i18n/messages.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { DeliveryBody } from '../../features/subscribe/subscription-texts.ts';
import {
  deliveryTime,
  lastReceipt,
  reasonText,
  addressText,
  settingsText,
} from '../../features/subscribe/subscription-texts.ts';
import { MessagePreviewSection } from '../../features/subscribe/message-preview.tsx';
import { reportRoute } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { PanelDialog } from '../../ui/panel.tsx';
import { useSubscriptionAction } from '../../features/subscribe/subscription-action.tsx';
import type { InputProblems } from '../../features/subscribe/subscription-input.ts';
import { checkTime, inputOf, settingsOf } from '../../features/subscribe/subscription-input.ts';
import { SubscriptionSettings } from '../../features/subscribe/subscription-settings.tsx';
import { surveyTimeZone } from '../../features/subscribe/send-time.ts';
import { Form, SubmitButton } from '../../ui/form.tsx';

interface SubscriptionItemProps {
  readonly subscription: SubscriptionBody;
  /** The folder with those above it. */
  readonly place: string;
  /** Delivery of the latest week; null without one. */
  readonly delivery: DeliveryBody | null;
  readonly onChanged: () => void;
  readonly onRemoved: () => void;
}

type SubscriptionDialog = 'change' | 'preview';

export function SubscriptionItem(props: SubscriptionItemProps): JSX.Element {
  const { subscription, place, delivery, onChanged } = props;
  const pageLocalization = useLocalization();
  const { page } = pageLocalization;
  const [dialog, setDialog] = useState<SubscriptionDialog | null>(null);
  const closeDialog = (): void => {
    setDialog(null);
  };
  return (
    <>
      <SubscriptionSummary subscription={subscription} place={place} />
      {delivery !== null && <LastDelivery delivery={delivery} />}
      <SubscriptionControls {...props} onOpen={setDialog} />
      {dialog === 'change' && (
        <PanelDialog title={page.subscriptions.change} onClose={closeDialog}>
          {() => (
            <>
              <p>{`${place} · ${addressText(subscription, pageLocalization)}`}</p>
              <ChangeForm
                subscription={subscription}
                onSaved={() => {
                  closeDialog();
                  onChanged();
                }}
              />
            </>
          )}
        </PanelDialog>
      )}
      {dialog === 'preview' && (
        <PanelDialog title={page.subscribe.preview} onClose={closeDialog}>
          {() => <MessagePreviewSection id={subscription.id} />}
        </PanelDialog>
      )}
    </>
  );
}

type SubscriptionSummaryProps = Pick<SubscriptionItemProps, 'subscription' | 'place'>;

/** The folder, the state, the address and the settings. */
function SubscriptionSummary({ subscription, place }: SubscriptionSummaryProps): JSX.Element {
  const { weeks } = useAppContext();
  const pageLocalization = useLocalization();
  const { page, formats } = pageLocalization;
  const words = page.subscriptions;
  const { state, reason, confirmationProblem, folder, channel } = subscription;
  const language = channel === 'webhook' ? null : languageOf(subscription.locale);
  const languageName = language === null ? null : nativeName(language);
  return (
    <>
      <h2>
        <ViewLink view={reportRoute({ week: weeks.latest, folder })}>{place}</ViewLink>
      </h2>
      <p>
        <span class={`badge is-${state}`}>{words.states[state]}</span>{' '}
        <span>{reason === null ? '' : words.endReasons[reason]}</span>
      </p>
      {confirmationProblem !== null && (
        <p class="error">
          {formats.sentences([
            words.confirmationNotSent,
            reasonText(confirmationProblem, pageLocalization),
          ])}
        </p>
      )}
      <p>{addressText(subscription, pageLocalization)}</p>
      <p class="muted">{settingsText(subscription, languageName, pageLocalization)}</p>
    </>
  );
}

interface SubscriptionControlsProps extends SubscriptionItemProps {
  readonly onOpen: (dialog: SubscriptionDialog) => void;
}

/** Buttons to pause, change, preview, test and remove the subscription, and the result of the last one. */
function SubscriptionControls(props: SubscriptionControlsProps): JSX.Element {
  const { subscription, place, onChanged, onRemoved, onOpen } = props;
  const { api } = useAppContext();
  const pageLocalization = useLocalization();
  const { page, formats } = pageLocalization;
  const words = page.subscriptions;
  const { isBusy, message, isError, run } = useSubscriptionAction();
  const { id, state } = subscription;
  const address = addressText(subscription, pageLocalization);
  const nameOf = (action: string): string =>
    words.actionFor({ action, what: `${place}, ${address}` });
  const isPaused = state === 'paused';
  const switchState = async (): Promise<string> => {
    await api.changeSubscription(id, { state: isPaused ? 'active' : 'paused' });
    onChanged();
    return isPaused ? words.resumed : words.pausedNow;
  };
  const sendTest = async (): Promise<string> => {
    const outcome = await api.sendTest(id);
    const reason = reasonText(outcome.reason, pageLocalization);
    return formats.sentences([words.tests[outcome.state], reason]);
  };
  return (
    <>
      <div class="note-acts">
        {(state === 'active' || isPaused) && (
          <button
            type="button"
            aria-label={nameOf(isPaused ? words.resume : words.pause)}
            aria-disabled={isBusy}
            onClick={() => void run(switchState)}
          >
            {isPaused ? words.resume : words.pause}
          </button>
        )}
        {state !== 'ended' && (
          <button
            type="button"
            aria-label={nameOf(words.change)}
            onClick={() => {
              onOpen('change');
            }}
          >
            {words.change}
          </button>
        )}
        <button
          type="button"
          aria-label={nameOf(page.subscribe.preview)}
          onClick={() => {
            onOpen('preview');
          }}
        >
          {page.subscribe.preview}
        </button>
        {state === 'active' && (
          <button
            type="button"
            aria-label={nameOf(words.test)}
            aria-disabled={isBusy}
            onClick={() => void run(sendTest)}
          >
            {words.test}
          </button>
        )}
        <RemoveSubscription id={id} label={nameOf(words.remove)} onRemoved={onRemoved} />
      </div>
      {message !== '' && <p class={isError ? 'error' : 'hint'}>{message}</p>}
    </>
  );
}

function LastDelivery({ delivery }: { readonly delivery: DeliveryBody }): JSX.Element {
  const { weeks } = useAppContext();
  const localization = useLocalization();
  const { page, formats } = localization;
  const { state } = delivery;
  const receipt = lastReceipt(delivery);
  const reason = reasonText(delivery.reason, localization);
  const texts = [
    page.deliveries.states[state],
    ...(receipt === null ? [] : [deliveryTime(delivery, formats)]),
  ];
  return (
    <p>
      <span class={`delivery is-${state}`}>
        {page.subscriptions.lastDelivery({
          week: formats.numeral(weekNumber(weeks.latest)),
          what: texts.join(' · '),
        })}
      </span>
      {reason !== '' && <small class="delivery-reason">{reason}</small>}
    </p>
  );
}

interface ChangeFormProps {
  readonly subscription: SubscriptionBody;
  readonly onSaved: () => void;
}

function ChangeForm({ subscription, onSaved }: ChangeFormProps): JSX.Element {
  const { api, folderIndex } = useAppContext();
  const words = useLocalization().page.subscriptions;
  const [input, setInput] = useState(() =>
    inputOf(subscription, surveyTimeZone(folderIndex, subscription.folder)),
  );
  const [problems, setProblems] = useState<InputProblems>({});
  const { isBusy, message, isError, run } = useSubscriptionAction();
  const form = useRef<HTMLFormElement>(null);
  return (
    <Form
      class="share-form"
      formRef={form}
      onSubmit={() => {
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
      <SubmitButton isBusy={isBusy}>{words.save}</SubmitButton>
    </Form>
  );
}

interface RemoveSubscriptionProps {
  readonly id: string;
  /** Names the subscription. */
  readonly label: string;
  readonly onRemoved: () => void;
}

function RemoveSubscription({ id, label, onRemoved }: RemoveSubscriptionProps): JSX.Element {
  const { api } = useAppContext();
  const words = useLocalization().page.subscriptions;
  const { isBusy, message, isError, run } = useSubscriptionAction();
  return (
    <ConfirmButton
      label={label}
      question={words.confirmRemove}
      yes={words.confirmYes}
      no={words.confirmNo}
      isBusy={isBusy}
      error={isError && <p class="error">{message}</p>}
      onConfirm={() => {
        void run(async () => {
          await api.removeSubscription(id);
          onRemoved();
          return words.removed;
        });
      }}
    >
      {words.remove}
    </ConfirmButton>
  );
}
