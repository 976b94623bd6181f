// `token`: creates bearer tokens of the HTTP API, lists and revokes them.
import { openArchive, tokenCodecs } from '../../../lib/composition/compose.ts';
import type { Config } from '../../../lib/composition/config.ts';
import type { SystemContext } from '../../../lib/composition/compose.ts';
import type { ListedToken, TokenContext } from '../../../lib/reports/stored-tokens.ts';
import { createToken, listTokens, revokeToken } from '../../../lib/reports/stored-tokens.ts';
import type { CommandSyntax } from '../arguments.ts';
import { readWholeNumber } from '../arguments.ts';
import { readFolderList, STORE_OPTION } from '../report-options.ts';
import { EXIT, formatCount, toSingleLine } from '../terminal.ts';
import { formatMinute } from '../terminal-output.ts';
import { createPlainTable } from '../text-columns.ts';
import { createCommand, requireId, withIdArgument } from './command.ts';
import { createSettingCommand, EXIT_CODES } from './setting-commands.ts';

const MAX_NAME_LENGTH = 100;
const MAX_DAYS = 3_650;
const NEVER = 'never';

const createTokenCommand = createCommand({
  name: 'token create',
  syntax: {
    usage: 'feedback-reports token create --name NAME [options]',
    summary: 'Creates a bearer token of the HTTP API and prints it, once: only its hash is stored.',
    options: {
      name: { value: 'NAME', help: 'who uses it; shown by token list' },
      folder: {
        value: 'KEY…',
        isList: true,
        help: 'folders that it may see, with all below them; default: the whole company',
      },
      days: { value: 'NUMBER', help: 'how long it is valid; default: until it is revoked' },
      store: STORE_OPTION,
      json: { value: null, help: 'print the token as one line of JSON' },
    },
    notes: `A server on this machine accepts it within 10 seconds.

${EXIT_CODES}`,
  },
  api: 'none',
  readOptions: (args, _settings, problems) => {
    const name = (args.values.get('name') ?? '').trim();
    if (name === '') problems.push({ name: '--name', problem: 'is required' });
    if (name.length > MAX_NAME_LENGTH) {
      problems.push({ name: '--name', problem: `must have at most ${MAX_NAME_LENGTH} characters` });
    }
    const days = { min: 1, max: MAX_DAYS, fallback: 0 };
    return {
      name,
      folders: readFolderList(args, problems),
      days: args.values.has('days') ? readWholeNumber(args, 'days', days, problems) : null,
    };
  },
  run: async (options, { config, system, output }) => {
    const { token, stored } = await createToken(openTokens(config, system), options);
    output.printJson({ token, ...toJson({ ...stored, usedAt: null }) });
    const { id, folders, expiresAt } = stored;
    // With --json, the other output is often kept in a log.
    if (!output.isJson) output.humanOutput.write(`Token: ${token}\n`);
    output.humanOutput.write(
      `Id: ${id}, for ${describeFolders(folders)}, ${
        expiresAt === null ? 'valid until it is revoked' : `valid until ${formatMinute(expiresAt)}`
      }. It is not shown again.\n`,
    );
    return EXIT.done;
  },
});

const listCommand = createCommand({
  name: 'token list',
  syntax: {
    usage: 'feedback-reports token list [options]',
    summary: 'Lists the tokens with their names, folders and last use.',
    options: {
      store: STORE_OPTION,
      json: { value: null, help: 'print each token as one line of JSON' },
    },
    notes: `Last use is that on servers, to the hour. REPORTS_API_TOKEN is not listed.

${EXIT_CODES}`,
  },
  api: 'none',
  readOptions: () => ({}),
  run: async (_options, { config, system, output }) => {
    const { humanOutput, isJson, printJson } = output;
    const tokens = await listTokens(openTokens(config, system));
    const table = createPlainTable(['Id', 'Name', 'Folders', 'Created', 'Valid until', 'Last use']);
    for (const entry of tokens) {
      printJson(toJson(entry));
      const { id, name, folders, createdAt, expiresAt, usedAt } = entry;
      const isExpired = expiresAt !== null && Date.parse(expiresAt) <= system.clock();
      table.push([
        ...[id, toSingleLine(name), folders?.join(', ') ?? 'all', formatMinute(createdAt)],
        ...[
          expiresAt === null
            ? 'no end'
            : `${formatMinute(expiresAt)}${isExpired ? ' (expired)' : ''}`,
          usedAt === null ? NEVER : formatMinute(usedAt),
        ],
      ]);
    }
    if (tokens.length > 0 && !isJson) humanOutput.write(`${table.toString()}\n\n`);
    humanOutput.write(`${formatCount(tokens.length, 'token')}.\n`);
    return EXIT.done;
  },
});

const REVOKE: CommandSyntax = {
  usage: 'feedback-reports token revoke ID [options]',
  summary: 'Revokes a token permanently; a server refuses it within 10 seconds.',
  options: {
    store: STORE_OPTION,
    json: { value: null, help: 'print the id as one line of JSON' },
  },
  notes: `ID is in the first column of token list. Subscriptions that were made with it end before their next message.

Exit codes: 0 done · 1 failed, also without such a token · 2 invalid arguments or configuration.`,
};

const revokeCommand = withIdArgument((id) =>
  createCommand({
    name: 'token revoke',
    syntax: REVOKE,
    api: 'none',
    readOptions: (_args, _settings, problems) => {
      requireId(id, problems);
    },
    run: async (_options, { config, system, output }) => {
      await revokeToken(openTokens(config, system), id);
      output.printJson({ id, revoked: true });
      output.humanOutput.write(`${id} is revoked.\n`);
      return EXIT.done;
    },
  }),
);

export const tokenCommand = createSettingCommand({
  name: 'token',
  summary: 'Creates bearer tokens of the HTTP API, and lists and revokes them.',
  commands: {
    create: {
      summary: 'create a token, for some folders or the whole company',
      command: createTokenCommand,
    },
    list: { summary: 'list the tokens and when they were used', command: listCommand },
    revoke: { summary: 'revoke a token', command: revokeCommand },
  },
});

function openTokens(config: Config, system: SystemContext): TokenContext {
  return { store: openArchive(config, system).store, ...tokenCodecs, clock: system.clock };
}

function describeFolders(folders: readonly number[] | null): string {
  if (folders === null) return 'the whole company';
  return `${folders.length === 1 ? 'folder' : 'folders'} ${folders.join(', ')} and all below`;
}

/** Without the hash, which is of no use to a reader. */
function toJson({ sha256: _, ...token }: ListedToken): object {
  return token;
}
