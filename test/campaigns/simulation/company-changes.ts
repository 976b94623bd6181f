// Schedules changes of the folders at random instants of a run: folders and surveys move, appear and vanish, and the root changes.
import { EMPTY_FOLDER } from './circumstances.ts';
import type { FaultPlan } from './fault-plan.ts';
import type { FaultWindow } from './injected-faults.ts';
import { findExpectedFolders } from './liveness.ts';
import type { SimulatedDeployment } from './simulated-deployment.ts';
import type { SimulatedFolder } from './simulated-folders.ts';
import {
  findFolder,
  listFolders,
  moveFolder,
  withoutFolder,
  withoutLevel,
  withoutSurvey,
  withSurvey,
} from './simulated-folders.ts';

export interface CompanyChanges {
  /** The company may lack these at the end, with what was below them. */
  readonly removedFolders: ReadonlySet<number>;
  /** Folders that get a report in spite of the changes. */
  readonly expectedFolders: readonly number[];
  /** Surveys that stay in the same folder. */
  readonly unmovedSurveys: readonly number[];
  readonly hasChanges: boolean;
}

interface InitialCompany {
  readonly root: SimulatedFolder;
  readonly isReported: (survey: number) => boolean;
}

/** Key of the root of a company whose root has changed. */
const NEW_ROOT = 71;
/** A folder without surveys of its own, and with folders below it. */
const REGION = 2;

export function scheduleCompanyChanges(
  { faultPlan, company, timeline }: SimulatedDeployment,
  { randomInstant, root: initialRoot, isReported }: FaultWindow & InitialCompany,
): CompanyChanges {
  const removals = chooseRemovals(faultPlan, initialRoot);
  const changes = [
    ...removals,
    ...chooseMoves(faultPlan, new Set(removals.flatMap(({ removed = [] }) => removed))),
    ...chooseNewRoot(faultPlan, initialRoot),
    ...chooseAdditions(faultPlan),
    ...chooseSurveyMove(faultPlan, initialRoot),
  ];
  for (const { apply } of changes) {
    timeline.at(randomInstant(), () => {
      company.replaceFolders(apply(company.root));
    });
  }
  const removedFolders = new Set(changes.flatMap(({ removed = [] }) => removed));
  const isRemoved = ({ key }: SimulatedFolder): boolean => removedFolders.has(key);
  const unstableSurveys = [
    ...listFolders(initialRoot).filter(isRemoved).flatMap(keysOfSurveys),
    ...changes.flatMap(({ moved = [] }) => moved),
  ];
  const stableRoot = unstableSurveys.reduce<SimulatedFolder>(withoutSurvey, initialRoot);
  return {
    removedFolders,
    hasChanges: changes.length > 0,
    expectedFolders: findExpectedFolders(stableRoot, isReported).filter(
      (key) => !removedFolders.has(key),
    ),
    unmovedSurveys: listFolders(stableRoot).flatMap(keysOfSurveys),
  };
}

interface CompanyChange {
  readonly apply: (root: SimulatedFolder) => SimulatedFolder;
  /** Folders that the company has no longer. */
  readonly removed?: readonly number[];
  /** Surveys that are in another folder afterwards, or in none. */
  readonly moved?: readonly number[];
}

type Choices = Pick<FaultPlan, 'occurs' | 'random'>;

function chooseRemovals(
  { occurs, random }: Choices,
  initialRoot: SimulatedFolder,
): readonly CompanyChange[] {
  const changes: CompanyChange[] = [];
  if (occurs('folder removed')) {
    const key = random() < 0.5 ? 31 : 22;
    changes.push({ apply: (root) => withoutFolder(root, key), removed: [key] });
  }
  if (occurs('region removed')) {
    const region = findFolder(initialRoot, REGION);
    const removed = region === undefined ? [] : listFolders(region).map(({ key }) => key);
    changes.push(
      random() < 0.5
        ? { apply: (root) => withoutFolder(root, REGION), removed }
        : { apply: (root) => withoutLevel(root, REGION), removed: [REGION] },
    );
  }
  return changes;
}

/** A folder that has moved below one that is removed would be removed with it. */
function chooseMoves(
  { occurs, random }: Choices,
  removed: ReadonlySet<number>,
): readonly CompanyChange[] {
  const changes: CompanyChange[] = [];
  if (occurs('folder moves')) {
    const isToRoot = removed.has(31) || random() < 0.5;
    changes.push({ apply: (root) => moveFolder(root, 22, isToRoot ? root.key : 31) });
  }
  if (occurs('region moves') && !removed.has(31)) {
    changes.push({ apply: (root) => moveFolder(root, REGION, 31) });
  }
  return changes;
}

/** A new root above the former one, or in its place. */
function chooseNewRoot(
  { occurs, random }: Choices,
  initialRoot: SimulatedFolder,
): readonly CompanyChange[] {
  if (!occurs('root changes')) return [];
  if (random() < 0.5) {
    return [{ apply: (root) => ({ key: NEW_ROOT, surveys: [], folders: [root] }) }];
  }
  return [
    {
      apply: (root) => ({ ...root, key: NEW_ROOT }),
      removed: [initialRoot.key],
      moved: keysOfSurveys(initialRoot),
    },
  ];
}

function chooseAdditions({ occurs }: Choices): readonly CompanyChange[] {
  if (!occurs('folder added')) return [];
  const added = { key: 41, surveys: [{ key: 411, timeZone: 'UTC' }], folders: [] };
  return [{ apply: (root) => ({ ...root, folders: [...root.folders, added] }) }];
}

function chooseSurveyMove(
  { occurs, random }: Choices,
  initialRoot: SimulatedFolder,
): readonly CompanyChange[] {
  if (!occurs('survey moves')) return [];
  // Covers source folders with and without further surveys, and a target without surveys.
  const [survey, from] = random() < 0.5 ? [312, 31] : [221, 22];
  const to =
    random() < 0.5 && findFolder(initialRoot, EMPTY_FOLDER) !== undefined ? EMPTY_FOLDER : 21;
  const apply = (root: SimulatedFolder): SimulatedFolder => {
    const moved = findFolder(root, from)?.surveys.find(({ key }) => key === survey);
    return moved === undefined || findFolder(root, to) === undefined
      ? root
      : withSurvey(withoutSurvey(root, survey), moved, to);
  };
  return [{ apply, moved: [survey] }];
}

function keysOfSurveys({ surveys }: SimulatedFolder): readonly number[] {
  return surveys.map(({ key }) => key);
}
