// Parses the arguments of a command against its table of options, and writes the help from the same table.
import { parseArgs } from 'node:util';
import type { ConfigProblem } from '../../lib/composition/config.ts';
import { closestName } from '../../lib/shared/closest-name.ts';
import { wholeNumberParser } from '../../lib/composition/setting-values.ts';
import type { Io } from './terminal.ts';
import { wrapText } from './text-columns.ts';

export interface CommandOption {
  /** Placeholder of the value in the help; null for a switch. */
  readonly value: string | null;
  readonly help: string;
  /** Takes several values, after one mention or after several. */
  readonly isList?: true;
}

export interface CommandSyntax {
  readonly usage: string;
  /** Whether the command takes files or other words before its options. */
  readonly hasOperands?: true;
  readonly summary: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Shown below the options in the help: paragraphs with an empty line between them. */
  readonly notes: string;
}

export interface ParsedArguments {
  /** The words before the options. */
  readonly operands: readonly string[];
  readonly values: ReadonlyMap<string, string>;
  /** Values of the list options, in the order given. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly switches: ReadonlySet<string>;
  readonly problems: readonly ConfigProblem[];
}

const HELP: CommandOption = { value: null, help: 'show this help' };

/** Collects every problem instead of stopping at the first. `--help` is an option of every command. */
function parseArguments(syntax: CommandSyntax, args: readonly string[]): ParsedArguments {
  const options = new Map([...Object.entries(syntax.options), ['help', HELP] as const]);
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      [...options].map(([name, option]) => [
        name,
        { type: option.value === null ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  });
  const operands: string[] = [];
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const switches = new Set<string>();
  const problems: ConfigProblem[] = [];
  let indexAfterUnknownOption = -1;
  let openList: string[] | undefined = syntax.hasOperands === true ? operands : undefined;
  for (const token of tokens) {
    if (token.kind === 'positional' && openList !== undefined) {
      openList.push(token.value);
      continue;
    }
    openList = undefined;
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      // The word after an unknown option is probably its value: one problem is enough.
      if (token.index === indexAfterUnknownOption) continue;
      problems.push({
        name: `argument ${token.index + 1}`,
        problem: 'is not expected; options begin with --',
      });
      continue;
    }
    const { name, rawName, value } = token;
    const option = options.get(name);
    if (option === undefined) {
      indexAfterUnknownOption = token.index + 1;
      const suggestion = closestName(name, [...options.keys()]);
      const hint = suggestion === undefined ? '' : `; did you mean --${suggestion}?`;
      problems.push({ name: rawName, problem: `is not an option${hint}` });
    } else if (values.has(name) || switches.has(name)) {
      problems.push({ name: rawName, problem: 'is given more than once' });
    } else if (option.value === null) {
      if (value !== undefined) problems.push({ name: rawName, problem: 'takes no value' });
      switches.add(name);
    } else if (value === undefined || value === '' || value.startsWith('--')) {
      problems.push({ name: rawName, problem: `needs a value: ${rawName} ${option.value}` });
      if (option.isList === true) lists.set(name, lists.get(name) ?? []);
      else values.set(name, '');
    } else if (option.isList === true) {
      openList = lists.get(name) ?? [];
      openList.push(value);
      lists.set(name, openList);
    } else values.set(name, value);
  }
  return { operands, values, lists, switches, problems };
}

/** Highest seed of a sample company. */
export const MAX_SEED = 2 ** 31 - 1;

/** Reads an option that is a whole number. An invalid value gives the fallback and a problem. */
export function readWholeNumber(
  args: ParsedArguments,
  name: string,
  { min = 0, max, fallback }: { min?: number; max: number; fallback: number },
  problems: ConfigProblem[],
): number {
  const text = args.values.get(name) ?? '';
  // An option without its value is already among the problems of the arguments.
  if (text === '') return fallback;
  const parseResult = wholeNumberParser(min, max)(text);
  if (parseResult.ok) return parseResult.value;
  problems.push({ name: `--${name}`, problem: parseResult.problem });
  return fallback;
}

/** Returns null when `--help` was given; the help is printed then. */
export function readArgumentsOrShowHelp(
  syntax: CommandSyntax,
  args: readonly string[],
  { stdout }: Pick<Io, 'stdout'>,
): ParsedArguments | null {
  const parsedArguments = parseArguments(syntax, args);
  if (!parsedArguments.switches.has('help')) return parsedArguments;
  stdout.write(formatHelp(syntax));
  return null;
}

/** The end of a sentence about an unknown name: suggests the closest known one. */
export function suggestName(name: string, knownNames: readonly string[]): string {
  const suggestion = closestName(name, knownNames);
  return suggestion === undefined ? '.' : `; did you mean ${suggestion}?`;
}

function formatHelp({ summary, usage, options, notes }: CommandSyntax): string {
  const rows = [...Object.entries(options), ['help', HELP] as const].map(
    ([name, { value, help }]) => [`--${name}${value === null ? '' : ` ${value}`}`, help] as const,
  );
  return [
    helpText(summary),
    usage
      .split('\n')
      .map((line, i) => helpText(line, i === 0 ? 'Usage: ' : '       '))
      .join('\n'),
    `Options:\n${formatHelpRows(rows)}`,
    ...notes.split('\n\n').map((paragraph) => helpText(paragraph.replaceAll('\n', ' '))),
  ]
    .join('\n\n')
    .concat('\n');
}

/** Names of options or commands, each with its help beside it. */
export function formatHelpRows(rows: readonly (readonly [name: string, help: string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, help]) => helpText(help, `  ${name.padEnd(width)}  `)).join('\n');
}

/** Help fits into a terminal of 80 columns. */
function helpText(text: string, before = ''): string {
  return wrapText(text, 80, before).join('\n');
}
