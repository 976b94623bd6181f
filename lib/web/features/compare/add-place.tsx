// A field that adds a place of the list to the comparison.
import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { FolderView, Row } from '../../../view/report-view.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { addableRows } from './compare-rows.ts';

interface AddPlaceProps {
  readonly view: FolderView;
  readonly folders: readonly number[];
}

/** The browser suggests the names; a chosen one is added at once. */
export function AddPlace({ view, folders }: AddPlaceProps): JSX.Element {
  const { navigate } = useAppContext();
  const { page } = useLocalization();
  const [typed, setTyped] = useState('');
  const id = useId();
  const rows = addableRows(view.sections, folders);
  const nameOf = ({ name, path }: Row): string => (path === '' ? name : `${name} (${path})`);
  return (
    <>
      <input
        type="text"
        list={id}
        value={typed}
        placeholder={page.compare.add}
        aria-label={page.compare.add}
        onInput={({ currentTarget }) => {
          const chosen = rows.find((row) => nameOf(row) === currentTarget.value);
          setTyped(chosen === undefined ? currentTarget.value : '');
          if (chosen === undefined) return;
          const next = [...folders, chosen.folder];
          navigate({ name: 'compare', week: view.week, folders: next }, { replace: true });
        }}
      />
      <datalist id={id}>
        {rows.map((row) => (
          <option key={row.folder} value={nameOf(row)} />
        ))}
      </datalist>
    </>
  );
}
