// Dialog to say who is on it at a place.
import type { JSX } from 'preact';
import { displayText } from '../../../i18n/localization.ts';
import { useRequest } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { localDay } from '../../page-localization.ts';
import { useReport } from '../../report-context.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import type { PanelProps } from '../../ui/panel.tsx';
import { PanelDialog } from '../../ui/panel.tsx';
import { RemoveButton } from '../accept/remove-button.tsx';
import { SettingError } from '../accept/setting-error.tsx';
import type { EditableNotes } from './place-notes.ts';
import { useEditableNotes } from './place-notes.ts';
import { useWriterName, WriterField } from './writer-field.tsx';

export function OwnerPanel({ onClose }: PanelProps): JSX.Element | null {
  const { page } = useLocalization();
  const { view } = useReport();
  const notes = useEditableNotes();
  if (notes === null) return null;
  return (
    <PanelDialog title={page.notes.ownerHeading({ place: view.name })} onClose={onClose}>
      {(focusHeading) => <OwnerForm notes={notes} onRemoved={focusHeading} />}
    </PanelDialog>
  );
}

interface OwnerFormProps {
  readonly notes: EditableNotes;
  /** Called when the button that had the focus is removed. */
  readonly onRemoved: () => void;
}

function OwnerForm({ notes, onRemoved }: OwnerFormProps): JSX.Element {
  const { api, announce } = useAppContext();
  const pageLocalization = useLocalization();
  const { page } = pageLocalization;
  const words = page.notes;
  const writer = useWriterName();
  const { isBusy, error, run } = useRequest();
  const { folder, week } = useReport().view;
  const { owner, onChanged } = notes;
  const name = displayText(owner?.name ?? '', pageLocalization);
  const take = (): void => {
    const writerName = writer.submit();
    if (writerName === null) return;
    void run(async () => {
      await api.takePlace(folder, { name: writerName, week });
      announce(words.taken);
      onChanged();
    });
  };
  return (
    <>
      {owner === null ? (
        <p>{words.nobody}</p>
      ) : (
        <>
          <p>{words.onItSince({ name, when: localDay(owner.since, week, pageLocalization) })}</p>
          {owner.canRemove && (
            <RemoveButton
              message={page.accept.removed}
              what={name}
              question={words.confirmRelease}
              remove={() => api.releasePlace(folder)}
              onRemoved={() => {
                onRemoved();
                onChanged();
              }}
            />
          )}
        </>
      )}
      <Form class="share-form" onSubmit={take}>
        <WriterField writer={writer} />
        <SubmitButton isBusy={isBusy}>{words.take}</SubmitButton>
        <SettingError error={error} />
      </Form>
    </>
  );
}
