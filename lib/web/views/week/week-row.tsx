// One row of the week table: folder, state and figures of its report.
import type { JSX } from 'preact';
import { drawnLevel } from '../../../charts/drawn-level.ts';
import type { OverviewFolder, OverviewGroup } from '../../../http/responses.ts';
import { withIsolates, withoutIsolates } from '../../../i18n/text-direction.ts';
import { indexName, kindName } from '../../../i18n/report-texts/index-types.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { comparedText } from '../../../i18n/report-texts/state-texts.ts';
import { uncertaintyText } from '../../../i18n/report-texts/headline-sentence.ts';
import { wordFor } from '../../../i18n/messages.ts';
import { reportView } from '../../routes.ts';
import { formatLocalInstant } from '../../page-localization.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { folderName, pathText } from '../../features/folders/folder-index.ts';
import { useReportFiles } from '../../features/files/report-files.tsx';
import { LevelBadge, StateBadge } from '../../ui/icons.tsx';
import { SmallTrendFigure } from '../../ui/chart-figure.tsx';
import type { WeekRow } from './week-table-rows.ts';

/** Longer names may be truncated and get a tooltip. */
const LONG_NAME_LENGTH = 60;

interface WeekTableRowProps {
  readonly row: WeekRow;
  readonly week: string;
  /** Whether the row is shown in the tree; otherwise it shows its path. */
  readonly isTree: boolean;
  /** Whether the index shows its kind. */
  readonly hasKind: boolean;
}

export function WeekTableRow({ row, week, isTree, hasKind }: WeekTableRowProps): JSX.Element {
  const pageLocalization = useLocalization();
  const { page, formats } = pageLocalization;
  const { folder, group, mostSevereGroup } = row;
  const { figures } = folder;
  const name = folderName(folder, pageLocalization);
  const responseFigures = row.showsGroupOnly ? group : figures;
  return (
    <tr role="row">
      <PlaceCell row={row} week={week} isTree={isTree} />
      <td role="cell" class="cell-state">
        <StateBadge state={folder.state} />
        <StateNotes folder={folder} />
      </td>
      <td role="cell" class="number cell-index" data-label={page.browse.sorts.index}>
        {group !== null && <IndexCell row={row} group={group} hasKind={hasKind} />}
      </td>
      <td role="cell" class="cell-verdict">
        {mostSevereGroup !== null && <VerdictCell row={row} group={mostSevereGroup} />}
      </td>
      <td role="cell" class="cell-trend">
        {mostSevereGroup !== null && (
          <SmallTrendFigure
            series={{
              indexes: mostSevereGroup.trend,
              level: drawnLevel(mostSevereGroup.level),
              indexType: mostSevereGroup.indexType,
            }}
            name={indexName(mostSevereGroup, pageLocalization)}
          />
        )}
      </td>
      <td role="cell" class="number cell-responses" data-label={page.browse.sorts.responses}>
        {responseFigures !== null && (
          <>
            {formats.count(responseFigures.responses)}{' '}
            <small>{page.browse.lastWeek({ n: responseFigures.previousResponses })}</small>
          </>
        )}
      </td>
      <td
        role="cell"
        class={figures?.openAlerts === 0 ? 'number cell-alerts is-none' : 'number cell-alerts'}
        data-label={page.browse.sorts.alerts}
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

type PlaceCellProps = Pick<WeekTableRowProps, 'row' | 'week' | 'isTree'>;

/** The folder's name, indented in the tree and with its path elsewhere. */
function PlaceCell({ row, week, isTree }: PlaceCellProps): JSX.Element {
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const { folder, depth, ancestors } = row;
  const name = folderName(folder, pageLocalization);
  // A root that all rows share is left out.
  const path = folderIndex.roots.length === 1 ? ancestors.slice(1) : ancestors;
  return (
    <th
      scope="row"
      role="rowheader"
      class="cell-place"
      style={
        isTree ? { paddingInlineStart: `calc(var(--step) * ${Math.min(depth, 8)} + 0.625rem)` } : {}
      }
    >
      <ViewLink view={reportView({ week, folder: folder.key })}>
        <bdi title={name.length > LONG_NAME_LENGTH ? name : undefined}>{name}</bdi>
      </ViewLink>
      {!isTree && path.length > 0 && <small>{pathText(path, pageLocalization)}</small>}
    </th>
  );
}

interface IndexCellProps {
  readonly row: WeekRow;
  readonly group: OverviewGroup;
  readonly hasKind: boolean;
}

function IndexCell({ row, group, hasKind }: IndexCellProps): JSX.Element {
  const pageLocalization = useLocalization();
  const { page, formats } = pageLocalization;
  const { index, halfWidth, indexType, change } = group;
  const otherKinds = row.showsGroupOnly ? 0 : (row.folder.figures?.groups.length ?? 1) - 1;
  const kind = indexName(group, pageLocalization);
  return (
    <>
      <span class="index">
        <b>{formats.index(index, indexType)}</b>
        {halfWidth !== null && (
          <small>{uncertaintyText(halfWidth, indexType, pageLocalization)}</small>
        )}
      </span>
      {change !== null && (
        <small class="index-change">
          {page.browse.changed({ change: formats.change(change, indexType) })}
        </small>
      )}
      {hasKind && (
        <small title={withoutIsolates(kindName(group, pageLocalization))}>
          {otherKinds > 0 ? page.browse.moreKinds({ kind, n: otherKinds }) : kind}
        </small>
      )}
    </>
  );
}

interface VerdictCellProps {
  readonly row: WeekRow;
  readonly group: OverviewGroup;
}

/** 'Still low · was 68'; the kind of index is named where it isn't the one of the index shown. */
function VerdictCell({ row, group }: VerdictCellProps): JSX.Element | null {
  const pageLocalization = useLocalization();
  const { page } = pageLocalization;
  const { level, indexType, lost } = group;
  if (level.state === null) return null;
  const notes = [
    comparedText(level, indexType, pageLocalization),
    // A region as usual may have stores that lost: the loss is theirs.
    ...(!row.folder.isLeaf || lost === null || lost < 1
      ? []
      : [page.browse.loss({ n: Math.round(lost) })]),
  ];
  return (
    <>
      {group !== row.group && <small>{kindName(group, pageLocalization)}</small>}
      <LevelBadge state={level.state} />
      {joinTexts(notes) !== '' && <small>{joinTexts(notes)}</small>}
    </>
  );
}

/** Details that the state's name does not cover. */
function StateNotes({ folder }: { readonly folder: OverviewFolder }): JSX.Element | null {
  const { page, words, formats, direction } = useLocalization();
  const { state, job, dueAt, problems } = folder;
  const notes: string[] = [];
  if (problems > 0) notes.push(page.browse.problems({ n: problems }));
  if (job?.state === 'queued' && state !== 'queued') notes.push(page.browse.recreating);
  if (job?.state === 'failed') {
    if (state !== 'failed') notes.push(page.browse.recreateFailed);
    if (job.code !== null && Object.hasOwn(words.problems, job.code)) {
      notes.push(
        page.browse.failureReason({
          why: withIsolates(wordFor(words.problems, job.code), direction),
        }),
      );
    }
  }
  if (dueAt !== null && (state === 'owed' || state === 'waiting')) {
    notes.push(page.browse.due({ when: formatLocalInstant(dueAt, formats) ?? formats.utc(dueAt) }));
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
  const { page } = useLocalization();
  const { loading, error, open } = useReportFiles({ week, folder });
  return (
    <>
      <button
        type="button"
        class="pdf"
        aria-label={page.browse.openPdf({ name })}
        aria-busy={loading !== null}
        onClick={() => {
          open('view');
        }}
      >
        PDF
      </button>
      {error !== null && (
        <small class="error" role="alert">
          {page.browse.noPdf({ name })}
        </small>
      )}
    </>
  );
}
