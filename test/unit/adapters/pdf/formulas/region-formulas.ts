// Formulas for the numbers of a region: the attention list, kinds, folders below, reasons, leagues and silent places.
import type { GroupKey } from '../../../../../lib/domain/figures.ts';
import type { Report, SurveyGroup } from '../../../../../lib/domain/report.ts';
import type { LeaguePlace } from '../../../../../lib/domain/signals/league.ts';
import type { AttentionEntry as Attention } from '../../../../../lib/domain/signals/entry.ts';
import { messagesFor } from '../../../../../lib/i18n/catalogues.ts';
import { funnelDraws, trendSays, weeksSay } from './chart-figures.ts';
import {
  asLowUntil,
  isNearer,
  rangeSays,
  silenceSays,
  usualSays,
  verdictSays,
} from './finding-figures.ts';
import { contributions, rankedPlaces } from './places.ts';
import * as as from './recomputed.ts';
import type { ExpectedItem, Formula, Subject } from './subjects.ts';
import { FOLDER, isOneOf, keyOf, ofKind, placeOf, placeSays, says, under } from './subjects.ts';
import { signalOf } from './usual-levels.ts';

const en = messagesFor('en');

const { columns, signals, trend } = en;
/** The number of weeks in the head of small trends. */
const TREND_HEAD = trend;

export const REGIONS: readonly Formula[] = [
  {
    name: 'the weeks in the head of a table with small trends',
    places: FOLDER,
    what: 'row',
    under: isOneOf(signals.attention, signals.improved, signals.indexKinds),
    entries: ({ report }) => [{ names: [], says: { [TREND_HEAD]: weeksOf(report) } }],
  },
  {
    name: 'a place that needs attention or got better: its reasons and its trend',
    places: FOLDER,
    what: 'row',
    under: under.attention,
    entries: ({ report }, { section }) =>
      report.summary.attention.entries
        .filter(({ kind }) => (kind === 'better') === (section === signals.improved))
        .map((entry) => attentionSays(entry, report)),
  },
  {
    name: 'a place that could not be read, or the number of further ones',
    places: FOLDER,
    what: 'more',
    under: under.attention,
    entries: ({ report }) => unreadSays(report),
  },
  {
    name: 'what the attention list leaves unsaid: further places, or places as usual',
    places: FOLDER,
    what: 'text',
    under: under.attention,
    entries: ({ report }, { section }) => [
      says(section === signals.improved ? improvedSays(report) : summarySays(report)),
    ],
  },
  {
    name: 'a kind: its surveys, index, usual range, first week, responses, trend',
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
    name: 'the buttons of a league’s kind, and the example of ranks',
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
    name: 'a place of a league: its ranks, index, responses',
    places: FOLDER,
    what: 'row',
    under: under.ranking,
    entries: (subject) =>
      groupsUnder(subject).flatMap((group) => {
        const places = rankedPlaces(group);
        return places.map((place) => leagueSays(place, places.length, group, subject.report));
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
          as.count(rankedPlaces(group).length),
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
      silentPlaces(report).map(({ folder, survey, reason }) =>
        placeSays({ folder, survey }, report, { [signals.region.reason]: reason }),
      ),
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

// ── attention ───────────────────────────────────────────────────────────────────────────────────

function attentionSays(entry: Attention, report: Report): ExpectedItem {
  const { folder, survey, kind, also } = entry;
  const kinds = [kind, ...also];
  // A silent place has few responses because of its silence, which is said alone.
  const reasons = kinds
    .filter((each) => each !== 'volumeLow' || !kinds.includes('silent'))
    .map((each) => reasonSays(each, entry, report));
  return {
    names: [folder.name, ...entry.path, survey.name],
    says: {
      [columns.place]: keyOf(folder),
      [signals.region.reason]: reasons.join(' '),
      [TREND_HEAD]: entry.trend.every((index) => index === null)
        ? ''
        : weeksSay(entry.trend, entry),
    },
  };
}

function reasonSays(kind: Attention['kind'], entry: Attention, report: Report): string {
  const { figures } = entry;
  switch (kind) {
    case 'worse':
    case 'better':
      return changeSays(kind === 'worse', entry, report);
    case 'inAlarm':
      return as.duration(Math.round((figures.badMinutes ?? 0) / 60) * 60);
    case 'silent': {
      const { fromDay = 0, days = 1, expected = 0 } = figures;
      return silenceSays({ days, expected, ongoing: figures.ongoing ?? fromDay + days >= 7 });
    }
    case 'volumeLow': {
      const { responses = 0, expected = 0 } = figures;
      return `${as.count(responses)} ${as.count(expected)}`;
    }
    case 'standingLow':
      return as.index(ownIndex(entry, report), entry);
  }
}

/** The index in the entry; throws when it does not follow from the counts of its leaf. */
function ownIndex({ figures, survey, ...kind }: Attention, { summary }: Report): number | null {
  const leaf = summary.groups.flatMap(({ leaves }) =>
    leaves.filter((candidate) => candidate.survey === survey.key),
  )[0];
  const index = figures.index ?? null;
  return leaf === undefined
    ? index
    : as.agreed(index, as.indexOf(leaf.data, kind), 'the index of an entry');
}

function changeSays(isWorse: boolean, entry: Attention, report: Report): string {
  const { figures } = entry;
  const { usual = null, lower = null, upper = null, earlierUsual = null, weeks = 1 } = figures;
  const value = ownIndex(entry, report) ?? 0;
  const [shown, level, earlier] = [value, usual, earlierUsual].map((of) => as.index(of, entry));
  const week = figures.since === undefined ? '' : as.weekNumber(figures.since);
  if (usual !== null && earlierUsual !== null) {
    if (isWorse === usual < earlierUsual) {
      const levels = isNearer(value, { usual, earlierUsual }) ? [earlier, level] : [earlier];
      return [shown, ...levels, week].join(' ');
    }
    const width = Math.max((upper ?? usual) - usual, usual - (lower ?? usual));
    const previous = entry.trend.slice(0, -1).findLast((index) => index !== null) ?? 0;
    const hasRisen = value > Math.max(usual, previous);
    if (hasRisen && Math.abs(value - earlierUsual) <= width) return [shown, earlier].join(' ');
    const until = asLowUntil(value, figures, entry.trend);
    if (until !== null) return [shown, level, until].join(' ');
  }
  const range = usualSays(value, isWorse, { usual, lower, upper }, entry);
  return weeks > 1 ? [shown, range, week].join(' ') : [shown, range].join(' ');
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

/** The number of further places that got better. */
function improvedSays({ summary: { attention } }: Report): string {
  const shownEntries = attention.entries.filter(({ kind }) => kind === 'better');
  const furtherCount = attention.counts.better - shownEntries.length;
  return furtherCount > 0 ? as.count(furtherCount) : '';
}

/** The number of further places that need attention, or of those as usual when none does. */
function summarySays(report: Report): string {
  const { attention, signals: found, surveys } = report.summary;
  const total = as.sum(Object.values(attention.counts));
  as.agreed(attention.more, total - attention.entries.length, 'further places');
  const shownEntries = attention.entries.filter(({ kind }) => kind !== 'better');
  const furtherCount = total - attention.counts.better - shownEntries.length;
  if (furtherCount > 0) return as.count(furtherCount);
  if (attention.entries.some(({ kind }) => kind !== 'better')) return '';
  const unreadCount = unreadProblems(report).length;
  if (unreadCount > 0) return as.count(unreadCount);
  const deviating = found.candidates.filter(({ kind }) => ['worse', 'better'].includes(kind));
  const usualCount = attention.tests.index - deviating.length;
  if (report.status === 'partial' || attention.tests.index === 0) return '';
  return [...new Set([usualCount, surveys])].map((n) => as.count(n)).join(' ');
}

/** Of tested entries, the r smallest p with the largest r of which the r-th is at most 0.1·r/m. */
function testedOf(entries: readonly Attention[], m: number | null): readonly Attention[] {
  if (m === null) return entries;
  const ps = entries.map(({ p }) => p ?? 1).toSorted((a, b) => a - b);
  const r = ps.findLastIndex((p, i) => p <= (0.1 * (i + 1)) / m) + 1;
  return entries.filter(({ p }) => ps.slice(0, r).includes(p ?? 1));
}

interface Silent {
  readonly folder: number;
  readonly survey: number;
  readonly reason: string;
}

/** Silent devices, then places with few responses, then surveys without responses that no rule names. */
export function silentPlaces(report: Report): readonly Silent[] {
  const { signals: found, quiet } = report.summary;
  const namedEntries = (['silent', 'volumeLow'] as const).flatMap((kind) =>
    testedOf(
      found.candidates.filter((entry) => entry.kind === kind),
      kind === 'volumeLow' ? found.tests.volume : null,
    ).map((entry) => ({
      folder: entry.folder.key,
      survey: entry.survey.key,
      reason: reasonSays(kind, entry, report),
    })),
  );
  const quietly = quiet
    .filter(({ responses }) => responses === 0)
    .map(({ folder, survey }) => ({ folder, survey, reason: '' }));
  return [...namedEntries, ...quietly].filter(
    ({ survey }, i, all) => all.findIndex((other) => other.survey === survey) === i,
  );
}

// ── kinds, folders and places ───────────────────────────────────────────────────────────────────

function kindSays(group: SurveyGroup): ExpectedItem {
  const signal = signalOf(group);
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
      [signals.storeColumns.usual]: rangeSays(signal, group),
      [columns.verdict]: verdictSays(signal),
      [columns.responses]: as.count(as.sum(group.data)),
      [TREND_HEAD]: indexes.every((index) => index === null)
        ? ''
        : trendSays(group.trend, group, group.signal),
    },
  };
}

function subfolderSays(subfolder: Report['subfolders'][number], { summary }: Report): ExpectedItem {
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
      [signals.storeColumns.usual]: rangeSays(largest.signal, kind),
      [columns.verdict]: verdictSays(largest.signal),
      [columns.responses]: as.count(
        as.agreed(largest.responses, responses, 'the responses of a folder') ?? 0,
      ),
    },
  };
}

function whySays(group: SurveyGroup, report: Report): readonly ExpectedItem[] {
  return contributions(group).map(({ survey, rate, mix }) => {
    const leaf = group.leaves.find((candidate) => candidate.survey === survey);
    const place = leaf === undefined ? null : placeOf(leaf.folder, report);
    return {
      names:
        place === null ? [] : [place.folder.name, ...place.path, ...place.surveys.map(nameOfKey)],
      says: {
        [columns.place]: place === null ? '' : keyOf(place.folder),
        [signals.why.ownResult]: as.partOfChange(rate, group),
        [signals.why.share]: as.partOfChange(mix, group),
        [signals.why.total]: as.partOfChange(rate + mix, group),
      },
    };
  });
}

function leagueSays(
  { folder, index, responses, rankFrom, rankTo }: LeaguePlace,
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

function outsideOf(group: SurveyGroup): readonly LeaguePlace[] {
  return rankedPlaces(group).filter(({ funnel }) => funnel !== null);
}

/** Names of the folder and of its surveys' questions, which tell surveys of one folder apart. */
function namesOf({ folder }: LeaguePlace, report: Report): readonly string[] {
  const place = placeOf(folder, report);
  return [place.folder.name, ...place.surveys.map(nameOfKey)];
}

function nameOfKey({ name }: { readonly name: string }): string {
  return name;
}
