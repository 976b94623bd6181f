// The one command for all long experiments: `npm run campaign NAME`. Each has its own arguments and --help.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const CAMPAIGNS: Readonly<Record<string, { readonly file: string; readonly does: string }>> = {
  accessibility: {
    file: './accessibility/accessibility-campaign.ts',
    does: 'every view in every language, in both themes, in Chromium and Firefox',
  },
  canary: {
    file: './fuzz/secrets/canary-campaign.ts',
    does: 'the whole suite under canary credentials, and a search through all that it leaves',
  },
  deliveries: {
    file: './deliveries/deliveries-campaign.ts',
    does: 'simulated deliveries of messages under faults',
  },
  fuzz: { file: './fuzz/fuzz-campaign.ts', does: 'mutated answers, events, pages and texts' },
  model: {
    file: './service-model/model-campaign.ts',
    does: 'the feedback service beside an independent model',
  },
  mutants: {
    file: './mutants/mutation-campaign.ts',
    does: 'faults planted into the code, each of which a unit test must notice',
  },
  properties: {
    file: './fuzz/property-campaign.ts',
    does: 'tests of random cases with fresh seeds',
  },
  signals: {
    file: './signals/signals-campaign.ts',
    does: 'decision quality of signals, simulated beside the documented rates',
  },
  sim: { file: './simulation/simulation-campaign.ts', does: 'simulated schedules of faults' },
  survive: {
    file: './survival/survival-campaign.ts',
    does: 'real kills, races and a year of weeks',
  },
};

const [name = '', ...args] = process.argv.slice(2);
const campaign = CAMPAIGNS[name];
if (campaign === undefined) {
  const width = Math.max(...Object.keys(CAMPAIGNS).map((key) => key.length));
  const list = Object.entries(CAMPAIGNS).map(
    ([key, { does }]) => `  ${key.padEnd(width)}  ${does}\n`,
  );
  const help = `npm run campaign NAME [-- OPTIONS]\n\n${list.join('')}\n--help after a name shows its options.\n`;
  const isHelp = name === '--help' || name === '';
  (isHelp ? process.stdout : process.stderr).write(
    isHelp ? help : `There is no campaign ${JSON.stringify(name)}.\n${help}`,
  );
  process.exit(isHelp ? 0 : 2);
}
const child = spawn(process.execPath, [join(import.meta.dirname, campaign.file), ...args], {
  stdio: 'inherit',
});
child.on('close', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
