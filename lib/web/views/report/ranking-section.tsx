// Ranking of a folder's subfolders and surveys, and those with clear changes.
import type { JSX } from 'preact';
import { verdictOfChange } from '../../../domain/figures.ts';
import type { Report } from '../../../domain/report.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { distributionBar, distributionAltText } from '../../../charts/distribution.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { uncertaintyText } from '../../../i18n/report-texts/headline-sentence.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { SvgDrawing } from '../../ui/svg-drawing.tsx';
import { useLocalization } from '../../app-context.tsx';
import type { RankedEntry } from '../../../i18n/report-texts/place-order.ts';
import { selectMovers, rankingByKind } from '../../../i18n/report-texts/place-order.ts';
import { FolderLink, SurveyLink } from '../../features/folders/folder-links.tsx';
import { Section } from '../../ui/page-section.tsx';
import { StateBadge, ChangeBadge } from '../../ui/badges.tsx';
import type { ReportSelection } from '../../api/use-report.ts';

interface PlacesProps {
  readonly report: Report;
  readonly localization: Localization;
  readonly selection: ReportSelection;
}

/** One table per kind of index. A folder with a single survey has no ranking. */
export function Ranking({ report, localization, selection }: PlacesProps): JSX.Element | null {
  const { page } = useLocalization();
  const { words } = localization;
  const kinds = rankingByKind(report);
  if (kinds.length === 0) return null;
  const isRanked = report.ranking.length > 1 || report.subfolders.length > 0;
  const title = isRanked ? words.ranking : page.read.surveys;
  return (
    <Section title={title}>
      {kinds.map((places) => {
        const [first] = places;
        if (first === undefined) return null;
        const note = kinds.length > 1 ? kindName(first.place, localization) : '';
        return (
          <div key={keyOf(first)} class="kind-part">
            {note !== '' && <h3>{note}</h3>}
            <DataTable
              caption={joinTexts([title, note])}
              rows={places}
              rowKey={keyOf}
              columns={columnsFor(isRanked ? 'ranked' : 'ofOneKind', {
                report,
                localization,
                selection,
              })}
            />
          </div>
        );
      })}
    </Section>
  );
}

/** Folders and surveys with a clear change by the stricter test for many comparisons; null when there are none. */
export function Movers({ report, localization, selection }: PlacesProps): JSX.Element | null {
  const { words } = localization;
  const byKind = rankingByKind(report).map(selectMovers);
  const movers = byKind.flat();
  const [first] = movers;
  if (first === undefined) return null;
  const isMixed = byKind.filter((movers) => movers.length > 0).length > 1;
  const note = !isMixed && byKind.length > 1 ? kindName(first.place, localization) : '';
  const rows = isMixed ? 'ofSeveralKinds' : 'ofOneKind';
  return (
    <Section title={words.movers} note={note}>
      <DataTable
        caption={joinTexts([words.movers, note])}
        rows={movers}
        initialRows={movers.length}
        rowKey={keyOf}
        columns={columnsFor(rows, { report, localization, selection })}
      />
    </Section>
  );
}

function keyOf({ place }: RankedEntry): string {
  return `${place.folder ?? ''} ${place.survey ?? ''} ${place.indexType} ${place.feedbackScale}`;
}

/** Rows of several kinds show the kind; rows of one kind show the rank. */
function columnsFor(
  rows: 'ranked' | 'ofOneKind' | 'ofSeveralKinds',
  { report, localization, selection }: PlacesProps,
): readonly DataColumn<RankedEntry>[] {
  const { words, formats } = localization;
  const statuses = new Map(report.subfolders.map(({ key, status }) => [key, status]));
  const rankColumn: DataColumn<RankedEntry> = {
    header: words.columns.rank,
    kind: 'number',
    cell: (row) => <span class="muted">{formats.count(row.rank)}</span>,
  };
  const kindColumn: DataColumn<RankedEntry> = {
    header: words.columns.kind,
    cell: ({ place }) => <span class="muted">{kindName(place, localization)}</span>,
  };
  return [
    ...(rows === 'ranked' ? [rankColumn] : []),
    {
      header: words.columns.place,
      kind: 'wide',
      isRowHeader: true,
      cell: ({ place }) => {
        if (place.folder === undefined) {
          const survey = place.survey ?? 0;
          return (
            <SurveyLink
              selection={selection}
              localization={localization}
              folder={selection.folder}
              survey={survey}
            />
          );
        }
        return (
          <>
            <FolderLink selection={selection} localization={localization} folder={place.folder} />
            {statuses.get(place.folder) === 'partial' && <StateBadge state="partial" />}
          </>
        );
      },
    },
    ...(rows === 'ofSeveralKinds' ? [kindColumn] : []),
    {
      header: words.columns.distribution,
      kind: 'bar',
      cell: ({ figures }) =>
        figures !== null && <Bar data={figures.data} localization={localization} />,
    },
    {
      header: words.columns.index,
      kind: 'number',
      cell: ({ place, figures }) => (
        <>
          <strong>{formats.index(place.index, place.indexType)}</strong>{' '}
          {figures !== null && figures.halfWidth !== null && (
            <span class="certainty">
              {uncertaintyText(figures.halfWidth, place.indexType, localization)}
            </span>
          )}
        </>
      ),
    },
    {
      header: words.columns.change,
      kind: 'number',
      cell: ({ place }) => formats.change(place.change, place.indexType),
    },
    {
      header: words.columns.verdict,
      cell: ({ figures }) =>
        figures !== null && verdictOfChange(figures) !== null && <ChangeBadge figures={figures} />,
    },
    {
      header: words.columns.responses,
      kind: 'number',
      cell: ({ place }) => formats.count(place.responses),
    },
  ];
}

interface BarProps {
  readonly data: readonly number[];
  readonly localization: Localization;
}

/** In units of its own viewBox, which stretches to the column. */
const BAR = { width: 160, height: 8 } as const;

function Bar({ data, localization }: BarProps): JSX.Element {
  const alt = distributionAltText(data, localization);
  const drawing = { ...BAR, alt, operations: distributionBar(data, BAR.width, BAR.height) };
  return (
    <span class="mini-bar">
      <SvgDrawing drawing={drawing} localization={localization} scale={null} isNamed />
    </span>
  );
}
