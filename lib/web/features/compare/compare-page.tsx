// Two to five places beside each other: their weeks in one chart and, in a table, what is said of each.
import type { JSX } from 'preact';
import { quoteNames } from '../../../i18n/report-texts/name-list.ts';
import type { FolderView } from '../../../view/report-view.ts';
import { useLocalization } from '../../app-context.tsx';
import { MAX_COMPARED } from '../../routes.ts';
import { AddPlace } from './add-place.tsx';
import { ComparePlot } from './compare-plot.tsx';
import { comparedRows } from './compare-rows.ts';
import { CompareTable } from './compare-table.tsx';
import { CopyAddress } from './copy-address.tsx';

interface ComparePageProps {
  /** Of a folder that has all of the places. */
  readonly view: FolderView;
  readonly folders: readonly number[];
}

export function ComparePage({ view, folders }: ComparePageProps): JSX.Element {
  const { page, formats } = useLocalization();
  const rows = comparedRows(view.sections, folders);
  const names = quoteNames(
    rows.map(({ name }) => name),
    formats,
    page.compare.quoted,
  );
  return (
    <article class="compare">
      <header class="compare-head">
        <div>
          <h1>{page.compare.heading({ names: formats.list(names) })}</h1>
          <p class="muted">{view.period}</p>
        </div>
        <div class="acts">
          {rows.length < MAX_COMPARED && <AddPlace view={view} folders={folders} />}
          <CopyAddress />
        </div>
      </header>
      {rows.length === 0 ? (
        <p class="note">{page.compare.none}</p>
      ) : (
        <>
          <ComparePlot view={view} rows={rows} />
          <CompareTable view={view} rows={rows} folders={folders} />
        </>
      )}
    </article>
  );
}
