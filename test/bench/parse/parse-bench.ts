// Compares parsing and validating the hourly rows of one survey with JSON.parse.
import { measure } from '../child.ts';
import { shown, spreadOf, type Spread } from '../bench-samples.ts';
import type { Bench, BenchOptions, Section } from '../results-section.ts';
import { parseFigures, WAYS, type Way } from './parse-figures.ts';

const MEASURED = new URL('./parse-measured.ts', import.meta.url);

const NAMES: Readonly<Record<Way, string>> = {
  json: 'peer: JSON.parse, nothing checked',
  rows: 'ours: rows checked, local day and hour',
  week: 'ours, and all of the survey’s figures from them',
  schema: 'ours, the long way for other spellings',
};

export const parseBench: Bench = {
  name: 'parse',
  summary: 'one survey’s hourly rows of thirteen weeks, checked, against JSON.parse alone',
  run,
};

async function run({ rounds, profiles, progress }: BenchOptions): Promise<Section> {
  const measuredRounds: (typeof parseFigures)['_output'][] = [];
  for (let round = 0; round < rounds; round += 1) {
    measuredRounds.push(await measure(MEASURED, null, parseFigures, profiles));
    progress(`round ${round + 1} of ${rounds}`);
  }
  const of = (way: Way): Spread =>
    spreadOf(measuredRounds.flatMap(({ cpuMs }) => cpuMs[way]).map((ms) => ms * 1000));
  const ratio = (way: Way): number => of(way).median / of('json').median;
  return {
    title: 'Reading hourly rows',
    text: `${measuredRounds[0]?.rows ?? 0} rows, ${((measuredRounds[0]?.bytes ?? 0) / 1024).toFixed(0)} KB: a survey that never closes, thirteen weeks and a day on either side. From bytes, all ways in one process in turn.`,
    columns: ['way', 'CPU µs', '× JSON.parse'],
    rows: WAYS.map((way) => [NAMES[way], shown(of(way), 0), ratio(way).toFixed(2)]),
    targets: [
      {
        what: 'rows checked and placed × JSON.parse alone',
        value: ratio('rows'),
        digits: 2,
        bound: { atMost: 1.5 },
      },
    ],
  };
}
