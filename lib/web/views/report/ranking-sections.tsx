// How the places of a region compare: the ranking of all places, and that of the folders directly below.
import type { JSX } from 'preact';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { distributionAltText, distributionBar, segmentsOf } from '../../../charts/distribution.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { uncertaintyText } from '../../../i18n/report-texts/headline-sentence.ts';
import type { RankedEntry } from '../../../i18n/report-texts/place-order.ts';
import { questionsOfSharedPlaces, rankingByKind } from '../../../i18n/report-texts/place-order.ts';
import type { SurveyGroup } from '../../../domain/report.ts';
import { REPORT_VERSION } from '../../../domain/report-versions.ts';
import { toRankedLeaves } from '../../../domain/signals/leaf-columns.ts';
import type { Standing } from '../../../domain/signals/standing.ts';
import { rankLeaves, sideOf } from '../../../domain/signals/standing.ts';
import { funnelChart } from '../../../charts/funnel-chart.ts';
import { rankText } from '../../../i18n/report-texts/state-texts.ts';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, rowHeader, DataTable } from '../../ui/data-table.tsx';
import { SvgDrawing } from '../../ui/chart-drawing.tsx';
import { Chart } from '../../ui/chart-figure.tsx';
import { useLocalization } from '../../app-context.tsx';
import { Section } from '../../ui/page-section.tsx';
import { LevelBadge, StateBadge } from '../../ui/icons.tsx';
import type { ShownReport } from '../../report-context.tsx';
import { useReport } from '../../report-context.tsx';
import { FolderLink, SurveyLink, FolderLinkWithPath } from './report-links.tsx';

/** One table per kind of index. A folder with a single survey has no ranking. */
export function Ranking(): JSX.Element | null {
  const shownReport = useReport();
  const { report, localization } = shownReport;
  const { page, words } = useLocalization();
  const kinds = rankingByKind(report);
  if (kinds.length === 0) return null;
  const isRegion = report.subfolders.length > 0;
  // All stores of a region are ranked in a section of their own.
  const isRanked = isRegion ? report.reportVersion !== REPORT_VERSION : report.ranking.length > 1;
  const title = isRanked ? words.ranking : isRegion ? page.read.placesBelow : page.read.surveys;
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
              columns={columnsFor(isRanked, shownReport)}
            />
          </div>
        );
      })}
    </Section>
  );
}

function keyOf({ place }: RankedEntry): string {
  return `${place.folder ?? ''} ${place.survey ?? ''} ${place.indexType} ${place.feedbackScale}`;
}

function columnsFor(
  isRanked: boolean,
  { report, localization }: ShownReport,
): readonly DataColumn<RankedEntry>[] {
  const { words, formats } = localization;
  const statuses = new Map(report.subfolders.map(({ key, status }) => [key, status]));
  const rankColumn = column(words.columns.rank, 'number', ({ rank }: RankedEntry) => (
    <span class="muted">{formats.count(rank)}</span>
  ));
  return [
    ...(isRanked ? [rankColumn] : []),
    rowHeader(words.columns.place, 'wide', ({ place: { folder, survey } }) =>
      folder === undefined ? (
        <SurveyLink survey={survey ?? 0} />
      ) : (
        <>
          <FolderLink folder={folder} />
          {statuses.get(folder) === 'partial' && <StateBadge state="partial" />}
        </>
      ),
    ),
    column(
      words.columns.distribution,
      'bar',
      ({ figures, place }) =>
        figures !== null && <Bar data={figures.data} indexType={place.indexType} />,
    ),
    column(words.columns.index, 'number', ({ place, figures }) => (
      <>
        <strong>{formats.index(place.index, place.indexType)}</strong>{' '}
        {figures !== null && figures.halfWidth !== null && (
          <span class="certainty">
            {uncertaintyText(figures.halfWidth, place.indexType, localization)}
          </span>
        )}
      </>
    )),
    column(words.columns.change, 'number', ({ place }) =>
      formats.change(place.change, place.indexType),
    ),
    column(words.columns.verdict, 'text', ({ level }) => (
      <LevelBadge state={level?.state ?? null} />
    )),
    column(words.columns.responses, 'number', ({ place }) => formats.count(place.responses)),
  ];
}

/** In units of its own viewBox, which stretches to the column. */
const BAR = { width: 160, height: 8 } as const;

interface BarProps {
  readonly data: readonly number[];
  readonly indexType: string;
}

function Bar({ data, indexType }: BarProps): JSX.Element {
  const { localization } = useReport();
  const alt = distributionAltText(data, indexType, localization);
  const segments = segmentsOf(data, indexType, localization);
  const drawing = { ...BAR, alt, operations: distributionBar(segments, BAR.width, BAR.height) };
  return (
    <span class="mini-bar">
      <SvgDrawing drawing={drawing} scale={null} isNamed />
    </span>
  );
}

/** Fewer places make no ranking. */
const MIN_PLACES = 3;
/** In points. */
const FUNNEL_HEIGHT = 150;

interface PlaceRankingProps {
  readonly group: SurveyGroup;
  readonly namesKind: boolean;
}

export function PlaceRanking({ group, namesKind }: PlaceRankingProps): JSX.Element | null {
  const { localization } = useReport();
  const { words, formats } = localization;
  const { indexType } = group;
  const ranking = rankLeaves(toRankedLeaves(group.leaves), group);
  if (ranking === null || ranking.places.length < MIN_PLACES) return null;
  const { places } = ranking;
  const texts = words.signals;
  const kind = namesKind ? kindName(group, localization) : '';
  const questionOf = questionsOfSharedPlaces(places, localization.names);
  const columns: readonly DataColumn<Standing>[] = [
    rowHeader(words.columns.place, 'wide', (place) => (
      <FolderLinkWithPath folder={place.folder} question={questionOf(place)} />
    )),
    column(words.columns.rank, 'number', (place) => (
      <span class="muted">{rankText(place.rank, localization)}</span>
    )),
    column(words.columns.index, 'number', ({ index }) => (
      <strong>{formats.index(index, indexType)}</strong>
    )),
    column(words.columns.responses, 'number', ({ responses }) => formats.count(responses)),
    column(texts.region.compared, 'text', (place) => {
      const side = sideOf(place, places.length);
      if (side === null) return '';
      return side === 'low' ? texts.region.farBelow : texts.region.farAbove;
    }),
  ];
  const title = joinTexts([words.ranking, kind]);
  return (
    <Section title={words.ranking} note={joinTexts([kind, texts.rankNote])}>
      <DataTable
        caption={title}
        rows={places}
        rowKey={({ folder, survey }) => `${folder} ${survey}`}
        columns={columns}
      />
      {ranking.tau !== null && (
        <>
          <h3>{texts.funnel.title}</h3>
          <p class="section-note">{texts.funnel.note}</p>
          <Chart
            draw={(width, setting) => {
              const funnel = funnelChart(ranking, group, width, FUNNEL_HEIGHT, setting);
              return funnel === null ? [] : [funnel];
            }}
          />
        </>
      )}
    </Section>
  );
}
