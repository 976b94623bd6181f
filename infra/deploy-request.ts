// What the command line of a deployment asks for: words for osls, or everything that is wrong with them at once.
// It hides where parameters come from and which commands need them.
import { parseArgs } from 'node:util';
import { checkParameters, PARAMETERS, settingProblems, STAGE_SETTINGS } from './parameters.ts';

export type TextValues = Readonly<Record<string, string>>;

export type DeployRequest =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly problems: readonly string[] }
  | {
      readonly kind: 'run';
      /** For osls. */
      readonly words: readonly string[];
      readonly bundles: boolean;
      /** What somebody should know who deploys. */
      readonly notes: readonly string[];
      /** Of the stage; null where nothing was told of it. */
      readonly region: string | null;
      /** Of the stage, to compare with that of the credentials; null where there is nothing to compare. */
      readonly account: string | null;
      /** The stage's name when it must still be typed before anything is done. */
      readonly mustType: string | null;
    };

export interface DeployEnvironment {
  /** A JSON file of the project by its path, with its values as texts; empty when it is not there. */
  readonly readTexts: (path: string) => TextValues;
  /** Whether somebody can be asked. */
  readonly isTerminal: boolean;
}

type Values = ReturnType<typeof parse>['values'];

export function readDeployRequest(
  args: readonly string[],
  { readTexts, isTerminal }: DeployEnvironment,
): DeployRequest {
  const read = parsed(args);
  if (typeof read === 'string') return { kind: 'wrong', problems: [read] };
  if (read.help) return { kind: 'help' };
  const stage = read.stage ?? (read.package ? 'example' : '');
  const file = { ...readTexts(`infra/stages/${stage}.json`), ...fromArguments(read.param) };
  const region = read.region ?? file['region'] ?? '';
  const given = region === '' ? file : { ...file, region };
  const checked = checkParameters(given, readTexts('infra/defaults.json'));
  const { words, bundles } = commandOf(read);
  // What changes nothing that parameters tell of goes without them; but osls wants a value for each.
  const { parameters, problems } = bundles
    ? checked
    : { parameters: readTexts('infra/stages/example.json'), problems: settingProblems(given) };
  const all = [
    ...commandProblems(read),
    ...stageProblems(stage, read),
    ...regionProblems(stage, read, file['region'] ?? ''),
    ...confirmProblems(stage, read, isTerminal),
    ...problems,
  ];
  if (all.length > 0) return { kind: 'wrong', problems: all };
  return {
    kind: 'run',
    words: [
      ...words,
      ...['--stage', stage],
      ...(region === '' ? [] : ['--region', region]),
      ...(read.verbose ? ['--verbose'] : []),
      ...Object.entries({ callers: 'tokens', ...parameters })
        .filter(([name]) => !STAGE_SETTINGS.some((setting) => setting === name))
        .map(([name, value]) => `--param=${name}=${value}`),
    ],
    bundles,
    notes: bundles ? notesOn(parameters) : [],
    region: region === '' ? null : region,
    account: read.package ? null : (given['account'] ?? null),
    mustType: read.remove && read.confirm === undefined ? stage : null,
  };
}

const HELP = `npm run deploy -- --stage STAGE [--region REGION] [--param NAME=VALUE]… [--verbose]
npm run deploy -- --stage STAGE --list                  what was deployed before, by timestamp
npm run deploy -- --stage STAGE --rollback TIMESTAMP    goes back to one of these
npm run deploy -- --stage STAGE --remove [--confirm STAGE]
                                                        removes all but the buckets, once the stage's name is typed
                                                        or given with --confirm
npm run package -- [--stage STAGE] …                    the template lands in .serverless/; no account needed

Parameters of a stage are kept in infra/stages/STAGE.json; --param goes before. --list, --rollback and --remove need
none, but take region and account from there. Credentials of another account are refused. Without a region in the stage's
file they use that of --region, else of AWS_REGION, else eu-west-1.
`;

/** The help with a line for each parameter: what it means, what it must be, what holds without it. */
export function deployHelp(defaults: TextValues): string {
  const lines = Object.entries(PARAMETERS).map(([name, { required, means, mustBe }]) => {
    const fallback = NONE.includes(defaults[name] ?? '') ? 'none' : (defaults[name] ?? 'none');
    const held = required === true ? 'required' : `default ${fallback}`;
    return `  ${name.padEnd(16)} ${means} (${held})\n${' '.repeat(19)}${mustBe}`;
  });
  return `${HELP}\n${lines.join('\n')}\n`;
}

/** How defaults.json writes that there is none. */
const NONE = ['', '0'];

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

/** The options, or what is wrong with them: one word too many is where a forgotten --stage shows. */
function parsed(args: readonly string[]): Values | string {
  try {
    return parse(args).values;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    switch (code) {
      case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
        return 'a word stands alone: the stage is told as --stage STAGE';
      case 'ERR_PARSE_ARGS_UNKNOWN_OPTION':
      case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
        return error instanceof Error ? (error.message.split(/[.\n]/)[0] ?? '') : '';
      default:
        throw error;
    }
  }
}

/** What osls is asked to do, and whether it needs the packages for it. */
function commandOf(values: Values): {
  readonly words: readonly string[];
  readonly bundles: boolean;
} {
  if (values.package) return { words: ['package'], bundles: true };
  if (values.list) return { words: ['deploy', 'list'], bundles: false };
  if (values.remove) return { words: ['remove'], bundles: false };
  if (values.rollback !== undefined) {
    return { words: ['rollback', '--timestamp', values.rollback], bundles: false };
  }
  return { words: ['deploy'], bundles: true };
}

function commandProblems(values: Values): readonly string[] {
  const asked = [values.package, values.list, values.remove, values.rollback !== undefined];
  return asked.filter((isAsked) => isAsked).length > 1
    ? ['--package, --list, --rollback and --remove do not go together']
    : [];
}

function regionProblems(stage: string, values: Values, region: string): readonly string[] {
  const isOther = values.region !== undefined && region !== '' && values.region !== region;
  return isOther && !values.package
    ? [`--region is not the region in infra/stages/${stage}.json`]
    : [];
}

function confirmProblems(stage: string, values: Values, isTerminal: boolean): readonly string[] {
  if (!values.remove) return values.confirm === undefined ? [] : ['--confirm goes with --remove'];
  if (values.confirm === stage) return [];
  if (values.confirm !== undefined) return ['--confirm is not the name of the stage'];
  return isTerminal ? [] : ['--remove needs --confirm STAGE where no terminal is there to type it'];
}

function stageProblems(stage: string, values: Values): readonly string[] {
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(stage)) {
    return ['--stage must be given: lower-case letters, digits and hyphens, e.g. prod'];
  }
  return stage === 'example' && !values.package ? ['the example stage is not for deploying'] : [];
}

function notesOn({ alarmTopic = '' }: TextValues): readonly string[] {
  return alarmTopic === ''
    ? ['No alarmTopic: alarms ring in the console alone and nobody is told (infra/README.md).']
    : [];
}

function fromArguments(texts: readonly string[]): TextValues {
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', ...rest] = text.split('=');
      return [name, rest.join('=')];
    }),
  );
}
