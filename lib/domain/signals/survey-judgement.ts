// The states for which a survey may be listed, with their strengths and impacts, from its own weeks and its peers.
import type { GroupKey } from '../figures.ts';
import { isInAlarm } from './alarm-summary.ts';
import type { PeerComparison, PeerReference } from './candidates.ts';
import { compareLevel, compareVolume } from './candidates.ts';
import { withoutSharedDays } from './closures.ts';
import type {
  AlsoState,
  ClosureCounts,
  EntryFacts,
  LevelEvidence,
  SurveyJudgement,
  SurveyName,
  VolumeEvidence,
} from './model.ts';
import type { Peers } from './peer-folder.ts';
import { rangeOf } from './presses.ts';

/** A state that needs no strength. */
function certain(state: AlsoState['state'], impact: number): AlsoState {
  return { state, strength: 0, impact, held: false };
}

/** The states of level and silence; null without one. `peerFolder` is null below it. */
export function judgeLevelAmongPeers(
  facts: EntryFacts,
  evidence: LevelEvidence,
  {
    peerFolder,
    ...reference
  }: Omit<PeerReference, 'isPeerFolder'> & {
    readonly peerFolder: SurveyName | null;
  },
): SurveyJudgement | null {
  const silent = silentState(facts);
  const comparison = compareWithPeers(facts, evidence, {
    ...reference,
    isPeerFolder: peerFolder !== null,
  });
  if (comparison === null || (comparison.candidate === null && comparison.recovery === null)) {
    return silent.length === 0
      ? null
      : { states: silent, material: false, peerFolder: null, relative: null, common: null };
  }
  const { candidate, recovery, relative, common } = comparison;
  const { lossTotal } = facts.figures;
  return {
    states: [
      ...silent,
      ...(candidate === null
        ? []
        : [
            {
              state: candidate.state,
              strength: candidate.strength,
              impact: impactOf(candidate.state, facts, evidence, comparison),
              held: candidate.held,
            },
          ]),
      ...(recovery === null
        ? []
        : [{ state: 'recovered' as const, impact: lossTotal ?? 0, ...recovery }]),
    ],
    material: candidate?.material ?? false,
    peerFolder,
    relative,
    common,
  };
}

/** Null for a kind whose index is not known. */
function compareWithPeers(
  facts: EntryFacts,
  evidence: LevelEvidence,
  reference: PeerReference,
): (PeerComparison & { readonly range: number }) | null {
  const range = rangeOf(facts);
  if (range === null) return null;
  const { was, weeks } = facts.figures;
  const recoveredWeeks = was === null ? null : (weeks ?? 0);
  return { ...compareLevel({ ...evidence, recoveredWeeks }, reference, range), range };
}

/** Lost or gained responses, as if each were at the worst or best button. */
function impactOf(
  state: 'new' | 'still' | 'better',
  { figures: { responses, lossTotal, lossWeek } }: EntryFacts,
  { small, verdict, responses4 }: LevelEvidence,
  { relative, range }: { readonly relative: number | null; readonly range: number },
): number {
  const change = ((small ? (responses4 ?? 0) : responses) * (relative ?? 0)) / range;
  const isOwnLow = verdict === 'low' || verdict === 'slow';
  switch (state) {
    case 'new':
      return Math.max(0, -change);
    case 'still':
      return isOwnLow && lossTotal !== null ? lossTotal : Math.max(0, -change);
    case 'better':
      return verdict === 'high' && lossWeek !== null ? -lossWeek : Math.max(0, change);
  }
}

/** Only a spell that goes on is listed. */
function silentState({ figures, usual }: EntryFacts): readonly AlsoState[] {
  const { ongoing, expected, silentWeeks } = figures;
  if (ongoing !== true) return [];
  const usualWeek = usual.reduce<number>((sum, count) => sum + (count ?? 0), 0);
  return [
    certain('silent', usualWeek * (silentWeeks === null ? 0 : silentWeeks - 1) + (expected ?? 0)),
  ];
}

/** The facts after shared closures: without a spell that they explain. */
export function withoutClosures(facts: EntryFacts, closed: readonly ClosureCounts[]): EntryFacts {
  const { fromDay, ongoing, weekBeforeEmpty } = facts.figures;
  const shared = closed.find(({ timeZone }) => timeZone === facts.timeZone)?.shared ?? [];
  if (ongoing !== true || fromDay === null || shared.length === 0) return facts;
  const { usual, p } = facts;
  const spell = withoutSharedDays({ fromDay, usual, p, weekBeforeEmpty }, shared);
  return {
    ...facts,
    figures:
      spell === null
        ? {
            ...facts.figures,
            fromDay: null,
            days: null,
            ongoing: null,
            expected: null,
            silentWeeks: null,
          }
        : {
            ...facts.figures,
            fromDay: spell.fromDay,
            days: spell.days,
            expected: spell.expected,
          },
  };
}

/** The state `volumeLow`; null without it. */
export function judgeVolumeAmongPeers(
  { figures: { volumeUsual, responses } }: EntryFacts,
  evidence: VolumeEvidence,
  peers: Peers,
  isPeerFolder: boolean,
): AlsoState | null {
  const { candidate } = compareVolume(evidence, { peers, isPeerFolder });
  if (candidate?.direction !== 'low') return null;
  const { strength, held } = candidate;
  return { state: 'volumeLow', strength, impact: (volumeUsual ?? 0) - responses, held };
}

export function alarmState({ figures: { badMinutes } }: EntryFacts): readonly AlsoState[] {
  return isInAlarm(badMinutes) ? [certain('inAlarm', badMinutes / 60)] : [];
}

/** The figures of an entry of which only the counts of the week are known. */
export function factsOfCounts(
  names: Pick<EntryFacts, 'folder' | 'path' | 'survey'>,
  { indexType, feedbackScale }: GroupKey,
  figures: Pick<EntryFacts['figures'], 'index' | 'usual' | 'responses'>,
): EntryFacts {
  const { folder, path, survey } = names;
  return {
    folder,
    path,
    survey,
    timeZone: null,
    indexType,
    feedbackScale,
    figures: {
      ...figures,
      was: null,
      since: null,
      weeks: null,
      basis: null,
      lossWeek: null,
      lossTotal: null,
      fromDay: null,
      days: null,
      ongoing: null,
      expected: null,
      silentWeeks: null,
      weekBeforeEmpty: false,
      badMinutes: 0,
      volumeUsual: null,
      volumeWeeks: null,
      ratio: null,
    },
    p: [],
    usual: [],
    reason: null,
    trend: [],
  };
}
