// `service backup` and `service restore`: one file with everything of a data set.
import { backUp, restore } from '../../../lib/feedback-service/index.ts';
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import type { ParsedArguments } from '../arguments.ts';
import { formatCount } from '../terminal.ts';
import { createDataSetCommand, EXIT_CODES } from './data-set-command.ts';

function readPath(args: ParsedArguments, name: string, problems: ConfigProblem[]): string {
  if (!args.values.has(name)) problems.push({ name: `--${name}`, problem: 'is required' });
  return args.values.get(name) ?? '';
}

export const backupCommand = createDataSetCommand<string>({
  name: 'backup',
  syntax: {
    usage: 'feedback-reports service backup --data DIR --to FILE [options]',
    summary:
      'Writes everything of a data set into one file, while services and imports are running: feedback, structure, credentials (as hashes), revocations, and the record of what is forgotten.',
    options: { to: { value: 'FILE', help: 'the backup, a packed file of JSON lines' } },
    notes: `The file contains texts of open feedback; only its owner can read it. What is forgotten later stays in it.

${EXIT_CODES}`,
  },
  readOptions: (args, problems) => readPath(args, 'to', problems),
  run: async (place, file, io) => {
    const { rows } = await backUp(place, file);
    io.stdout.write(`${formatCount(rows, 'row')} written.\n`);
  },
});

export const restoreCommand = createDataSetCommand<{
  readonly file: string;
  readonly replaces: boolean;
}>({
  name: 'restore',
  syntax: {
    usage: 'feedback-reports service restore --data DIR --from FILE [--replace] [options]',
    summary:
      'Restores a data set from a backup, also with another engine. Running services serve it when it is complete.',
    options: {
      from: { value: 'FILE', help: 'the backup' },
      replace: { value: null, help: 'replace what has been imported into the folder' },
    },
    notes: `What has been revoked or forgotten since the backup stays so. Files in the folder that the backup lacks are imported again afterwards.

${EXIT_CODES}`,
  },
  readOptions: (args, problems) => ({
    file: readPath(args, 'from', problems),
    replaces: args.switches.has('replace'),
  }),
  run: async (place, { file, replaces }, io) => {
    const { rows } = await restore(place, file, replaces);
    io.stdout.write(`${formatCount(rows, 'row')} restored.\n`);
  },
});
