// Button to remove what was accepted, or a target.
import type { JSX } from 'preact';
import { weekNumberText } from '../choose-week/week-title.ts';
import { useRequest } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { settingErrorText } from './setting-texts.ts';

interface RemoveSettingProps {
  /** Names what is removed. */
  readonly what: string;
  readonly remove: () => Promise<void>;
  /** Receives the text that says so, which is announced too. */
  readonly onRemoved: (message: string) => void;
}

export function RemoveSetting({ what, remove, onRemoved }: RemoveSettingProps): JSX.Element {
  const { announce, weeks } = useAppContext();
  const { page, formats } = useLocalization();
  const { isBusy, error, run } = useRequest();
  const words = page.accept;
  const action = page.subscriptions.remove;
  return (
    <div class="note-acts">
      <ConfirmButton
        label={page.subscriptions.actionFor({ action, what })}
        question={words.confirmRemove}
        yes={words.yes}
        no={words.no}
        isBusy={isBusy}
        error={
          error !== null && (
            <p class="error" role="alert">
              {settingErrorText(error, page)}
            </p>
          )
        }
        onConfirm={() => {
          void run(async () => {
            await remove();
            const week = weekNumberText(weeks.latest, { formats });
            const message = `${words.removed} ${words.remade({ week })}`;
            announce(message);
            onRemoved(message);
          });
        }}
      >
        {action}
      </ConfirmButton>
    </div>
  );
}
