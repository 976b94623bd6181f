// Button to remove an accepted change, a target, an owner or a note.
import type { JSX } from 'preact';
import { useRequest } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { SettingError } from './setting-error.tsx';

interface RemoveButtonProps {
  /** Names what is removed. */
  readonly what: string;
  readonly question: string;
  /** Announced once it is removed. */
  readonly message: string;
  readonly remove: () => Promise<void>;
  readonly onRemoved: () => void;
}

export function RemoveButton(props: RemoveButtonProps): JSX.Element {
  const { what, question, message, remove, onRemoved } = props;
  const { announce } = useAppContext();
  const { page } = useLocalization();
  const { isBusy, error, run } = useRequest();
  const action = page.subscriptions.remove;
  return (
    <div class="note-acts">
      <ConfirmButton
        label={page.subscriptions.actionFor({ action, what })}
        question={question}
        yes={page.accept.yes}
        no={page.accept.no}
        isBusy={isBusy}
        error={<SettingError error={error} />}
        onConfirm={() => {
          void run(async () => {
            await remove();
            announce(message);
            onRemoved();
          });
        }}
      >
        {action}
      </ConfirmButton>
    </div>
  );
}
