// Two to five places beside each other: their weeks in one chart and, in a table, what is said of each.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { quoteNames } from '../../../i18n/report-texts/name-list.ts';
import type { FolderView } from '../../../view/report-view.ts';
import { useLocalization } from '../../app-context.tsx';
import { MAX_COMPARED } from '../../routes.ts';
import { TablePanel } from '../table/table-download.tsx';
import { AddPlace } from './add-place.tsx';
import { ComparePlot } from './compare-plot.tsx';
import { comparedRows, comparedStates } from './compare-rows.ts';
import { CompareTable } from './compare-table.tsx';
import { CopyAddress } from './copy-address.tsx';

interface ComparePageProps {
  /** Of a folder that has all of the places. */
  readonly view: FolderView;
  readonly folders: readonly number[];
}

export function ComparePage({ view, folders }: ComparePageProps): JSX.Element {
  const { page, formats } = useLocalization();
  const [hasTable, setTable] = useState(false);
  const rows = comparedRows(view.sections, folders);
  const findings = comparedStates(view, rows).map(({ title, rows: ofState }) => {
    const names = quoteNames(
      ofState.map(({ name }) => name),
      formats,
      page.compare.quoted,
    );
    return page.compare.finding({
      ...{ title: title === '' ? page.compare.notCompared : title },
      names: formats.list(names),
    });
  });
  return (
    <article class="compare">
      <header class="compare-head">
        <div>
          <h1>{rows.length === 0 ? page.compare.table : formats.sentences(findings)}</h1>
          <p class="muted">{view.period}</p>
        </div>
        <div class="acts">
          {rows.length < MAX_COMPARED && <AddPlace view={view} folders={folders} />}
          <CopyAddress />
          <button
            type="button"
            onClick={() => {
              setTable(true);
            }}
          >
            {page.table.heading}
          </button>
        </div>
      </header>
      {hasTable && (
        <TablePanel
          view={view}
          onClose={() => {
            setTable(false);
          }}
        />
      )}
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
