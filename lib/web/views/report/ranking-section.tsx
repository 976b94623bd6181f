// The places of a folder: ranked, and moving.
import type { JSX } from 'preact';
import { verdictOf } from '../../../domain/figures.ts';
import type { Report } from '../../../domain/report.ts';
import { joined } from '../../../i18n/report-texts/alert-texts.ts';
import { bar, distributionAlt } from '../../../charts/distribution.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import type { Localization } from '../../../i18n/localization.ts';
import { certaintyText } from '../../../i18n/report-texts/headline-sentence.ts';
import type { Column } from '../../ui/data-table.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Drawn } from '../../ui/svg-drawing.tsx';
import { useSpeech } from '../../app-context.tsx';
import type { Ranked } from '../../../i18n/report-texts/place-order.ts';
import { moversAmong, rankedByKind } from '../../../i18n/report-texts/place-order.ts';
import { FolderName, SurveyName } from '../../features/folders/folder-links.tsx';
import { Section } from '../../ui/page-section.tsx';
import { State, VerdictNote } from '../../ui/badges.tsx';
import type { WhichReport } from '../../api/use-report.ts';

interface PlacesProps {
  readonly report: Report;
  readonly reading: Localization;
  readonly which: WhichReport;
}

/** A table for each kind of index; the only survey of a folder has no rank. */
export function Ranking({ report, reading, which }: PlacesProps): JSX.Element | null {
  const { page } = useSpeech();
  const { words } = reading;
  const kinds = rankedByKind(report);
  if (kinds.length === 0) return null;
  const isRanked = report.ranking.length > 1 || report.subfolders.length > 0;
  const title = isRanked ? words.ranking : page.read.surveys;
  return (
    <Section title={title}>
      {kinds.map((places) => {
        const [first] = places;
        if (first === undefined) return null;
        const note = kinds.length > 1 ? kindName(first.place, reading) : '';
        return (
          <div key={keyOf(first)} class="kind-part">
            {note !== '' && <h3>{note}</h3>}
            <DataTable
              caption={joined([title, note])}
              rows={places}
              keyOf={keyOf}
              columns={columnsFor(isRanked ? 'ranked' : 'ofOneKind', { report, reading, which })}
            />
          </div>
        );
      })}
    </Section>
  );
}

/** Places whose change is clear by the stricter test for many places; nothing when there is none. */
export function Movers({ report, reading, which }: PlacesProps): JSX.Element | null {
  const { words } = reading;
  const byKind = rankedByKind(report).map(moversAmong);
  const movers = byKind.flat();
  const [first] = movers;
  if (first === undefined) return null;
  const isMixed = byKind.filter((some) => some.length > 0).length > 1;
  const note = !isMixed && byKind.length > 1 ? kindName(first.place, reading) : '';
  const rows = isMixed ? 'ofSeveralKinds' : 'ofOneKind';
  return (
    <Section title={words.movers} note={note}>
      <DataTable
        caption={joined([words.movers, note])}
        rows={movers}
        first={movers.length}
        keyOf={keyOf}
        columns={columnsFor(rows, { report, reading, which })}
      />
    </Section>
  );
}

function keyOf({ place }: Ranked): string {
  return `${place.folder ?? ''} ${place.survey ?? ''} ${place.indexType} ${place.feedbackScale}`;
}

/** Places of several kinds name theirs, where those of one kind have their rank. */
function columnsFor(
  rows: 'ranked' | 'ofOneKind' | 'ofSeveralKinds',
  { report, reading, which }: PlacesProps,
): readonly Column<Ranked>[] {
  const { words, formats } = reading;
  const statuses = new Map(report.subfolders.map(({ key, status }) => [key, status]));
  const rank: Column<Ranked> = {
    head: words.columns.rank,
    kind: 'number',
    cell: (row) => <span class="muted">{formats.count(row.rank)}</span>,
  };
  const kind: Column<Ranked> = {
    head: words.columns.kind,
    cell: ({ place }) => <span class="muted">{kindName(place, reading)}</span>,
  };
  return [
    ...(rows === 'ranked' ? [rank] : []),
    {
      head: words.columns.place,
      kind: 'wide',
      namesRow: true,
      cell: ({ place }) => {
        if (place.folder === undefined) {
          const survey = place.survey ?? 0;
          return (
            <SurveyName which={which} reading={reading} folder={which.folder} survey={survey} />
          );
        }
        return (
          <>
            <FolderName which={which} reading={reading} folder={place.folder} />
            {statuses.get(place.folder) === 'partial' && <State state="partial" />}
          </>
        );
      },
    },
    ...(rows === 'ofSeveralKinds' ? [kind] : []),
    {
      head: words.columns.distribution,
      kind: 'bar',
      cell: ({ figures }) => figures !== null && <Bar data={figures.data} reading={reading} />,
    },
    {
      head: words.columns.index,
      kind: 'number',
      cell: ({ place, figures }) => (
        <>
          <strong>{formats.index(place.index, place.indexType)}</strong>{' '}
          {figures !== null && figures.halfWidth !== null && (
            <span class="certainty">
              {certaintyText(figures.halfWidth, place.indexType, reading)}
            </span>
          )}
        </>
      ),
    },
    {
      head: words.columns.change,
      kind: 'number',
      cell: ({ place }) => formats.change(place.change, place.indexType),
    },
    {
      head: words.columns.verdict,
      cell: ({ figures }) =>
        figures !== null && verdictOf(figures) !== null && <VerdictNote figures={figures} />,
    },
    {
      head: words.columns.responses,
      kind: 'number',
      cell: ({ place }) => formats.count(place.responses),
    },
  ];
}

interface BarProps {
  readonly data: readonly number[];
  readonly reading: Localization;
}

/** In units of its own: it fills its column. */
const BAR = { width: 160, height: 8 } as const;

function Bar({ data, reading }: BarProps): JSX.Element {
  const alt = distributionAlt(data, reading);
  const drawing = { ...BAR, alt, operations: bar(data, BAR.width, BAR.height) };
  return (
    <span class="mini-bar">
      <Drawn drawing={drawing} reading={reading} scale={null} isNamed />
    </span>
  );
}
