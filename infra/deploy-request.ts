// What the command line of a deployment asks for: words for osls, or everything that is wrong with them at once.
// It hides where parameters come from and which commands need them.
import { parseArgs } from 'node:util';
import { checkParameters, PARAMETERS } from './parameters.ts';

export type Texts = Readonly<Record<string, string>>;

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
    };

type Values = ReturnType<typeof parse>['values'];

/** `readTexts`: a JSON file of the project by its path, with its values as texts; empty when it is not there. */
export function readRequest(
  args: readonly string[],
  readTexts: (path: string) => Texts,
): DeployRequest {
  const read = parsed(args);
  if (typeof read === 'string') return { kind: 'wrong', problems: [read] };
  if (read.help) return { kind: 'help' };
  const stage = read.stage ?? (read.package ? 'example' : '');
  const given = { ...readTexts(`infra/stages/${stage}.json`), ...fromArguments(read.param) };
  const checked = checkParameters(given, readTexts('infra/defaults.json'));
  const { words, bundles } = commandOf(read);
  // What changes nothing that parameters tell of goes without them; but osls wants a value for each.
  const { parameters, problems } = bundles
    ? checked
    : { parameters: readTexts('infra/stages/example.json'), problems: [] };
  const all = [...commandProblems(read), ...stageProblems(stage, read), ...problems];
  if (all.length > 0) return { kind: 'wrong', problems: all };
  return {
    kind: 'run',
    words: [
      ...words,
      ...['--stage', stage],
      ...(read.region === undefined ? [] : ['--region', read.region]),
      ...(read.verbose ? ['--verbose'] : []),
      ...Object.entries({ callers: 'tokens', ...parameters }).map(
        ([name, value]) => `--param=${name}=${value}`,
      ),
    ],
    bundles,
    notes: bundles ? notesOn(parameters) : [],
  };
}

const HELP = `npm run deploy -- --stage STAGE [--region REGION] [--param NAME=VALUE]… [--verbose]
npm run deploy -- --stage STAGE --list                  what was deployed before, by timestamp
npm run deploy -- --stage STAGE --rollback TIMESTAMP    goes back to one of these
npm run deploy -- --stage STAGE --remove                removes all but the buckets
npm run package -- [--stage STAGE] …                    the template lands in .serverless/; no account needed

Parameters of a stage are kept in infra/stages/STAGE.json; --param goes before. --list, --rollback and --remove need
none. The region is that of --region, else of AWS_REGION, else eu-west-1.
`;

/** The help with a line for each parameter: what it means, what it must be, what holds without it. */
export function helpWith(defaults: Texts): string {
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

function stageProblems(stage: string, values: Values): readonly string[] {
  if (!/^[a-z][a-z0-9-]{0,19}$/.test(stage)) {
    return ['--stage must be given: lower-case letters, digits and hyphens, e.g. prod'];
  }
  return stage === 'example' && !values.package ? ['the example stage is not for deploying'] : [];
}

function notesOn({ alarmTopic = '' }: Texts): readonly string[] {
  return alarmTopic === ''
    ? ['No alarmTopic: alarms ring in the console alone and nobody is told (infra/README.md).']
    : [];
}

function fromArguments(texts: readonly string[]): Texts {
  return Object.fromEntries(
    texts.map((text) => {
      const [name = '', ...rest] = text.split('=');
      return [name, rest.join('=')];
    }),
  );
}
