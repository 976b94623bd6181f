// Dialog to write a note on a place, with the notes on it.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { MAX_NOTE_LENGTH } from '../../../domain/place-notes.ts';
import { parseNoteText } from '../../../i18n/note-input.ts';
import { useRequest } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { localDay } from '../../page-localization.ts';
import { useReport } from '../../report-context.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import type { PanelProps } from '../../ui/panel.tsx';
import { PanelDialog } from '../../ui/panel.tsx';
import { RemoveButton } from '../accept/remove-button.tsx';
import { SettingError } from '../accept/setting-error.tsx';
import type { EditableNotes } from './place-notes.ts';
import { useEditableNotes } from './place-notes.ts';
import { useWriterName, WriterField } from './writer-field.tsx';

export function NotesPanel({ onClose }: PanelProps): JSX.Element | null {
  const { page } = useLocalization();
  const { view } = useReport();
  const notes = useEditableNotes();
  if (notes === null) return null;
  return (
    <PanelDialog title={page.notes.heading({ place: view.name })} onClose={onClose}>
      {(focusHeading) => (
        <>
          <NoteForm notes={notes} />
          <NoteList notes={notes} onRemoved={focusHeading} />
        </>
      )}
    </PanelDialog>
  );
}

function NoteForm({ notes }: { readonly notes: EditableNotes }): JSX.Element {
  const { api, announce } = useAppContext();
  const { page } = useLocalization();
  const words = page.notes;
  const writer = useWriterName();
  const [typed, setTyped] = useState('');
  const [isInvalid, setInvalid] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const { isBusy, error, run } = useRequest();
  const { folder, week } = useReport().view;
  const hint = words.textHint({ most: MAX_NOTE_LENGTH });
  const add = (): void => {
    const name = writer.submit();
    const text = parseNoteText(typed);
    setInvalid(text === null);
    if (text === null) field.current?.focus();
    if (name === null || text === null) return;
    void run(async () => {
      await api.addNote({ folder, name, text, week });
      setTyped('');
      announce(words.added);
      notes.onChanged();
    });
  };
  return (
    <Form class="share-form" onSubmit={add}>
      <FormField label={words.text} hint={hint} isInvalid={isInvalid}>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            dir="auto"
            rows={3}
            value={typed}
            onInput={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setInvalid(false);
            }}
          />
        )}
      </FormField>
      <WriterField writer={writer} />
      <SubmitButton isBusy={isBusy}>{words.add}</SubmitButton>
      <SettingError error={error} />
    </Form>
  );
}

interface NoteListProps {
  readonly notes: EditableNotes;
  /** Called when the button that had the focus is removed. */
  readonly onRemoved: () => void;
}

function NoteList({ notes, onRemoved }: NoteListProps): JSX.Element {
  const { api } = useAppContext();
  const pageLocalization = useLocalization();
  const { week } = useReport().view;
  const { page } = pageLocalization;
  const words = page.notes;
  return (
    <section class="settings-section">
      <h3>{words.listHeading}</h3>
      {notes.notes.length === 0 && <p class="hint">{words.none}</p>}
      <ul>
        {notes.notes.map(({ id, text, name, at, canRemove }) => (
          <li key={id}>
            <p>
              <bdi>{text}</bdi>
            </p>
            <p class="muted">
              <bdi>{name}</bdi>
              {` · ${localDay(at, week, pageLocalization)}`}
            </p>
            {canRemove && (
              <RemoveButton
                message={page.accept.removed}
                what={text}
                question={words.confirmRemove}
                remove={() => api.removeNote(id)}
                onRemoved={() => {
                  onRemoved();
                  notes.onChanged();
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
