// Leaves of a kind as columns of a report and back: a folder above reads of each survey what it still needs.
import type { GroupKey } from '../figures.ts';
import { indexOf, responsesOf } from '../scale.ts';
import { MIN_RESPONSES } from './level/comparison.ts';
import { comparePlaces } from './folder-list.ts';
import type { RankedLeaf } from './standing.ts';
import type {
  Leaf,
  LeafColumns,
  LevelEvidence,
  LevelMeasures,
  ListedFigures,
  PendingLeaf,
  VolumeColumns,
  VolumeEvidence,
  VolumeMeasures,
} from './model.ts';

/** Index minus the usual level; null for a week that is not measured. */
export function differenceOf(
  data: readonly number[],
  usual: number | null,
  { indexType, feedbackScale }: GroupKey,
): number | null {
  if (usual === null || responsesOf(data) < MIN_RESPONSES) return null;
  const index = indexOf(data, indexType, feedbackScale);
  return index === null ? null : index - usual;
}

/** The columns of leaves that are all judged as far as each other. The root folder hands nothing up. */
export function toColumns(leaves: readonly Leaf[], isRoot: boolean): LeafColumns {
  const sorted = leaves.toSorted(comparePlaces);
  const columns = {
    folder: sorted.map(({ folder }) => folder),
    survey: sorted.map(({ survey }) => survey),
    data: sorted.map(({ data }) => data),
    c: sorted.map(({ usual }) => usual),
    sd: sorted.map(({ level }) => level.sd),
    ...listedColumns(sorted),
  };
  if (isRoot) return columns;
  const pending = sorted.flatMap((leaf) => (leaf.pending === null ? [] : [leaf.pending]));
  return {
    ...columns,
    difference4: sorted.map(({ level }) => level.difference4),
    sd4: sorted.map(({ level }) => level.sd4),
    lastDifference: sorted.map(({ level }) => level.lastDifference),
    yearDifference: sorted.map(({ level }) => level.yearDifference),
    ...levelColumns(pending),
    volume: { ...volumeMeasureColumns(sorted), ...volumeColumns(pending) },
    ...(pending.length > 0 && { entry: pending.map(({ facts }) => facts) }),
    ...judgementColumns(pending),
  };
}

function listedColumns(leaves: readonly Leaf[]): Pick<LeafColumns, 'listed'> {
  if (leaves.every(({ listed }) => listed === null)) return {};
  const scores = leaves.map(({ listed }) => listed?.usualScore ?? null);
  return {
    listed: {
      state: leaves.map(({ listed }) => listed?.state ?? null),
      lower: leaves.map(({ listed }) => listed?.lower ?? null),
      upper: leaves.map(({ listed }) => listed?.upper ?? null),
      trend: leaves.map(({ listed }) => listed?.trend ?? []),
      ...(scores.some((score) => score !== null) && { usualScore: scores }),
    },
  };
}

/** What lists show of the survey at a position; null in a report that was made before lists had all surveys. */
export function listedAt({ listed }: LeafColumns, i: number): ListedFigures | null {
  if (listed === undefined) return null;
  return {
    state: listed.state[i] ?? null,
    lower: listed.lower[i] ?? null,
    upper: listed.upper[i] ?? null,
    usualScore: listed.usualScore?.[i] ?? null,
    trend: listed.trend[i] ?? [],
  };
}

function levelColumns(pending: readonly PendingLeaf[]): Partial<LeafColumns> {
  const evidence = pending.flatMap(({ level }) => ('evidence' in level ? [level.evidence] : []));
  if (evidence.length === 0) return {};
  return {
    small: evidence.map(({ small }) => small),
    verdict: evidence.map(({ verdict }) => verdict),
    verdictLast: evidence.map(({ verdictLast }) => verdictLast),
    before: evidence.map(signsBefore),
    responses4: evidence.map(({ responses4 }) => responses4),
    refFrom: evidence.map(({ refFrom }) => refFrom),
    refTo: evidence.map(({ refTo }) => refTo),
  };
}

function volumeMeasureColumns(leaves: readonly Leaf[]): VolumeColumns {
  return {
    difference: leaves.map(({ volume }) => volume.difference),
    sd: leaves.map(({ volume }) => volume.sd),
    difference4: leaves.map(({ volume }) => volume.difference4),
    sd4: leaves.map(({ volume }) => volume.sd4),
  };
}

function volumeColumns(pending: readonly PendingLeaf[]): Partial<VolumeColumns> {
  const evidence = pending.flatMap(({ volume }) => ('evidence' in volume ? [volume.evidence] : []));
  if (evidence.length === 0) return {};
  return {
    verdict: evidence.map(({ verdict }) => verdict),
    verdictLast: evidence.map(({ verdictLast }) => verdictLast),
    before: evidence.map(signsBefore),
    lastDifference: evidence.map(({ lastDifference }) => lastDifference),
    asLastYear: evidence.map(({ asLastYear }) => asLastYear),
  };
}

function judgementColumns(pending: readonly PendingLeaf[]): Partial<LeafColumns> {
  const levels = pending.flatMap(({ level }) => ('judgement' in level ? [level.judgement] : []));
  const volumes = pending.flatMap(({ volume }) =>
    'judgement' in volume ? [volume.judgement] : [],
  );
  return {
    ...(levels.length > 0 && { levelJudgement: levels }),
    ...(volumes.length > 0 && { volumeJudgement: volumes }),
  };
}

function signsBefore({
  beforeLow,
  beforeHigh,
}: Pick<LevelEvidence, 'beforeLow' | 'beforeHigh'>): readonly ('low' | 'high')[] {
  return [...(beforeLow ? (['low'] as const) : []), ...(beforeHigh ? (['high'] as const) : [])];
}

/** The leaves of a kind from the columns of a report that is not the root folder's. */
export function toLeaves(columns: LeafColumns, kind: GroupKey): readonly Leaf[] {
  return columns.folder.map((folder, i) => {
    const data = columns.data[i] ?? [];
    const usual = columns.c[i] ?? null;
    const level: LevelMeasures = {
      difference: differenceOf(data, usual, kind),
      sd: columns.sd[i] ?? null,
      difference4: columns.difference4?.[i] ?? null,
      sd4: columns.sd4?.[i] ?? null,
      lastDifference: columns.lastDifference?.[i] ?? null,
      yearDifference: columns.yearDifference?.[i] ?? null,
    };
    const volume: VolumeMeasures = {
      difference: columns.volume?.difference[i] ?? null,
      sd: columns.volume?.sd[i] ?? null,
      difference4: columns.volume?.difference4[i] ?? null,
      sd4: columns.volume?.sd4[i] ?? null,
    };
    return {
      folder,
      survey: columns.survey[i] ?? 0,
      data,
      usual,
      listed: listedAt(columns, i),
      level,
      volume,
      pending: pendingOf(columns, i, level, volume),
    };
  });
}

function pendingOf(
  columns: LeafColumns,
  i: number,
  level: LevelMeasures,
  volume: VolumeMeasures,
): PendingLeaf | null {
  const facts = columns.entry?.[i];
  if (facts === undefined) return null;
  return {
    facts,
    level:
      columns.verdict === undefined
        ? { judgement: columns.levelJudgement?.[i] ?? null }
        : { evidence: levelEvidenceAt(columns, i, level) },
    volume:
      columns.volume?.verdict === undefined
        ? { judgement: columns.volumeJudgement?.[i] ?? null }
        : { evidence: volumeEvidenceAt(columns.volume, i, volume) },
  };
}

function levelEvidenceAt(columns: LeafColumns, i: number, level: LevelMeasures): LevelEvidence {
  const before = columns.before?.[i] ?? [];
  return {
    ...level,
    small: columns.small?.[i] ?? false,
    verdict: columns.verdict?.[i] ?? null,
    verdictLast: columns.verdictLast?.[i] ?? null,
    beforeLow: before.includes('low'),
    beforeHigh: before.includes('high'),
    responses4: columns.responses4?.[i] ?? null,
    refFrom: columns.refFrom?.[i] ?? null,
    refTo: columns.refTo?.[i] ?? null,
  };
}

function volumeEvidenceAt(
  columns: VolumeColumns,
  i: number,
  volume: VolumeMeasures,
): VolumeEvidence {
  const before = columns.before?.[i] ?? [];
  return {
    ...volume,
    verdict: columns.verdict?.[i] ?? null,
    verdictLast: columns.verdictLast?.[i] ?? null,
    beforeLow: before.includes('low'),
    beforeHigh: before.includes('high'),
    lastDifference: columns.lastDifference?.[i] ?? null,
    asLastYear: columns.asLastYear?.[i] ?? false,
  };
}

/** The counts of the leaves, all that their ranking needs. */
export function toRankedLeaves({ folder, survey, data }: LeafColumns): readonly RankedLeaf[] {
  return folder.map((key, i) => ({
    folder: key,
    survey: survey[i] ?? 0,
    data: data[i] ?? [],
  }));
}
