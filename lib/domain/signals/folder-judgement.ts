// Judges the surveys of a folder from its own surveys and the reports of its subfolders: its list, what its surveys have in
// common, and what the folder above needs. The order of surveys and subfolders does not matter.
import type { GroupKey } from '../figures.ts';
import { compareGroups, groupName } from '../ranking.ts';
import type { FolderList, JudgedSurvey } from './folder-list.ts';
import { buildAttention, countsOf, judgementOf, keyOf, placeOf, weakOf } from './folder-list.ts';
import { mergeClosureCounts } from './closures.ts';
import type { KnownLevel } from './level.ts';
import { differenceOf, toColumns, toLeaves } from './leaf-columns.ts';
import type {
  AlsoState,
  Attention,
  ClosureCounts,
  Common,
  EntryFacts,
  EntryState,
  Leaf,
  LeafColumns,
  LevelEvidence,
  LevelMeasures,
  ListedFigures,
  PendingLeaf,
  StandardWeek,
  SurveyJudgement,
  SurveyName,
  SurveyPlace,
  VolumeEvidence,
  WeakSurvey,
} from './model.ts';
import type { Peers } from './peer-folder.ts';
import {
  hasLevelPeers,
  hasVolumePeers,
  isUsual,
  levelPeers,
  meanDifference,
  NO_PEERS,
  volumePeers,
} from './peer-folder.ts';
import { rangeOf } from './presses.ts';
import { rankLeaves, standingLow } from './standing.ts';
import {
  alarmState,
  factsOfCounts,
  judgeLevelAmongPeers,
  judgeVolumeAmongPeers,
  withoutClosures,
} from './survey-judgement.ts';

/** A survey of the folder itself. */
export interface OwnSurvey {
  readonly facts: EntryFacts;
  readonly data: readonly number[];
  readonly listed: ListedFigures | null;
  readonly level: Pick<KnownLevel, 'usual' | 'evidence'> | null;
  readonly volume: VolumeEvidence | null;
  /** Then a survey counts as a place by its usual volume. */
  readonly historyMissing: boolean;
}

/** What the reports of subfolders and the folder's own surveys give. */
export interface FolderPart {
  readonly groups: readonly (GroupKey & { readonly leaves: readonly Leaf[] })[];
  readonly attention: Pick<Attention, 'places' | 'counts' | 'entries' | 'weak' | 'truncated'>;
  readonly closed: readonly ClosureCounts[];
}

/** The names of a folder and of its surveys. */
export interface FolderNames extends Pick<EntryFacts, 'folder' | 'path'> {
  readonly surveys: readonly SurveyName[];
}

export interface FolderInput {
  readonly folder: SurveyName;
  /** The root folder hands nothing up. */
  readonly isRoot: boolean;
  readonly parts: readonly FolderPart[];
  /** The standardised weeks 0…60 of the folder's groups. */
  readonly standards: readonly (GroupKey & { readonly standard: readonly StandardWeek[] })[];
  /** Of all surveys of the folder and of the folders below it. */
  readonly names: readonly FolderNames[];
}

export interface JudgedGroup extends GroupKey {
  /** Null with fewer than 8 surveys. */
  readonly common: Common | null;
  /** Multiples of the variances of this week and of four weeks. */
  readonly spread: number;
  readonly spread4: number;
  readonly leaves: LeafColumns;
}

export interface JudgedFolder {
  /** By kind. */
  readonly groups: readonly JudgedGroup[];
  readonly closed: readonly ClosureCounts[];
  readonly attention: Attention;
}

const NO_COUNTS = countsOf(() => 0);

/** The folder's own surveys as a part. */
export function ownPart(
  surveys: readonly OwnSurvey[],
  closed: readonly ClosureCounts[],
): FolderPart {
  const byKind = Map.groupBy(surveys, ({ facts }) => groupName(facts));
  return {
    groups: [...byKind.values()].map((sameKind) => ({
      ...kindOf(sameKind.map(({ facts }) => facts)),
      leaves: sameKind.map(leafOf),
    })),
    attention: {
      places: surveys.filter(isPlace).length,
      counts: NO_COUNTS,
      entries: [],
      weak: [],
      truncated: 0,
    },
    closed,
  };
}

function isPlace({ level, historyMissing, facts }: OwnSurvey): boolean {
  return level !== null || (historyMissing && facts.figures.volumeUsual !== null);
}

const NO_EVIDENCE = {
  verdict: null,
  verdictLast: null,
  beforeLow: false,
  beforeHigh: false,
  difference: null,
  sd: null,
  difference4: null,
  sd4: null,
  lastDifference: null,
} as const;

const NO_VOLUME: VolumeEvidence = { ...NO_EVIDENCE, asLastYear: false };

const NO_LEVEL: LevelEvidence = {
  ...NO_EVIDENCE,
  small: false,
  responses4: null,
  yearDifference: null,
  refFrom: null,
  refTo: null,
};

function leafOf({ facts, data, listed, level: known, volume: evidence }: OwnSurvey): Leaf {
  const usual = known?.usual ?? null;
  const level = known?.evidence ?? NO_LEVEL;
  const volume = evidence ?? NO_VOLUME;
  const { difference4, sd4, lastDifference, yearDifference } = level;
  const measures: LevelMeasures = {
    difference: differenceOf(data, usual, facts),
    // Small surveys are compared by their four weeks only.
    sd: level.small ? null : level.sd,
    difference4,
    sd4,
    lastDifference,
    yearDifference,
  };
  return {
    ...placeOf(facts),
    data,
    usual,
    listed,
    level: measures,
    volume: {
      difference: volume.difference,
      sd: volume.sd,
      difference4: volume.difference4,
      sd4: volume.sd4,
    },
    pending: {
      facts,
      level: { evidence: { ...level, ...measures } },
      volume: { evidence: volume },
    },
  };
}

/** The report of a subfolder as a part. */
export function childPart(
  groups: readonly Pick<JudgedGroup, 'indexType' | 'feedbackScale' | 'leaves'>[],
  { attention, closed }: Pick<FolderPart, 'attention' | 'closed'>,
): FolderPart {
  return {
    groups: groups.map(({ indexType, feedbackScale, leaves }) => ({
      indexType,
      feedbackScale,
      leaves: toLeaves(leaves, { indexType, feedbackScale }),
    })),
    attention,
    closed,
  };
}

export function judgeFolder(input: FolderInput): JudgedFolder {
  const groups = mergeKinds(input.parts.flatMap((part) => part.groups));
  const closed = mergeClosureCounts(input.parts.map((part) => part.closed));
  const volumes = groups.flatMap(({ leaves }) => leaves.map(({ volume }) => volume));
  const isVolumePeerFolder = hasVolumePeers(volumes);
  const volume = {
    isPeerFolder: isVolumePeerFolder,
    peers: isVolumePeerFolder ? volumePeers(volumes) : NO_PEERS,
  };
  const judged = groups.map((group) => judgeGroup(group, input, closed, volume));
  return {
    groups: judged.map(({ group }) => group),
    closed,
    attention: buildAttention(
      listOf(
        input,
        groups,
        judged.flatMap(({ surveys }) => surveys),
      ),
    ),
  };
}

type LeafGroup = FolderPart['groups'][number];

function mergeKinds(groups: readonly LeafGroup[]): readonly LeafGroup[] {
  return [...Map.groupBy(groups, groupName).values()]
    .map((sameKind) => ({
      ...kindOf(sameKind),
      leaves: sameKind.flatMap(({ leaves }) => leaves),
    }))
    .sort(compareGroups);
}

function kindOf(sameKind: readonly GroupKey[]): GroupKey {
  return {
    indexType: sameKind[0]?.indexType ?? '',
    feedbackScale: sameKind[0]?.feedbackScale ?? '',
  };
}

interface VolumeReference {
  readonly isPeerFolder: boolean;
  readonly peers: Peers;
}

/** The reference of levels, and how their surveys are judged. */
interface LevelReference {
  readonly peerFolder: SurveyName | null;
  readonly peers: Peers;
  readonly standard: readonly StandardWeek[];
  readonly closed: readonly ClosureCounts[];
}

function judgeGroup(
  group: LeafGroup,
  { folder, isRoot, standards }: FolderInput,
  closed: readonly ClosureCounts[],
  volume: VolumeReference,
): { readonly group: JudgedGroup; readonly surveys: readonly JudgedSurvey[] } {
  const { indexType, feedbackScale } = group;
  const levels = group.leaves.map(({ level }) => level);
  const isPeerFolder = hasLevelPeers(levels);
  const { common, ...peers } = levelPeers(levels, rangeOf(group) ?? 0);
  const reference: LevelReference = {
    peerFolder: isPeerFolder ? folder : null,
    peers: isPeerFolder ? peers : NO_PEERS,
    standard: standards.find((other) => compareGroups(other, group) === 0)?.standard ?? [],
    closed,
  };
  const judged = group.leaves.map((leaf) => judgeLeaf(leaf, reference, volume));
  return {
    group: {
      indexType,
      feedbackScale,
      common,
      spread: peers.spread,
      spread4: peers.spread4,
      leaves: toColumns(
        judged.map(({ leaf }) => leaf),
        isRoot,
      ),
    },
    surveys: judged.flatMap(({ survey }) => (survey === null ? [] : [survey])),
  };
}

/** The leaf as the folder above needs it, and its judgement here; null for a leaf that is judged below. */
function judgeLeaf(
  leaf: Leaf,
  levelReference: LevelReference,
  volumeReference: VolumeReference,
): { readonly leaf: Leaf; readonly survey: JudgedSurvey | null } {
  if (leaf.pending === null) return { leaf, survey: null };
  const { facts, level, volume } = leaf.pending;
  const here = 'evidence' in level ? withoutClosures(facts, levelReference.closed) : facts;
  const levelHere = 'evidence' in level ? judgeHere(here, level.evidence, levelReference) : level;
  const volumeHere =
    'evidence' in volume
      ? {
          judgement: judgeVolumeAmongPeers(
            here,
            volume.evidence,
            volumeReference.peers,
            volumeReference.isPeerFolder,
          ),
        }
      : volume;
  const isLevelFinal = 'judgement' in level || levelReference.peerFolder !== null;
  const isVolumeFinal = 'judgement' in volume || volumeReference.isPeerFolder;
  const pending: PendingLeaf = {
    facts: isLevelFinal ? here : facts,
    level: isLevelFinal ? levelHere : level,
    volume: isVolumeFinal ? volumeHere : volume,
  };
  return {
    leaf: { ...leaf, pending: isLevelFinal && isVolumeFinal ? null : pending },
    survey: combine(here, levelHere.judgement, volumeHere.judgement),
  };
}

function judgeHere(
  facts: EntryFacts,
  evidence: LevelEvidence,
  { peerFolder, peers, standard }: LevelReference,
): { readonly judgement: SurveyJudgement | null } {
  const { verdict, verdictLast, refFrom, refTo } = evidence;
  const isCorrected = peerFolder !== null && !isUsual(verdict, verdictLast);
  return {
    judgement: judgeLevelAmongPeers(facts, evidence, {
      peerFolder,
      peers,
      meanDifference: isCorrected ? meanDifference(standard, refFrom, refTo) : 0,
    }),
  };
}

function combine(
  facts: EntryFacts,
  level: SurveyJudgement | null,
  volume: AlsoState | null,
): JudgedSurvey {
  return {
    facts,
    material: level?.material ?? false,
    peerFolder: level?.peerFolder ?? null,
    relative: level?.relative ?? null,
    common: level?.common ?? null,
    states: [...(level?.states ?? []), ...(volume === null ? [] : [volume]), ...alarmState(facts)],
  };
}

/** Surveys that are judged below come from the lists of the subfolders, all others are judged here. */
function listOf(
  { parts, names }: FolderInput,
  groups: readonly LeafGroup[],
  judgedHere: readonly JudgedSurvey[],
): FolderList {
  const keysHere = new Set(judgedHere.map(({ facts }) => keyOf(placeOf(facts))));
  const entries = parts
    .flatMap(({ attention }) => attention.entries)
    .filter((entry) => !keysHere.has(keyOf(placeOf(entry))));
  const weakBelow: readonly WeakSurvey[] = [
    ...parts
      .flatMap(({ attention }) => attention.weak)
      .filter((survey) => !keysHere.has(keyOf(survey))),
    ...entries.filter(({ weak }) => weak).map(weakOf),
  ];
  const surveys = [
    ...judgedHere,
    ...entries.filter(({ state }) => state !== 'standingLow').map(judgementOf),
  ];
  return {
    places: parts.reduce((sum, { attention }) => sum + attention.places, 0),
    surveys,
    standingLow: standingLowOf(groups, names, surveys),
    weak: weakBelow,
    leftOut: countsOf((state) => parts.reduce((sum, part) => sum + countLeftOut(part, state), 0)),
  };
}

/** The surveys that the ranking finds low, with the facts of their entries or else of their counts. */
function standingLowOf(
  groups: readonly LeafGroup[],
  names: readonly FolderNames[],
  surveys: readonly JudgedSurvey[],
): FolderList['standingLow'] {
  const facts = new Map(surveys.map((survey) => [keyOf(placeOf(survey.facts)), survey.facts]));
  const namesByFolder = new Map(names.map((folder) => [folder.folder.key, folder]));
  return groups.flatMap((group) => {
    const range = rangeOf(group);
    const ranking = rankLeaves(group.leaves, group);
    if (range === null || ranking === null) return [];
    return standingLow(ranking).map(({ folder, survey, index, responses }) => {
      const leaf = group.leaves.find((other) => other.folder === folder && other.survey === survey);
      const figures = { index, usual: leaf?.usual ?? null, responses };
      const place = nameOf({ folder, survey }, namesByFolder);
      return {
        impact: ((ranking.target - index) * responses) / range,
        facts: facts.get(keyOf({ folder, survey })) ?? factsOfCounts(place, group, figures),
      };
    });
  });
}

function nameOf(
  { folder, survey }: SurveyPlace,
  namesByFolder: ReadonlyMap<number, FolderNames>,
): Pick<EntryFacts, 'folder' | 'path' | 'survey'> {
  const names = namesByFolder.get(folder);
  return {
    folder: names?.folder ?? { key: folder, name: '' },
    path: names?.path ?? [],
    survey: names?.surveys.find(({ key }) => key === survey) ?? { key: survey, name: '' },
  };
}

/**
 * Surveys that are judged in a subfolder or below it and that its list left out. Those that are judged again here are found by
 * repeating what the subfolder did.
 */
function countLeftOut({ groups, attention, closed }: FolderPart, state: EntryState): number {
  const { places, counts, entries, truncated } = attention;
  if (truncated === 0 || state === 'standingLow') return 0;
  const keys = new Set(entries.map((entry) => keyOf(placeOf(entry))));
  const reference = { peerFolder: null, peers: NO_PEERS, standard: [], closed };
  const pending = groups
    .flatMap(({ leaves }) => leaves.filter((leaf) => !keys.has(keyOf(leaf))))
    .map((leaf) => judgeLeaf(leaf, reference, { isPeerFolder: false, peers: NO_PEERS }).survey)
    .filter((survey) => survey !== null);
  const pendingList = { places, surveys: pending, standingLow: [], weak: [], leftOut: NO_COUNTS };
  const listed = entries.filter((entry) => entry.state === state).length;
  // Never less than none, also where this release lists a survey whose state in the subfolder it does not know.
  return Math.max(0, counts[state] - listed - buildAttention(pendingList).counts[state]);
}
