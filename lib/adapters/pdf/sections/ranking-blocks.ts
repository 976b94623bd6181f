// The places of a region compared within each kind of index: ranks as ranges, and the funnel.
import type { SurveyGroup } from '../../../domain/report.ts';
import { toRankedLeaves } from '../../../domain/signals/leaf-columns.ts';
import type { Ranking, Standing } from '../../../domain/signals/standing.ts';
import { printedPlaces, rankLeaves, sideOf } from '../../../domain/signals/standing.ts';
import { funnelChart } from '../../../charts/funnel-chart.ts';
import { textStyles } from '../../../charts/theme.ts';
import { joinTexts } from '../../../i18n/report-texts/alert-texts.ts';
import { kindName } from '../../../i18n/report-texts/index-types.ts';
import { questionsOfSharedPlaces } from '../../../i18n/report-texts/place-order.ts';
import { rankText } from '../../../i18n/report-texts/state-texts.ts';
import type { Block } from '../block.ts';
import { columnsBlock, figureBlock, stackBlocks } from '../block.ts';
import type { PdfColumn } from '../table-columns.ts';
import { numberColumn, rowHeaderColumn, strongText, textColumn } from '../table-columns.ts';
import { COLUMN_GAP, SPACING } from '../layout-context.ts';
import type { LayoutContext } from '../layout-context.ts';
import { placeCell, table, truncateRows } from '../table-blocks.ts';
import { heading } from './section-heading.ts';

/** Fewer places make no ranking. */
const MIN_PLACES = 3;
const TOP = 5;
const BOTTOM = 5;
const FUNNEL_HEIGHT = 110;

/** The rankings with a funnel each in a section of its own, the shorter ones two in a row. */
export function rankingSections(
  groups: readonly SurveyGroup[],
  context: LayoutContext,
): readonly Block[] {
  const rankings = groups.flatMap((group): readonly RankedGroup[] => {
    const ranking = rankLeaves(toRankedLeaves(group.leaves), group);
    return ranking === null || ranking.places.length < MIN_PLACES ? [] : [{ group, ranking }];
  });
  const namesKind = groups.length > 1;
  const large = rankings.filter(({ ranking }) => ranking.tau !== null);
  const small = rankings.filter(({ ranking }) => ranking.tau === null);
  const half = (context.width - COLUMN_GAP) / 2;
  return [
    ...large.flatMap((ranked) => rankingSection(ranked, namesKind, context.width, context)),
    ...(small.length === 1
      ? small.flatMap((ranked) => rankingSection(ranked, namesKind, context.width, context))
      : pairs(small).map((row) =>
          columnsBlock(
            row.map((ranked) => stackBlocks(rankingSection(ranked, namesKind, half, context))),
            half + COLUMN_GAP,
            { before: SPACING.section },
          ),
        )),
  ];
}

interface RankedGroup {
  readonly group: SurveyGroup;
  readonly ranking: Ranking;
}

function pairs<T>(items: readonly T[]): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / 2) }, (_, row) =>
    items.slice(row * 2, row * 2 + 2),
  );
}

function rankingSection(
  { group, ranking }: RankedGroup,
  namesKind: boolean,
  width: number,
  context: LayoutContext,
): readonly Block[] {
  const { words } = context;
  const texts = words.signals;
  const kind = namesKind ? kindName(group, context) : '';
  const funnel = funnelChart(ranking, group, width, FUNNEL_HEIGHT, context);
  const isWide = width === context.width;
  const shown = printedPlaces(ranking);
  return [
    heading('H2', words.ranking, width, {
      note: joinTexts([kind, isWide ? texts.rankNote : '']),
      title: joinTexts([words.ranking, kind]),
      ...(isWide ? {} : { before: 0 }),
    }),
    ...(shown.length === 0
      ? []
      : table(
          columns(group, ranking, isWide, context),
          truncateRows(shown, TOP, BOTTOM, context),
          width,
          context,
        )),
    ...(funnel === null
      ? []
      : [
          heading('H3', texts.funnel.title, width, { note: texts.funnel.note }),
          figureBlock(funnel),
        ]),
  ];
}

function columns(
  { indexType }: SurveyGroup,
  { places, tau }: Ranking,
  isWide: boolean,
  context: LayoutContext,
): readonly PdfColumn<Standing>[] {
  const { words, formats, names } = context;
  const texts = words.signals.region;
  const questionOf = questionsOfSharedPlaces(places, names);
  return [
    numberColumn(words.columns.rank, isWide ? { min: 52 } : 44, (place) => ({
      text: rankText(place.rank, context),
      style: textStyles.quiet,
    })),
    rowHeaderColumn(words.columns.place, 1, (place) => {
      const secondLine = joinTexts([names.path(place.folder), questionOf(place)]);
      return placeCell(place.folder, context, secondLine);
    }),
    numberColumn(words.columns.index, { min: 34 }, ({ index }) =>
      strongText(formats.index(index, indexType)),
    ),
    numberColumn(words.columns.responses, { min: isWide ? 50 : 34 }, ({ responses }) =>
      formats.count(responses),
    ),
    ...(tau !== null
      ? [
          textColumn(texts.compared, { width: { min: 50 } }, (place: Standing) => {
            const side = sideOf(place, places.length);
            return side === null ? '' : side === 'low' ? texts.farBelow : texts.farAbove;
          }),
        ]
      : []),
  ];
}
