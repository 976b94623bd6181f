// Formulas for the numbers of a region: the list, kinds, folders below, contributions, rankings and silent places.
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { Report, SurveyGroup } from '../../../../../lib/domain/report.ts';
import type { Entry, Level } from '../../../../../lib/domain/signals/model.ts';
import { messagesFor } from '../../../../../lib/i18n/catalogues.ts';
import { funnelDraws, trendSays, weeksSay } from './chart-figures.ts';
import { usualSays } from './level-figures.ts';
import type { RankedPlace } from './places.ts';
import { countPlaces, rankedPlaces } from './places.ts';
import * as as from './recomputed.ts';
import type { ExpectedItem, Formula, Subject } from './subjects.ts';
import {
  FOLDER,
  isOneOf,
  keyOf,
  nameOf,
  ofKind,
  placeOf,
  placeSays,
  says,
  under,
} from './subjects.ts';
import { alsoSentences, entrySentence, folderSentences } from './sentence-figures.ts';

const en = messagesFor('en');

const { columns, signals, trend } = en;
/** The number of weeks in the head of small trends. */
const TREND_HEAD = trend;

export const REGIONS: readonly Formula[] = [
  {
    name: 'the weeks in the head of a table with small trends',
    places: FOLDER,
    what: 'row',
    under: (section) => under.list(section) || section === signals.indexKinds,
    entries: ({ report }) => [{ names: [], says: { [TREND_HEAD]: weeksOf(report) } }],
  },
  {
    name: 'the headline of a folder, and the sentences that follow it',
    places: FOLDER,
    what: 'text',
    under: under.head,
    entries: ({ report }) => folderSentences(report).map((sentence) => says(sentence)),
  },
  {
    name: 'a place of the list: its reasons and its trend',
    places: FOLDER,
    what: 'row',
    under: under.list,
    entries: ({ report }, { section }) =>
      report.summary.attention.entries
        .filter(({ state }) => signals.states[state] === section)
        .map((entry) => entrySays(entry, report)),
  },
  {
    name: 'a place that could not be read, or the number of further ones',
    places: FOLDER,
    what: 'text',
    under: (section) => under.head(section) || under.list(section),
    entries: ({ report }) => unreadSays(report),
  },
  {
    name: 'the places that a section of the list only names',
    places: FOLDER,
    what: 'text',
    under: under.list,
    entries: ({ report }) => alsoSentences(report).map((sentence) => says(sentence)),
  },
  {
    name: 'a kind: its surveys, index, usual level, responses, trend',
    places: FOLDER,
    what: 'row',
    under: isOneOf(signals.indexKinds),
    entries: ({ report }) => report.summary.groups.map((group) => kindSays(group)),
  },
  {
    name: 'a folder below: the figures of its largest kind and its responses',
    places: FOLDER,
    what: 'row',
    under: isOneOf(signals.region.below),
    entries: ({ report }) => report.subfolders.map((subfolder) => subfolderSays(subfolder, report)),
  },
  {
    name: 'the buttons of the kind whose change is explained',
    places: FOLDER,
    what: 'text',
    under: under.why,
    entries: ({ kinds }) => kinds.map((kind) => ofKind(kind, as.buttons(kind))),
  },
  {
    name: 'the contributions of a place, of the others, and of all',
    places: FOLDER,
    what: 'row',
    under: under.why,
    entries: (subject) => groupsUnder(subject).flatMap((group) => whySays(group, subject.report)),
  },
  {
    name: 'the buttons of a ranking’s kind, and the example of ranks',
    places: FOLDER,
    what: 'text',
    under: under.ranking,
    entries: ({ kinds, report }) =>
      kinds.flatMap((kind) => {
        const buttons = report.summary.groups.length > 1 ? as.buttons(kind) : '';
        return [ofKind(kind, `${buttons} 3 9`), ofKind(kind, buttons)];
      }),
  },
  {
    name: 'a place of a ranking: its ranks, index, responses',
    places: FOLDER,
    what: 'row',
    under: under.ranking,
    entries: (subject) =>
      groupsUnder(subject).flatMap((group) => {
        const places = countPlaces(group);
        return rankedPlaces(group).map((place) =>
          rankingSays(place, places, group, subject.report),
        );
      }),
  },
  {
    name: 'a funnel, drawn: ticks of the index and of responses',
    places: FOLDER,
    what: 'chart',
    under: under.funnel,
    entries: (subject) =>
      groupsUnder(subject).map((group) =>
        says(
          funnelDraws(group),
          ...outsideOf(group).flatMap((place) => namesOf(place, subject.report)),
        ),
      ),
  },
  {
    name: 'the alternative text of a funnel: its places',
    places: FOLDER,
    what: 'alt',
    under: under.funnel,
    entries: (subject) =>
      groupsUnder(subject).map((group) =>
        says(
          as.count(countPlaces(group)),
          ...outsideOf(group).flatMap((place) => namesOf(place, subject.report)),
        ),
      ),
  },
  {
    name: 'a silent place: the responses that it usually has',
    places: FOLDER,
    what: 'row',
    under: isOneOf(signals.fewOrNoResponses),
    entries: ({ report }) =>
      silentPlaces(report).map(({ folder, survey, name, reason }) => {
        const item = placeSays({ folder, survey }, report, { [signals.region.reason]: reason });
        return name === ''
          ? item
          : { names: [...item.names, name], says: { ...item.says, [columns.survey]: '' } };
      }),
  },
];

function weeksOf({ summary }: Report): string {
  return as.count(summary.groups[0]?.trend.length ?? 13);
}

/** The groups of the kinds that the section is about. */
function groupsUnder({ kinds, report }: Subject): readonly SurveyGroup[] {
  return report.summary.groups.filter((group) =>
    kinds.some(
      (kind) => kind.indexType === group.indexType && kind.feedbackScale === group.feedbackScale,
    ),
  );
}

// ── the list ────────────────────────────────────────────────────────────────────────────────────

function entrySays(entry: Entry, report: Report): ExpectedItem {
  const { folder, survey, path } = entry;
  return {
    names: [folder.name, ...path, survey.name],
    says: {
      [columns.place]: keyOf(folder),
      [signals.region.reason]: entrySentence(entry, report),
      [TREND_HEAD]: entry.trend.every((index) => index === null)
        ? ''
        : weeksSay(entry.trend, entry),
    },
  };
}

function unreadProblems({ problems }: Report): Report['problems'] {
  return problems.filter(
    ({ missing, message, code }) =>
      missing &&
      (message.startsWith('The survey is missing: ') ||
        ['CHILD_MISSING', 'REPORT_DAMAGED'].includes(code)),
  );
}

const MOST_UNREAD = 5;

function unreadSays(report: Report): readonly ExpectedItem[] {
  const unreadEntries = unreadProblems(report);
  const furtherCount = unreadEntries.length - MOST_UNREAD;
  return [
    ...unreadEntries.map(({ folder, survey }) => {
      const place = folder === undefined ? null : placeOf(folder, report);
      const question = place?.surveys.find(({ key }) => key === survey);
      const keys = [
        place === null ? '' : keyOf(place.folder),
        survey === undefined || question !== undefined ? '' : String(survey),
      ];
      return says(keys.join(' '), place?.folder.name ?? '', question?.name ?? '');
    }),
    ...(furtherCount > 0 ? [says(as.count(furtherCount))] : []),
  ];
}

interface Silent {
  readonly folder: number;
  readonly survey: number;
  readonly name: string;
  readonly reason: string;
}

/** Silent devices, then places with few responses, then surveys without responses that no rule names. */
export function silentPlaces(report: Report): readonly Silent[] {
  const { attention, quiet } = report.summary;
  const statesOf = ({ state, also }: Entry): readonly string[] => [
    state,
    ...also.map((other) => other.state),
  ];
  const listed = (['silent', 'volumeLow'] as const).flatMap((state) =>
    attention.entries
      .filter((entry) => statesOf(entry).includes(state))
      .map((entry) => ({
        folder: entry.folder.key,
        survey: entry.survey.key,
        name: entry.survey.name,
        reason: entrySentence({ ...entry, reason: null }, report),
      })),
  );
  const quietly = quiet
    .filter(({ responses }) => responses === 0)
    .map(({ folder, survey }) => ({ folder, survey, name: '', reason: '' }));
  return [...listed, ...quietly].filter(
    ({ survey }, i, all) => all.findIndex((other) => other.survey === survey) === i,
  );
}

// ── kinds, folders and places ───────────────────────────────────────────────────────────────────

function kindSays(group: SurveyGroup): ExpectedItem {
  const indexes = group.trend.map((week) =>
    as.agreed(week.index, as.indexOf(week.data, group), 'the index of a week'),
  );
  return {
    names: [group.indexType, group.feedbackScale],
    says: {
      [columns.kind]: `${as.buttons(group)} ${as.count(group.surveys)}`,
      [columns.index]: as.index(
        as.agreed(group.index, as.indexOf(group.data, group), 'the index of a kind'),
        group,
      ),
      [signals.storeColumns.usual]: usualSays(group.level, group),
      [columns.responses]: as.count(as.sum(group.data)),
      [TREND_HEAD]: indexes.every((index) => index === null)
        ? ''
        : trendSays(group.trend, group, group.level),
    },
  };
}

type Subfolder = Report['subfolders'][number];

/** The level of a folder's only survey where the list has it, of its group otherwise. */
function shownOf(
  { level, surveys }: Subfolder['summary']['groups'][number],
  { key, name }: Subfolder,
  { summary }: Report,
): Pick<Level, 'state' | 'usual' | 'lower' | 'upper'> {
  const entry = summary.attention.entries.find(
    ({ folder, path }) => folder.key === key || path.at(-1) === name,
  );
  const states: readonly string[] = ['silent', 'new', 'still', 'recovered', 'better'];
  if (surveys !== 1 || entry === undefined || !states.includes(entry.state)) return level;
  return { state: 'new', usual: entry.figures.usual, lower: null, upper: null };
}

function subfolderSays(subfolder: Subfolder, report: Report): ExpectedItem {
  const { summary } = report;
  const { groups } = subfolder.summary;
  const mostResponses = Math.max(...groups.map((group) => group.responses));
  const largest = groups.find((group) => group.responses === mostResponses);
  if (largest === undefined) {
    return {
      names: [subfolder.name],
      says: { [columns.place]: keyOf(subfolder), [columns.responses]: as.count(0) },
    };
  }
  const responses = as.sum(largest.data);
  const kind: GroupKey = largest;
  const index = as.agreed(largest.index, as.indexOf(largest.data, kind), 'the index of a folder');
  const buttons = summary.groups.length > 1 ? as.buttons(kind) : '';
  return {
    names: [subfolder.name, kind.indexType, kind.feedbackScale],
    says: {
      [columns.place]: `${keyOf(subfolder)} ${buttons}`,
      [columns.index]: as.index(index, kind),
      [signals.storeColumns.usual]: usualSays(shownOf(largest, subfolder, report), kind),
      [columns.responses]: as.count(
        as.agreed(largest.responses, responses, 'the responses of a folder') ?? 0,
      ),
    },
  };
}

/** The named children and what is left, which add up to the difference of the level. */
function whySays(group: SurveyGroup, report: Report): readonly ExpectedItem[] {
  const { why, rest, level } = group;
  const direct = why.filter(
    ({ survey, folder }) => survey === null || folder === report.folder.key,
  );
  const size = as.sum(direct.map(({ rate }) => Math.abs(rate)));
  const children = direct.filter(({ rate }) => Math.abs(rate) >= 0.1 * size).slice(0, 5);
  const total = as.sum(direct.map(({ rate }) => rate));
  as.agreed(level.difference, total + (rest ?? 0), 'the sum of contributions');
  const others = total - as.sum(children.map(({ rate }) => rate));
  return [
    ...children.map(({ folder, survey, rate }) => {
      const place = placeOf(folder, report);
      const own = report.surveys.filter(({ key }) => key === survey).map(nameOf);
      return {
        names: [place.folder.name, ...place.path, ...own.map(nameOfKey)],
        says: {
          [columns.place]: keyOf(place.folder),
          [columns.change]: as.partOfChange(rate, group),
        },
      };
    }),
    ...[others, rest ?? 0, level.difference ?? 0].map((rate) => ({
      names: [],
      says: { [columns.change]: as.partOfChange(rate, group) },
    })),
  ];
}

function rankingSays(
  { folder, index, responses, rankFrom, rankTo }: RankedPlace,
  places: number,
  group: SurveyGroup,
  report: Report,
): ExpectedItem {
  const place = placeOf(folder, report);
  const ranks = rankFrom === 1 && rankTo === places ? [] : [rankFrom, rankTo];
  return {
    names: [place.folder.name, ...place.path, ...place.surveys.map(nameOfKey)],
    says: {
      [columns.rank]: [...new Set(ranks)].map((rank) => as.count(rank)).join(' '),
      [columns.place]: keyOf(place.folder),
      [columns.index]: as.index(index, group),
      [columns.responses]: as.count(responses),
    },
  };
}

function outsideOf(group: SurveyGroup): readonly RankedPlace[] {
  return rankedPlaces(group).filter(({ side }) => side !== null);
}

/** Names of the folder and of its surveys' questions, which tell surveys of one folder apart. */
function namesOf({ folder }: RankedPlace, report: Report): readonly string[] {
  const place = placeOf(folder, report);
  return [place.folder.name, ...place.surveys.map(nameOfKey)];
}

function nameOfKey({ name }: { readonly name: string }): string {
  return name;
}
