// Tests with real processes, a simulated year and all weeks of all time zones.
import { randomInt } from 'node:crypto';
import { campaignArguments, exitWithUsageError } from '../../support/campaign-arguments.ts';
import { killWorkers } from './kills.ts';
import { killMailers } from './mail-kills.ts';
import { raceProcesses } from './races.ts';
import { soak } from './soak.ts';
import { runPart } from './report-outcome.ts';
import { checkZoneWeeks } from './all-zone-weeks.ts';

const DEFAULT_COUNTS = { kills: 200, mails: 40, races: 500, weeks: 52, folders: 200 };
const FAULT_RATE = 0.01;
const PARTS = ['kills', 'mails', 'races', 'soak', 'zones'] as const;
type Part = (typeof PARTS)[number];

const HELP = `npm run campaign survive -- [part…] [options]

Tests with real processes, a simulated year and all weeks of all time zones. Runs all parts by default.

  kills        kills workers at every moment: each report must be stored complete and once
  mails        kills processes that send messages: none may be lost, and none may arrive twice
  races        four processes make the same report at the same time
  soak         a simulated year in which one percent of all calls fail
  zones        all weeks of all time zones

  --seed N     default: random; printed
  --kills N    number of kills, default ${DEFAULT_COUNTS.kills}
  --mails N    number of kills of processes that send messages, default ${DEFAULT_COUNTS.mails}
  --races N    number of races, default ${DEFAULT_COUNTS.races}
  --weeks N    weeks of the soak test, default ${DEFAULT_COUNTS.weeks}
  --folders N  folders of the soak test, default ${DEFAULT_COUNTS.folders}
  --plain      runs workers in plain Node processes instead of the AWS runtime client
  --help

Exit codes: 0 passed · 1 a check failed or a kind of fault never occurred · 2 wrong arguments.
`;

const text = { type: 'string' } as const;
const { values, positionals } = campaignArguments(HELP, {
  allowPositionals: true,
  options: {
    seed: text,
    kills: text,
    mails: text,
    races: text,
    weeks: text,
    folders: text,
    plain: { type: 'boolean', default: false },
  },
});
const { plain, ...numbers } = values;
const seed = parseCount('seed', randomInt(1_000_000, 2_000_000_000));
const parts = partsOf(positionals.length === 0 ? ['all'] : positionals);
console.log(`seed ${seed}: npm run campaign survive -- ${positionals.join(' ')} --seed ${seed}`);

let hasPassed = true;
for (const part of parts) hasPassed = (await runPart(part, () => run(part))) && hasPassed;
process.exitCode = hasPassed ? 0 : 1;

function run(part: Part) {
  switch (part) {
    case 'kills': {
      const kills = parseCount('kills', DEFAULT_COUNTS.kills);
      const requiresAllKinds = kills >= DEFAULT_COUNTS.kills;
      return killWorkers({
        seed,
        kills,
        requiresAllKinds,
        ...(plain ? { missingRuntime: 'disabled by --plain' } : {}),
        onKills: (finishedKills) => {
          console.error(`kills: ${finishedKills} of ${kills}`);
        },
      });
    }
    case 'mails': {
      const kills = parseCount('mails', DEFAULT_COUNTS.mails);
      return killMailers({
        seed,
        kills,
        onKills: (finishedKills) => {
          console.error(`mails: ${finishedKills} of ${kills}`);
        },
      });
    }
    case 'races': {
      const races = parseCount('races', DEFAULT_COUNTS.races);
      return raceProcesses({
        seed,
        races,
        onRace: (finishedRaces) => {
          if (finishedRaces % 50 === 0) console.error(`races: ${finishedRaces} of ${races}`);
        },
      });
    }
    case 'soak': {
      const weeks = parseCount('weeks', DEFAULT_COUNTS.weeks);
      return soak({
        seed,
        weeks,
        folders: parseCount('folders', DEFAULT_COUNTS.folders),
        rate: FAULT_RATE,
        onWeek: (week) => {
          console.error(`soak: ${week} completed`);
        },
      });
    }
    case 'zones':
      return Promise.resolve(checkZoneWeeks());
  }
}

function partsOf(names: readonly string[]): readonly Part[] {
  if (names.includes('all')) return PARTS;
  const knownParts = PARTS.filter((part) => names.includes(part));
  if (knownParts.length < names.length)
    exitWithUsageError(`The parts are ${PARTS.join(', ')} and all`);
  return knownParts;
}

function parseCount(name: keyof typeof numbers, fallback: number): number {
  const argument = numbers[name];
  if (argument === undefined) return fallback;
  const number = Number(argument);
  if (!Number.isSafeInteger(number) || number < 1)
    exitWithUsageError(`--${name} takes a whole number`);
  return number;
}
