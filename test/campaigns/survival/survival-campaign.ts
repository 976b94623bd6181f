// Experiments with real processes, a year of work and every week there is.
import { randomInt } from 'node:crypto';
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { killWorkers } from './kills.ts';
import { raceProcesses } from './races.ts';
import { soak } from './soak.ts';
import { tell } from './report-outcome.ts';
import { tileZones } from './all-zone-weeks.ts';

const WHOLE = { kills: 200, races: 500, weeks: 52, folders: 200 };
const FAULT_RATE = 0.01;
const PARTS = ['kills', 'races', 'soak', 'zones'] as const;
type Part = (typeof PARTS)[number];

const HELP = `npm run campaign survive -- [part…] [options]

Experiments with real processes, a year of work and every week there is; without a part, all of them.

  kills        workers killed at every moment: each report is there, whole and once
  races        four processes that make the same report at once
  soak         a year of a company's weeks, one call in a hundred disturbed
  zones        every week of every time zone

  --seed N     chance again as it was; printed by every run
  --kills N    how many, default ${WHOLE.kills}
  --races N    how many, default ${WHOLE.races}
  --weeks N    of the soak, default ${WHOLE.weeks}
  --folders N  of the soak's company, default ${WHOLE.folders}
  --plain      kill plain processes of Node where AWS's runtime client would be used
  --help

Exit codes: 0 all held · 1 a rule was broken, or a kind of trouble that is to be survived never came · 2 wrong arguments.
`;

const text = { type: 'string' } as const;
const { values, positionals } = campaignArguments(HELP, {
  allowPositionals: true,
  options: {
    seed: text,
    kills: text,
    races: text,
    weeks: text,
    folders: text,
    plain: { type: 'boolean', default: false },
  },
});
const { plain, ...numbers } = values;
const seed = wholeOf('seed', randomInt(1_000_000, 2_000_000_000));
const wanted = partsOf(positionals.length === 0 ? ['all'] : positionals);
console.log(`seed ${seed}: npm run campaign survive -- ${positionals.join(' ')} --seed ${seed}`);

let holds = true;
for (const part of wanted) holds = (await tell(part, () => run(part))) && holds;
process.exitCode = holds ? 0 : 1;

function run(part: Part) {
  switch (part) {
    case 'kills': {
      const kills = wholeOf('kills', WHOLE.kills);
      const isWhole = kills >= WHOLE.kills;
      return killWorkers({
        seed,
        kills,
        isWhole,
        ...(plain ? { missing: 'not wanted' } : {}),
        onKills: (done) => {
          console.error(`kills: ${done} of ${kills}`);
        },
      });
    }
    case 'races': {
      const races = wholeOf('races', WHOLE.races);
      return raceProcesses({
        seed,
        races,
        onRace: (done) => {
          if (done % 50 === 0) console.error(`races: ${done} of ${races}`);
        },
      });
    }
    case 'soak': {
      const weeks = wholeOf('weeks', WHOLE.weeks);
      return soak({
        seed,
        weeks,
        folders: wholeOf('folders', WHOLE.folders),
        rate: FAULT_RATE,
        onWeek: (week) => {
          console.error(`soak: ${week} is over`);
        },
      });
    }
    case 'zones':
      return Promise.resolve(tileZones());
  }
}

function partsOf(names: readonly string[]): readonly Part[] {
  if (names.includes('all')) return PARTS;
  const known = PARTS.filter((part) => names.includes(part));
  if (known.length < names.length) exitWithUsageError(`the parts are ${PARTS.join(', ')} and all`);
  return known;
}

function wholeOf(name: keyof typeof numbers, fallback: number): number {
  const given = numbers[name];
  if (given === undefined) return fallback;
  const number = Number(given);
  if (!Number.isSafeInteger(number) || number < 1)
    exitWithUsageError(`--${name} takes a whole number`);
  return number;
}
