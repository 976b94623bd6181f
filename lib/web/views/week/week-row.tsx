// One row of a week's table: a folder, what its report's state is, and its figures as the report has them.
import type { JSX } from 'preact';
import type { OverviewFolder, OverviewGroup } from '../../../http/responses.ts';
import { withoutIsolates } from '../../../i18n/text-direction.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { indexName, kindName } from '../../../i18n/report-texts/index-types.ts';
import { certaintyText } from '../../../i18n/report-texts/headline-sentence.ts';
import { wordFor } from '../../../i18n/messages.ts';
import { reportAt } from '../../routes.ts';
import { localInstant } from '../../page-localization.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { To } from '../../ui/view-link.tsx';
import { folderName, pathOf } from '../../features/folders/folder-names.ts';
import { useFiles } from '../../features/files/report-files.tsx';
import { State, VerdictNote } from '../../ui/badges.tsx';
import type { WeekRow } from './week-table-rows.ts';

/** Characters of a name that may not fit into the lines that it has. */
const LONG = 60;

interface WeekTableRowProps {
  readonly row: WeekRow;
  readonly week: string;
  readonly reading: Localization;
  /** Whether the row stands among those that it lies in; else its path says so. */
  readonly isTree: boolean;
  /** Whether the index needs to say of which kind it is. */
  readonly hasKind: boolean;
}

export function WeekTableRow({
  row,
  week,
  reading,
  isTree,
  hasKind,
}: WeekTableRowProps): JSX.Element {
  const { places } = useLibrary();
  const speech = useSpeech();
  const { page, formats } = speech;
  const { folder, group, depth, above } = row;
  const { figures } = folder;
  const name = folderName(folder, speech);
  // What all rows have above them says nothing of one.
  const path = places.roots.length === 1 ? above.slice(1) : above;
  const counted = row.isOfGroup ? group : figures;
  return (
    <tr role="row">
      <th
        scope="row"
        role="rowheader"
        class="cell-place"
        style={
          isTree
            ? { paddingInlineStart: `calc(var(--step) * ${Math.min(depth, 8)} + 0.625rem)` }
            : {}
        }
      >
        <To view={reportAt({ week, folder: folder.key })}>
          <bdi title={name.length > LONG ? name : undefined}>{name}</bdi>
        </To>
        {!isTree && path.length > 0 && <small>{pathOf(path, speech)}</small>}
      </th>
      <td role="cell" class="cell-state">
        <State state={folder.state} />
        <StateNotes folder={folder} />
      </td>
      <td role="cell" class="number cell-index" data-label={page.find.sorts.index}>
        {group !== null && (
          <IndexCell row={row} group={group} reading={reading} hasKind={hasKind} />
        )}
      </td>
      <td role="cell" class="number cell-change">
        {group !== null && group.change !== null && (
          <>
            {formats.change(group.change, group.indexType)}{' '}
            <small>
              <VerdictNote figures={group} />
            </small>
          </>
        )}
      </td>
      <td role="cell" class="number cell-responses" data-label={page.find.sorts.responses}>
        {counted !== null && (
          <>
            {formats.count(counted.responses)}{' '}
            <small>{page.find.lastWeek(formats.count(counted.previousResponses))}</small>
          </>
        )}
      </td>
      <td
        role="cell"
        class={figures?.openAlerts === 0 ? 'number cell-alerts is-none' : 'number cell-alerts'}
        data-label={page.find.sorts.alerts}
      >
        {figures !== null && (
          <span class={figures.openAlerts === 0 ? 'muted' : 'has-alerts'}>
            {formats.count(figures.openAlerts)}
          </span>
        )}
      </td>
      <td role="cell" class="cell-pdf">
        {folder.revision !== null && <PdfButton week={week} folder={folder.key} name={name} />}
      </td>
    </tr>
  );
}

interface IndexCellProps {
  readonly row: WeekRow;
  readonly group: OverviewGroup;
  readonly reading: Localization;
  readonly hasKind: boolean;
}

function IndexCell({ row, group, reading, hasKind }: IndexCellProps): JSX.Element {
  const { page, formats } = useSpeech();
  const { index, halfWidth, indexType } = group;
  const others = row.isOfGroup ? 0 : (row.folder.figures?.groups.length ?? 1) - 1;
  const kind = indexName(group, reading);
  return (
    <>
      <span class="index">
        <b>{formats.index(index, indexType)}</b>
        {halfWidth !== null && <small>{certaintyText(halfWidth, indexType, reading)}</small>}
      </span>
      {hasKind && (
        <small title={withoutIsolates(kindName(group, reading))}>
          {others > 0 ? page.find.moreKinds(kind, formats.count(others)) : kind}
        </small>
      )}
    </>
  );
}

/** What the state's word doesn't say. */
function StateNotes({ folder }: { readonly folder: OverviewFolder }): JSX.Element | null {
  const { page, words, formats } = useSpeech();
  const { state, job, dueAt, problems } = folder;
  const notes: string[] = [];
  if (problems > 0)
    notes.push(page.find.problems(formats.count(problems), formats.plural(problems)));
  if (job?.state === 'queued' && state !== 'queued') notes.push(page.find.remade);
  if (job?.state === 'failed') {
    if (state !== 'failed') notes.push(page.find.remakeFailed);
    if (job.code !== null && Object.hasOwn(words.problems, job.code)) {
      notes.push(page.find.failedBecause(wordFor(words.problems, job.code)));
    }
  }
  if (dueAt !== null && (state === 'owed' || state === 'waiting')) {
    notes.push(page.find.due(localInstant(dueAt, formats) ?? formats.utc(dueAt)));
  }
  if (notes.length === 0) return null;
  return (
    <>
      {notes.map((note) => (
        <small key={note}>{note}</small>
      ))}
    </>
  );
}

interface PdfButtonProps {
  readonly week: string;
  readonly folder: number;
  readonly name: string;
}

function PdfButton({ week, folder, name }: PdfButtonProps): JSX.Element {
  const { page } = useSpeech();
  const { wanted, trouble, fetch } = useFiles({ week, folder, revision: null });
  return (
    <>
      <button
        type="button"
        class="pdf"
        aria-label={page.find.openPdf(name)}
        aria-busy={wanted !== null}
        onClick={() => {
          fetch('view');
        }}
      >
        {page.find.pdf}
      </button>
      {trouble !== null && (
        <small class="error" role="alert">
          {page.find.noPdf(name)}
        </small>
      )}
    </>
  );
}
