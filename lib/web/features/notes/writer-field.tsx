// Field for the name of who writes, which is remembered in this browser.
import type { JSX, RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { MAX_NAME_LENGTH } from '../../../domain/place-notes.ts';
import { parseWriterName } from '../../../i18n/note-input.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { readWriterName, storeWriterName } from '../../preferences.ts';
import { FormField } from '../../ui/form-field.tsx';

export interface WriterName {
  readonly typed: string;
  readonly isInvalid: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onType: (text: string) => void;
  /** The name, which is remembered; null for one that is not valid, whose field is marked and gets the focus. */
  readonly submit: () => string | null;
}

export function useWriterName(): WriterName {
  const { storages } = useAppContext();
  const [typed, setTyped] = useState(() => readWriterName(storages) ?? '');
  const [isInvalid, setInvalid] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  return {
    typed,
    isInvalid,
    field,
    onType: (text) => {
      setTyped(text);
      setInvalid(false);
    },
    submit: () => {
      const name = parseWriterName(typed);
      setInvalid(name === null);
      if (name === null) field.current?.focus();
      else storeWriterName(storages, name);
      return name;
    },
  };
}

export function WriterField({ writer }: { readonly writer: WriterName }): JSX.Element {
  const { page } = useLocalization();
  const hint = page.notes.nameHint({ most: MAX_NAME_LENGTH });
  const { typed, isInvalid, field, onType } = writer;
  return (
    <FormField label={page.notes.name} hint={hint} isInvalid={isInvalid}>
      {(control) => (
        <input
          {...control}
          ref={field}
          type="text"
          dir="auto"
          autocomplete="name"
          size={30}
          value={typed}
          onInput={({ currentTarget }) => {
            onType(currentTarget.value);
          }}
        />
      )}
    </FormField>
  );
}
