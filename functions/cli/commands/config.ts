// `config`: the settings, their values, and where each value is from.
import type { ConfigProblem, Environment } from '../../../lib/composition/config.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import type { SettingName } from '../../../lib/composition/settings.ts';
import { SETTINGS, isSettingName, type Setting } from '../../../lib/composition/settings.ts';
import type { CommandSyntax } from '../arguments.ts';
import { readArgumentsOrShowHelp } from '../arguments.ts';
import type { SettingSource } from '../setting-files.ts';
import { ENV_FILE_OPTION, readSettingFiles } from '../setting-files.ts';
import { EXIT, printConfigProblems, toSingleLine } from '../terminal.ts';
import { createPlainTable } from '../text-columns.ts';
import type { Command } from './command.ts';

const CONFIG: CommandSyntax = {
  usage: 'feedback-reports config [options]',
  summary: 'Shows the settings, their values and where each value is from.',
  options: {
    'env-file': ENV_FILE_OPTION,
    json: {
      value: null,
      help: 'print {name, value, source, isSecret} of each setting as one line of JSON',
    },
  },
  notes: `Values of secrets are never shown, nor are invalid values. docs/commands.md explains the settings.

Exit codes: 0 all values are valid · 2 problems, each on a line of standard error.`,
};

export const configCommand: Command = (argv, io) => {
  const args = readArgumentsOrShowHelp(CONFIG, argv, io);
  if (args === null) return Promise.resolve(EXIT.done);
  const { env, sources, problems: fileProblems } = readSettingFiles(argv, io.env);
  const problems = [...args.problems, ...fileProblems, ...findProblems(env)];
  if (args.problems.length === 0) {
    const shown = Object.entries(SETTINGS).flatMap(([name, setting]) =>
      isSettingName(name)
        ? [showSetting(name, setting, { env, source: sources.get(name), problems })]
        : [],
    );
    const lines = args.switches.has('json')
      ? shown.map((line) => `${JSON.stringify(line)}\n`).join('')
      : formatTable(shown);
    io.stdout.write(lines);
  }
  if (problems.length === 0) return Promise.resolve(EXIT.done);
  printConfigProblems(io, 'config', problems);
  return Promise.resolve(EXIT.wrongUsage);
};

/** The reporting API may not be configured yet, but not in part. */
function findProblems(env: Environment): readonly ConfigProblem[] {
  const isApiSet = Object.keys(SETTINGS).some(
    (name) => name.startsWith('FEEDBACK_API_') && (env[name] ?? '') !== '',
  );
  return readConfig(env, { api: isApiSet ? 'configured' : 'none' }).problems;
}

interface ShownSetting {
  readonly name: SettingName;
  /** Null for none, for a secret and for an invalid value. */
  readonly value: string | null;
  /** "environment", "default", "not set", or a file. */
  readonly source: string;
  readonly isSecret: boolean;
  readonly isValid: boolean;
}

function showSetting(
  name: SettingName,
  setting: Setting,
  {
    env,
    source,
    problems,
  }: {
    readonly env: Environment;
    readonly source: SettingSource | undefined;
    readonly problems: readonly ConfigProblem[];
  },
): ShownSetting {
  const isSecret = setting.isSecret === true;
  const isValid = problems.every((problem) => problem.name !== name);
  const shown = { name, isSecret, isValid };
  if (source === undefined) {
    const origin = setting.default === null ? 'not set' : 'default';
    return { ...shown, value: setting.default, source: origin };
  }
  const value = isSecret || !isValid ? null : (env[name] ?? null);
  return { ...shown, value, source: describeSource(source) };
}

function describeSource(source: SettingSource): string {
  if (source.kind === 'environment') return 'environment';
  return source.kind === 'file' ? `${source.path} (${source.variable})` : source.path;
}

function formatTable(settings: readonly ShownSetting[]): string {
  const table = createPlainTable(['setting', 'value', 'from']);
  for (const { name, value, source, isValid } of settings) {
    const hidden = isValid ? '(secret)' : '(invalid)';
    const shown = source === 'not set' ? '' : toSingleLine(value ?? hidden);
    table.push([name, shown, toSingleLine(source)]);
  }
  return `${table.toString()}\n`;
}
