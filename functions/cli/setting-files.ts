// Settings from files: `--env-file` with NAME=VALUE lines, and for each setting NAME a variable NAME_FILE that names a file with its
// value, as containers and systemd pass secrets.
import { readFileSync } from 'node:fs';
import type { ConfigProblem, Environment } from '../../lib/composition/config.ts';
import { FILE_SUFFIX, isSettingName } from '../../lib/composition/settings.ts';

const OPTION = '--env-file';

export interface FileSettings {
  readonly env: Environment;
  readonly problems: readonly ConfigProblem[];
}

/**
 * The environment with what the files add. Variables of the env file are set in this process, too, because the AWS SDK reads them
 * there; variables that are set already win.
 */
export function readSettingFiles(argv: readonly string[], env: Environment): FileSettings {
  const problems: ConfigProblem[] = [];
  const path = readOption(argv);
  const loaded = path === null ? {} : loadEnvFile(path, problems);
  const settings: Record<string, string | undefined> = { ...loaded, ...env };
  for (const [name, file] of Object.entries(settings)) {
    if (!name.endsWith(FILE_SUFFIX) || file === undefined || file === '') continue;
    const setting = name.slice(0, -FILE_SUFFIX.length);
    if (!isSettingName(setting)) continue;
    if ((settings[setting] ?? '') !== '') {
      problems.push({ name, problem: `must not be set together with ${setting}` });
      continue;
    }
    try {
      settings[setting] = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    } catch {
      problems.push({ name, problem: 'names a file that cannot be read' });
    }
  }
  return { env: settings, problems };
}

function readOption(argv: readonly string[]): string | null {
  const index = argv.findIndex((text) => text === OPTION || text.startsWith(`${OPTION}=`));
  const text = argv[index];
  if (text === undefined) return null;
  return text === OPTION ? (argv[index + 1] ?? '') : text.slice(OPTION.length + 1);
}

function loadEnvFile(path: string, problems: ConfigProblem[]): Environment {
  try {
    process.loadEnvFile(path);
    return process.env;
  } catch {
    problems.push({ name: OPTION, problem: 'names a file that cannot be read' });
    return {};
  }
}
