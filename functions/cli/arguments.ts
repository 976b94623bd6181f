// The arguments of a command, checked as a whole against its table of options; the help is made from the same table.
import { parseArgs } from 'node:util';
import type { ConfigProblem } from '../../lib/composition/config.ts';
import { closestName } from '../../lib/composition/config.ts';
import { wholeNumberFrom } from '../../lib/composition/setting-values.ts';
import type { Io } from './terminal.ts';

export interface Option {
  /** What stands for the value in the help; null for a switch. */
  readonly value: string | null;
  readonly help: string;
  /** Takes several values, after one mention or after several. */
  readonly isList?: true;
}

export interface CommandLine {
  readonly usage: string;
  readonly summary: string;
  readonly options: Readonly<Record<string, Option>>;
  /** What the help says below the options. */
  readonly notes: string;
}

export interface Arguments {
  readonly values: ReadonlyMap<string, string>;
  /** Values of the options that take several, in their order. */
  readonly lists: ReadonlyMap<string, readonly string[]>;
  readonly switches: ReadonlySet<string>;
  readonly problems: readonly ConfigProblem[];
}

const HELP: Option = { value: null, help: 'show this help' };

/** Reads arguments; what is wrong comes back as problems, all at once. `--help` is known everywhere. */
function readArguments(command: CommandLine, args: readonly string[]): Arguments {
  const known = new Map([...Object.entries(command.options), ['help', HELP] as const]);
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      [...known].map(([name, option]) => [
        name,
        { type: option.value === null ? ('boolean' as const) : ('string' as const) },
      ]),
    ),
  });
  const values = new Map<string, string>();
  const lists = new Map<string, string[]>();
  const switches = new Set<string>();
  const problems: ConfigProblem[] = [];
  let afterUnknown = -1;
  let openList: string[] | undefined;
  for (const token of tokens) {
    if (token.kind === 'positional' && openList !== undefined) {
      openList.push(token.value);
      continue;
    }
    openList = undefined;
    if (token.kind === 'option-terminator') continue;
    if (token.kind === 'positional') {
      // What follows an option that isn't one was meant as its value.
      if (token.index === afterUnknown) continue;
      problems.push({
        name: `argument ${token.index + 1}`,
        problem: 'is not expected; options begin with --',
      });
      continue;
    }
    const { name, rawName, value } = token;
    const option = known.get(name);
    if (option === undefined) {
      afterUnknown = token.index + 1;
      const meant = closestName(name, [...known.keys()]);
      const hint = meant === undefined ? '' : `; did you mean --${meant}?`;
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
  return { values, lists, switches, problems };
}

/** Seeds of sample companies. */
export const MOST_SEED = 2 ** 31 - 1;

/** Reads an option that is a whole number; where it isn't one, `problems` says so. */
export function readWholeNumber(
  given: Arguments,
  name: string,
  { least, most, fallback }: { least: number; most: number; fallback: number },
): { readonly value: number; readonly problems: readonly ConfigProblem[] } {
  const text = given.values.get(name) ?? '';
  // An option without its value has been told already.
  if (text === '') return { value: fallback, problems: [] };
  const parsed = wholeNumberFrom(least, most)(text);
  return parsed.ok
    ? { value: parsed.value, problems: [] }
    : { value: fallback, problems: [{ name: `--${name}`, problem: parsed.problem }] };
}

/** As `readArguments`; null where the help was asked for, which is told then. */
export function argumentsOrHelp(
  command: CommandLine,
  args: readonly string[],
  { stdout }: Pick<Io, 'stdout'>,
): Arguments | null {
  const given = readArguments(command, args);
  if (!given.switches.has('help')) return given;
  stdout.write(helpOf(command));
  return null;
}

/** Ends the sentence that a name is not known: with the one that was perhaps meant. */
export function meantBy(name: string, known: readonly string[]): string {
  const meant = closestName(name, known);
  return meant === undefined ? '.' : `; did you mean ${meant}?`;
}

function helpOf(command: CommandLine): string {
  const options = [...Object.entries(command.options), ['help', HELP] as const];
  const left = options.map(([name, { value }]) => `--${name}${value === null ? '' : ` ${value}`}`);
  const width = Math.max(...left.map((text) => text.length));
  const lines = options.map(([, { help }], i) => `  ${(left[i] ?? '').padEnd(width)}  ${help}`);
  return `${command.summary}\n\nUsage: ${command.usage}\n\nOptions:\n${lines.join('\n')}\n\n${command.notes}\n`;
}
