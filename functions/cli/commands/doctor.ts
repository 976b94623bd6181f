// `doctor`: checks everything that reports need, before the first run and at any time.
import type { Config } from '../../../lib/composition/config.ts';
import { DEFAULTS, readConfig } from '../../../lib/composition/config.ts';
import type { SystemContext } from '../../../lib/composition/compose.ts';
import { systemContext } from '../../../lib/composition/compose.ts';
import { isInternetMailAddress, toAsciiAddress } from '../../../lib/shared/mail-address.ts';
import type { CommandSyntax } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import { checkPublicAddress } from '../doctor/address-check.ts';
import { checkApi } from '../doctor/api-checks.ts';
import type { Check } from '../doctor/check.ts';
import { checkMachine, checkSettings } from '../doctor/machine-checks.ts';
import { checkMail, checkTestMessage } from '../doctor/mail-checks.ts';
import { printChecks } from '../doctor/print-checks.ts';
import { checkKeys, checkState } from '../doctor/state-checks.ts';
import { checkStore } from '../doctor/store-checks.ts';
import { readStore, STORE_OPTION } from '../report-options.ts';
import { ENV_FILE_OPTION, readSettingFiles } from '../setting-files.ts';
import { EXIT, printConfigProblems } from '../terminal.ts';
import type { Command } from './command.ts';

const DOCTOR: CommandSyntax = {
  usage: 'feedback-reports doctor [options]',
  summary: 'Checks settings, reporting API, store, mail and public address.',
  options: {
    'send-test': {
      value: 'ADDRESS',
      help: 'also send the newest report of the whole company to this mail address',
    },
    store: STORE_OPTION,
    'env-file': ENV_FILE_OPTION,
    json: {
      value: null,
      help: 'print {name, level, result, advice} of each check as one line of JSON',
    },
  },
  notes: `Each line is ok, warn (reports are made and served, but something is or will be lost) or fail (they are not), with what to do. It
works before the first run and while a server runs. It changes nothing: in the store it writes an object and removes it.

For a stage on AWS: npm run doctor -- --stage STAGE, where it is deployed from.

Environment: as for serve; docs/commands.md lists all variables.

Exit codes: 0 nothing fails · 1 a check fails · 2 invalid arguments.`,
};

export const doctorCommand: Command = async (argv, io, system = systemContext) => {
  const args = readArgumentsOrShowHelp(DOCTOR, argv, io);
  if (args === null) return EXIT.done;
  const { env, problems: fileProblems } = readSettingFiles(argv, io.env);
  const storeText = args.values.get('store') ?? '';
  const { config, problems } = readConfig(env, { api: 'configured', store: storeText });
  const wrongArguments = [...args.problems];
  const store = readStore(storeText, config ?? DEFAULTS, wrongArguments);
  const address = toAsciiAddress(args.values.get('send-test') ?? '');
  if (args.values.has('send-test') && !isInternetMailAddress(address)) {
    wrongArguments.push({ name: '--send-test', problem: 'must be a mail address' });
  }
  if (wrongArguments.length > 0) {
    printConfigProblems(io, 'doctor', wrongArguments);
    return EXIT.wrongUsage;
  }
  const settings = checkSettings([...fileProblems, ...problems]);
  const checks = runChecks(
    config === null ? null : { ...config, store },
    settings,
    address,
    system,
  );
  return printChecks(checks, io, args.switches.has('json'));
};

/** `config`: null where it is not valid; then nothing else can be checked. `address`: "" for no test message. */
async function* runChecks(
  config: Config | null,
  settings: readonly Check[],
  address: string,
  system: SystemContext,
): AsyncGenerator<Check> {
  yield* checkMachine(process.versions, system.clock());
  yield* settings;
  const api = config?.api ?? null;
  if (config === null || api === null) return;
  const { checks, root } = await checkApi(config, api, system);
  yield* checks;
  const store = await checkStore(config, root, system);
  yield* store.checks;
  yield* await checkKeys(config, system);
  if (store.isThere) yield* await checkState(config, system);
  yield* await checkMail(config, system);
  if (store.isThere) yield* await checkPublicAddress(config, system);
  if (address === '') return;
  const test = { address, root: store.isThere ? (root?.key ?? null) : null };
  yield* await checkTestMessage(config, test, system);
}
