// Parses the command line of a deployment into arguments for osls, or into a list of every problem.
import { parseArgs } from 'node:util';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { STSClientConfig } from '@aws-sdk/client-sts';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { checkParameters, PARAMETERS, settingProblems, STAGE_SETTINGS } from './parameters.ts';
import type { TextValues } from './stage-files.ts';

export type DeployCommand = 'package' | 'deploy' | 'list' | 'rollback' | 'remove';

export type DeployRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }
  | {
      readonly kind: 'run';
      readonly command: DeployCommand;
      readonly stage: string;
      /** The deployment to restore; null for other commands. */
      readonly timestamp: string | null;
      /** Arguments for osls after its command. */
      readonly oslsArguments: readonly string[];
      /** Hints for the user. */
      readonly notes: readonly string[];
      /** The region of the stage; null where it is not configured. */
      readonly region: string | null;
      /** The account of the stage, which the credentials must belong to; null where there is nothing to check. */
      readonly account: string | null;
      /** The stage's name that the user must type first; null where no confirmation is needed. */
      readonly confirmName: string | null;
    };

interface DeployEnvironment {
  /** Reads a JSON file of the project, with all values as strings; empty when the file does not exist. */
  readonly readTexts: (path: string) => TextValues;
  /** Whether the user can answer a question. */
  readonly isTerminal: boolean;
}

type OptionValues = ReturnType<typeof parse>['values'];

export function readDeployRequest(
  args: readonly string[],
  { readTexts, isTerminal }: DeployEnvironment,
): DeployRequest {
  const options = parseOptions(args);
  if (typeof options === 'string') return { kind: 'invalid', problems: [options] };
  if (options.help) return { kind: 'help' };
  const stage = options.stage ?? (options.package ? 'example' : '');
  const file = { ...readTexts(`infra/stages/${stage}.json`), ...parseParameters(options.param) };
  const region = options.region ?? file['region'] ?? '';
  const settings = region === '' ? file : { ...file, region };
  const checked = checkParameters(settings, readTexts('infra/defaults.json'));
  const command = selectCommand(options);
  // --list, --rollback and --remove do not depend on parameters, but osls requires a value for each.
  const needsParameters = command === 'package' || command === 'deploy';
  const { parameters, problems } = needsParameters
    ? checked
    : { parameters: readTexts('infra/stages/example.json'), problems: settingProblems(settings) };
  const allProblems = [
    ...commandProblems(options),
    ...stageProblems(stage, options),
    ...regionProblems(stage, options, file['region'] ?? ''),
    ...confirmProblems(stage, options, isTerminal),
    ...problems,
  ];
  if (allProblems.length > 0) return { kind: 'invalid', problems: allProblems };
  return {
    kind: 'run',
    command,
    stage,
    timestamp: options.rollback ?? null,
    oslsArguments: [
      ...['--stage', stage],
      ...(region === '' ? [] : ['--region', region]),
      ...(options.verbose ? ['--verbose'] : []),
      ...Object.entries({ callers: 'tokens', ...parameters })
        .filter(([name]) => !STAGE_SETTINGS.some((setting) => setting === name))
        .map(([name, value]) => `--param=${name}=${value}`),
    ],
    notes: needsParameters ? createNotes(parameters) : [],
    region: region === '' ? null : region,
    account: options.package ? null : (settings['account'] ?? null),
    confirmName: options.remove && options.confirm === undefined ? stage : null,
  };
}

const HELP = `npm run deploy -- --stage STAGE [--region REGION] [--param NAME=VALUE]… [--verbose]
npm run deploy -- --stage STAGE --list                  lists the deployments that can be restored, with their releases
npm run deploy -- --stage STAGE --rollback TIMESTAMP    restores one of them
npm run deploy -- --stage STAGE --remove [--confirm STAGE]
                                                        removes everything except the buckets, after the stage's name
                                                        is typed or given with --confirm
npm run package -- [--stage STAGE] …                    writes the template to .serverless/; needs no account

Parameters of a stage are in infra/stages/STAGE.json; --param overrides them. --list, --rollback and --remove use only region
and account from that file; without a region in it they use --region, then AWS_REGION, then eu-west-1. Credentials of another
account are refused.
`;

/** The help, with the meaning, the default and the allowed values of each parameter. */
export function deployHelp(defaults: TextValues): string {
  const lines = Object.entries(PARAMETERS).map(([name, { required, means, mustBe }]) => {
    const fallback = NO_DEFAULT.includes(defaults[name] ?? '')
      ? 'none'
      : (defaults[name] ?? 'none');
    const requirement = required === true ? 'required' : `default ${fallback}`;
    return `  ${name.padEnd(16)} ${means} (${requirement})\n${' '.repeat(19)}${mustBe}`;
  });
  return `${HELP}\n${lines.join('\n')}\n`;
}

/** OptionValues in defaults.json that mean "no default". */
const NO_DEFAULT = ['', '0'];

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      stage: { type: 'string' },
      region: { type: 'string' },
      param: { type: 'string', multiple: true, default: [] },
      package: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      rollback: { type: 'string' },
      remove: { type: 'boolean', default: false },
      confirm: { type: 'string' },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
}

/** The options, or the problem with them. */
function parseOptions(args: readonly string[]): OptionValues | string {
  try {
    return parse(args).values;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    switch (code) {
      case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
        return 'unexpected argument: name the stage with --stage STAGE';
      case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
        return error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? '') : '';
      default:
        throw error;
    }
  }
}

function selectCommand(values: OptionValues): DeployCommand {
  if (values.package) return 'package';
  if (values.list) return 'list';
  if (values.remove) return 'remove';
  return values.rollback === undefined ? 'deploy' : 'rollback';
}

function commandProblems(values: OptionValues): readonly string[] {
  const commands = [values.package, values.list, values.remove, values.rollback !== undefined];
  return commands.filter((isSelected) => isSelected).length > 1
    ? ['--package, --list, --rollback and --remove cannot be combined']
    : [];
}

function regionProblems(stage: string, values: OptionValues, region: string): readonly string[] {
  const isDifferent = values.region !== undefined && region !== '' && values.region !== region;
  return isDifferent && !values.package
    ? [`--region is not the region in infra/stages/${stage}.json`]
    : [];
}

function confirmProblems(
  stage: string,
  values: OptionValues,
  isTerminal: boolean,
): readonly string[] {
  if (!values.remove) return values.confirm === undefined ? [] : ['--confirm requires --remove'];
  if (values.confirm === stage) return [];
  if (values.confirm !== undefined) return ['--confirm is not the name of the stage'];
  return isTerminal ? [] : ['--remove requires --confirm STAGE without a terminal'];
}

function stageProblems(stage: string, values: OptionValues): readonly string[] {
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(stage)) {
    return ['--stage must be given: lower-case letters, digits and hyphens, e.g. prod'];
  }
  return stage === 'example' && !values.package ? ['the example stage cannot be deployed'] : [];
}

function createNotes({ alarmTopic = '' }: TextValues): readonly string[] {
  return alarmTopic === ''
    ? [
        'No alarmTopic: alarms are visible in the console only and send no notification (see infra/README.md).',
      ]
    : [];
}

function parseParameters(texts: readonly string[]): TextValues {
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', ...rest] = text.split('=');
      return [name, rest.join('=')];
    }),
  );
}

/** The reason why the current credentials may not deploy the stage; null when they may. */
export async function accountProblem(
  { account, region }: { readonly account: string; readonly region: string },
  connection: Pick<STSClientConfig, 'endpoint' | 'credentials'> = {},
): Promise<string | null> {
  const sts = new STSClient({ region, maxAttempts: 2, ...connection });
  try {
    const { Account: credentialsAccount } = await sts.send(new GetCallerIdentityCommand({}));
    if (credentialsAccount === account) return null;
    return `the credentials belong to account ${credentialsAccount ?? 'unknown'}, the stage to ${account}`;
  } catch (error) {
    return `the account of the credentials could not be read: ${awsErrorName(error)}`;
  } finally {
    sts.destroy();
  }
}

/** Only the name: messages may contain parts of the credentials. */
export function awsErrorName(error: unknown): string {
  return error instanceof Error ? error.name : 'unknown';
}

/** Asks the user to type the stage's name; false for any other text, and when the input ends. */
export async function confirmStageName(
  stage: string,
  { input, output }: { readonly input: Readable; readonly output: Writable },
): Promise<boolean> {
  const terminal = createInterface({ input, output });
  const inputEnd = new Promise<string>((resolve) => {
    terminal.once('close', () => {
      resolve('');
    });
  });
  const answer = terminal.question(`This removes the stage ${stage}. Type its name to continue: `);
  const typedName = await Promise.race([answer, inputEnd]);
  terminal.close();
  return typedName.trim() === stage;
}
