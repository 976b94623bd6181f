// The company of a schedule: what real companies have beside active surveys that somebody presses every day. Each comes
// in some schedules and counts as having happened, so that a campaign without it fails.
import { HOUR_MS, zonedWeek } from '../../../lib/domain/calendar.ts';
import type { Chaos, WorldFault } from './fault-plan.ts';
import type { SimFolder, SimSurvey } from './simulated-folders.ts';
import { BEFORE, COMPANY, WEEK } from './starting-state.ts';

const LAST_WEEK = zonedWeek(BEFORE, 'UTC').start;
const THIS_WEEK = zonedWeek(WEEK, 'UTC').start;
const MIDWEEK = THIS_WEEK + 61 * HOUR_MS;

/** A folder without surveys. */
export const BARE = 65;

const ENDED: Omit<SimSurvey, 'key'> = {
  timeZone: 'UTC',
  endedAt: LAST_WEEK,
  isPressed: (at) => at < LAST_WEEK,
};

interface Circumstance {
  readonly name: WorldFault;
  /** The folder below which it is found, and what is added there. */
  readonly below: number;
  readonly folders?: readonly SimFolder[];
  readonly surveys?: readonly SimSurvey[];
}

const CIRCUMSTANCES: readonly Circumstance[] = [
  { name: 'survey ended before', below: 21, surveys: [{ key: 212, ...ENDED }] },
  { name: 'survey ended before', below: 2, folders: [leaf(61, { key: 611, ...ENDED })] },
  {
    name: 'survey pressed after its end',
    below: 2,
    folders: [leaf(62, { key: 621, timeZone: 'Asia/Tokyo', endedAt: LAST_WEEK })],
  },
  {
    name: 'survey ends in the week',
    below: 1,
    folders: [
      leaf(63, {
        key: 631,
        timeZone: 'America/New_York',
        endedAt: MIDWEEK,
        isPressed: (at) => at < MIDWEEK,
      }),
    ],
  },
  {
    name: 'week without responses',
    below: 1,
    folders: [leaf(64, { key: 641, timeZone: 'UTC', isPressed: (at) => at < THIS_WEEK })],
  },
  { name: 'folder without surveys', below: 1, folders: [leaf(BARE)] },
];

export function drawCompany({ strikes }: Pick<Chaos, 'strikes'>): SimFolder {
  const here = CIRCUMSTANCES.filter(({ name }) => strikes(name));
  return here.reduce(withMore, COMPANY);
}

function withMore(folder: SimFolder, more: Circumstance): SimFolder {
  const { folders = [], surveys = [] } = folder.key === more.below ? more : {};
  return {
    ...folder,
    surveys: [...folder.surveys, ...surveys],
    folders: [...folder.folders.map((one) => withMore(one, more)), ...folders],
  };
}

function leaf(key: number, ...surveys: readonly SimSurvey[]): SimFolder {
  return { key, surveys, folders: [] };
}
