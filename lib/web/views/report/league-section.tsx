// The places of a region compared within one kind of index: ranks as ranges, and the funnel.
import type { JSX } from 'preact';
import type { SurveyGroup } from '../../../domain/report.ts';
import type { LeaguePlace } from '../../../domain/signals/league.ts';
import { funnelChart } from '../../../charts/funnel-chart.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { rankText } from '../../../i18n/report-texts/signal-sentences.ts';
import { useReport } from '../../report-context.tsx';
import { Chart } from '../../ui/chart-figure.tsx';
import type { DataColumn } from '../../ui/data-table.tsx';
import { column, DataTable } from '../../ui/data-table.tsx';
import { Section } from '../../ui/page-section.tsx';
import { FolderLinkWithPath } from './report-links.tsx';

/** Fewer places make no ranking. */
const MIN_PLACES = 3;
/** In points. */
const FUNNEL_HEIGHT = 150;

interface LeagueSectionProps {
  readonly group: SurveyGroup;
  readonly namesKind: boolean;
}

export function LeagueSection({ group, namesKind }: LeagueSectionProps): JSX.Element | null {
  const { localization } = useReport();
  const { words, formats } = localization;
  const { league, indexType } = group;
  if (league === null || league.places.length < MIN_PLACES) return null;
  const texts = words.signals;
  const kind = namesKind ? kindName(group, localization) : '';
  const columns: readonly DataColumn<LeaguePlace>[] = [
    {
      header: words.columns.place,
      kind: 'wide',
      isRowHeader: true,
      cell: ({ folder }) => <FolderLinkWithPath folder={folder} />,
    },
    column(words.columns.rank, 'number', (place) => (
      <span class="muted">{rankText(place, league.places.length, localization)}</span>
    )),
    column(words.columns.index, 'number', ({ index }) => (
      <strong>{formats.index(index, indexType)}</strong>
    )),
    column(words.columns.responses, 'number', ({ responses }) => formats.count(responses)),
    column(texts.region.compared, 'text', ({ funnel }) =>
      funnel === null ? '' : funnel === 'low' ? texts.region.farBelow : texts.region.farAbove,
    ),
  ];
  const title = joinTexts([words.ranking, kind]);
  return (
    <Section title={words.ranking} note={joinTexts([kind, texts.rankNote])}>
      <DataTable
        caption={title}
        rows={league.places}
        rowKey={({ folder, survey }) => `${folder} ${survey}`}
        columns={columns}
      />
      {league.basis === 'funnel' && (
        <>
          <h3>{texts.funnel.title}</h3>
          <p class="section-note">{texts.funnel.note}</p>
          <Chart
            draw={(width, setting) => {
              const funnel = funnelChart(league, group, width, FUNNEL_HEIGHT, setting);
              return funnel === null ? [] : [funnel];
            }}
          />
        </>
      )}
    </Section>
  );
}
