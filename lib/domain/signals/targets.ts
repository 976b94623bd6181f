// Targets for an index, and which of them counts in a folder.

export interface Target {
  readonly folder: number;
  readonly indexType: string;
  readonly feedbackScale: string;
  /** On the scale of the index. */
  readonly value: number;
}

/** The target of the nearest folder upwards; null when there is none. `path`: root first, ends with the folder itself. */
export function findTarget(
  targets: readonly Target[],
  path: readonly number[],
  { indexType, feedbackScale }: Pick<Target, 'indexType' | 'feedbackScale'>,
): Target | null {
  const ofKind = targets.filter(
    (target) => target.indexType === indexType && target.feedbackScale === feedbackScale,
  );
  return path.reduce<Target | null>(
    (nearest, folder) => ofKind.find((target) => target.folder === folder) ?? nearest,
    null,
  );
}
