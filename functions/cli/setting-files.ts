// Settings from files: `--env-file` with NAME=VALUE lines, and for each setting NAME a variable NAME_FILE that names a file with its
// value, as containers and systemd pass secrets.
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { ConfigProblem, Environment } from '../../lib/composition/config.ts';
import type { SettingName } from '../../lib/composition/settings.ts';
import { FILE_SUFFIX, isSettingName } from '../../lib/composition/settings.ts';
import type { CommandOption } from './arguments.ts';

export const ENV_FILE_OPTION: CommandOption = {
  value: 'FILE',
  help: 'settings, one NAME=VALUE a line; variables that are set win',
};
const OPTION = '--env-file';

/** Where the value of a setting is from. `variable`: the file is the value of this variable. */
export type SettingSource =
  | { readonly kind: 'environment' }
  | { readonly kind: 'env-file'; readonly path: string }
  | { readonly kind: 'file'; readonly path: string; readonly variable: string };

export interface FileSettings {
  readonly env: Environment;
  /** Of the settings that are set. */
  readonly sources: ReadonlyMap<SettingName, SettingSource>;
  readonly problems: readonly ConfigProblem[];
}

/**
 * The environment with what the files add. Variables of the env file are set in this process, too, because the AWS SDK reads them
 * there; variables that are set already win.
 */
export function readSettingFiles(argv: readonly string[], env: Environment): FileSettings {
  const problems: ConfigProblem[] = [];
  const path = readOption(argv);
  // A copy: `env` may be that of this process.
  const ownVariables = { ...env };
  const loaded = path === null ? {} : loadEnvFile(path, problems);
  const settings: Record<string, string | undefined> = { ...loaded, ...ownVariables };
  const sources = new Map<SettingName, SettingSource>();
  for (const [name, value] of Object.entries(settings)) {
    if (value === undefined || value === '' || !isSettingName(name)) continue;
    const isLoaded = path !== null && ownVariables[name] === undefined;
    sources.set(name, isLoaded ? { kind: 'env-file', path } : { kind: 'environment' });
  }
  for (const [variable, file] of Object.entries(settings)) {
    if (!variable.endsWith(FILE_SUFFIX) || file === undefined || file === '') continue;
    const name = variable.slice(0, -FILE_SUFFIX.length);
    if (!isSettingName(name)) continue;
    if (sources.has(name)) {
      problems.push({ name: variable, problem: `must not be set together with ${name}` });
      continue;
    }
    try {
      settings[name] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
      sources.set(name, { kind: 'file', path: file, variable });
    } catch {
      problems.push({ name: variable, problem: 'names a file that cannot be read' });
    }
  }
  return { env: settings, sources, problems };
}

function readOption(argv: readonly string[]): string | null {
  const index = argv.findIndex((text) => text === OPTION || text.startsWith(`${OPTION}=`));
  const text = argv[index];
  if (text === undefined) return null;
  return text === OPTION ? (argv[index + 1] ?? '') : text.slice(OPTION.length + 1);
}

/** Sets what is not set in this process, too. */
function loadEnvFile(path: string, problems: ConfigProblem[]): Environment {
  try {
    const loaded = parseEnv(readFileSync(path, 'utf8'));
    for (const [name, value] of Object.entries(loaded)) process.env[name] ??= value;
    return loaded;
  } catch {
    problems.push({ name: OPTION, problem: 'names a file that cannot be read' });
    return {};
  }
}
