// Adds unusual folders and surveys to the company of a schedule, such as ended surveys. Each counts as a fault, so a
// campaign that never includes it fails.
import { HOUR_MS, zonedWeek } from '../../../lib/domain/calendar.ts';
import type { FaultPlan, SystemFault } from './fault-plan.ts';
import type { SimulatedFolder, SimulatedSurvey } from './simulated-folders.ts';
import { PREVIOUS_WEEK, COMPANY, WEEK } from './starting-state.ts';

const PREVIOUS_WEEK_START = zonedWeek(PREVIOUS_WEEK, 'UTC').start;
const WEEK_START = zonedWeek(WEEK, 'UTC').start;
const MIDWEEK = WEEK_START + 61 * HOUR_MS;

/** Key of the folder without surveys. */
export const EMPTY_FOLDER = 65;

const ENDED_SURVEY: Omit<SimulatedSurvey, 'key'> = {
  timeZone: 'UTC',
  endedAt: PREVIOUS_WEEK_START,
  hasResponsesAt: (at) => at < PREVIOUS_WEEK_START,
};

interface CompanyFeature {
  readonly name: SystemFault;
  /** The folder that gets the added folders and surveys. */
  readonly parent: number;
  readonly folders?: readonly SimulatedFolder[];
  readonly surveys?: readonly SimulatedSurvey[];
}

const COMPANY_FEATURES: readonly CompanyFeature[] = [
  { name: 'survey ended before', parent: 21, surveys: [{ key: 212, ...ENDED_SURVEY }] },
  {
    name: 'survey ended before',
    parent: 2,
    folders: [leafFolder(61, { key: 611, ...ENDED_SURVEY })],
  },
  {
    name: 'survey answered after its end',
    parent: 2,
    folders: [leafFolder(62, { key: 621, timeZone: 'Asia/Tokyo', endedAt: PREVIOUS_WEEK_START })],
  },
  {
    name: 'survey ends in the week',
    parent: 1,
    folders: [
      leafFolder(63, {
        key: 631,
        timeZone: 'America/New_York',
        endedAt: MIDWEEK,
        hasResponsesAt: (at) => at < MIDWEEK,
      }),
    ],
  },
  {
    name: 'week without responses',
    parent: 1,
    folders: [
      leafFolder(64, { key: 641, timeZone: 'UTC', hasResponsesAt: (at) => at < WEEK_START }),
    ],
  },
  { name: 'folder without surveys', parent: 1, folders: [leafFolder(EMPTY_FOLDER)] },
];

export function randomCompany({ occurs: strikes }: Pick<FaultPlan, 'occurs'>): SimulatedFolder {
  const features = COMPANY_FEATURES.filter(({ name }) => strikes(name));
  return features.reduce(addFeature, COMPANY);
}

function addFeature(folder: SimulatedFolder, feature: CompanyFeature): SimulatedFolder {
  const { folders = [], surveys = [] } = folder.key === feature.parent ? feature : {};
  return {
    ...folder,
    surveys: [...folder.surveys, ...surveys],
    folders: [...folder.folders.map((subfolder) => addFeature(subfolder, feature)), ...folders],
  };
}

function leafFolder(key: number, ...surveys: readonly SimulatedSurvey[]): SimulatedFolder {
  return { key, surveys, folders: [] };
}
