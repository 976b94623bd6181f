// Button to remove an owner or a note.
import type { JSX } from 'preact';
import { useRequest } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { settingErrorText } from '../accept/setting-texts.ts';

interface RemoveWrittenProps {
  /** Names what is removed. */
  readonly what: string;
  readonly question: string;
  readonly remove: () => Promise<void>;
  readonly onRemoved: () => void;
}

export function RemoveWritten(props: RemoveWrittenProps): JSX.Element {
  const { what, question, remove, onRemoved } = props;
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
            announce(page.accept.removed);
            onRemoved();
          });
        }}
      >
        {action}
      </ConfirmButton>
    </div>
  );
}
