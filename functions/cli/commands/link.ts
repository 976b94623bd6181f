// `link`: makes a link that opens a report without credentials, or withdraws one. It needs no reporting API.
import { randomBytes } from 'node:crypto';
import {
  openArchive,
  openRevocations,
  openSecretOf,
  systemContext,
} from '../../../lib/composition/compose.ts';
import type { Config, ConfigProblem } from '../../../lib/composition/config.ts';
import { readConfig } from '../../../lib/composition/config.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import type { CapabilityLink, LinkRequest } from '../../../lib/links/make-link.ts';
import { LINK_DAYS, makeLink } from '../../../lib/links/make-link.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { folderOfLink } from '../../../lib/links/link-token.ts';
import type { SecretSource } from '../../../lib/ports/secrets.ts';
import { isMade, storeRevocation } from '../../../lib/links/revoke-link.ts';
import type { StoreConfig } from '../../../lib/composition/setting-values.ts';
import { orAdvice, toldBy } from './archive-command.ts';
import type { Arguments, CommandLine } from '../arguments.ts';
import { argumentsOrHelp, readWholeNumber } from '../arguments.ts';
import type { Io } from '../terminal.ts';
import { EXIT, tellProblems } from '../terminal.ts';
import { localLinkKeys } from '../../../lib/composition/local-link-key.ts';
import { readWanted, STORE_OPTION } from '../report-options.ts';

/** Where `start` serves, when nothing else is said. */
const LOCAL_URL = 'http://127.0.0.1:8080';

const LINK: CommandLine = {
  usage: 'feedback-reports link --folder KEY [options] | --revoke ID',
  summary: 'Makes a link that opens a report without credentials, or withdraws one.',
  options: {
    folder: { value: 'KEY', help: 'whose report it opens' },
    week: {
      value: 'YYYY-Www',
      help: 'open this week’s report as it is now, for ever; default: the newest report at any time',
    },
    'expires-in-days': {
      value: 'NUMBER',
      help: `from ${LINK_DAYS.least} to ${LINK_DAYS.most}; default: ${LINK_DAYS.fallback}`,
    },
    revoke: { value: 'ID', help: 'withdraw the link with this id, for good' },
    store: STORE_OPTION,
    json: { value: null, help: 'print the link as one line of JSON' },
  },
  notes: `Whoever has the link can open the report: as PDF, or with ?format=json as JSON. REPORTS_PUBLIC_URL says where people reach
the HTTP API; without it and with reports in a folder, links are for npm start on this machine (${LOCAL_URL}).
Links are signed with the first key in REPORTS_SECRET (a secret of AWS Secrets Manager), or with REPORTS_LINK_KEY, which is
ID:KEY: the id and the key of one of that secret's linkKeys make links that the HTTP API on AWS opens. Without both, with a
key that is kept in the folder of the reports; links to reports in a bucket need one of the two.
Exit codes: 0 done · 1 it could not be done · 2 wrong arguments or configuration.`,
};

const UNPROVEN = `No link key in use has made this id: it may be mistyped, or that of a link of an earlier version.
It is withdrawn in any case.
`;

type Wanted = { readonly revoke: string } | LinkRequest;

export async function linkCommand(args: readonly string[], io: Io): Promise<number> {
  const given = argumentsOrHelp(LINK, args, io);
  if (given === null) return EXIT.done;
  const { config, problems: configProblems } = readConfig(io.env, {
    api: 'none',
    store: given.values.get('store'),
  });
  const { wanted, store, problems: linkProblems } = readLink(given, config);
  const problems = [
    ...given.problems,
    ...linkProblems,
    ...(store.kind === 's3' ? missingForBucket(config) : []),
    ...configProblems,
  ];
  if (problems.length > 0 || config === null) {
    tellProblems(io, 'link', problems);
    return EXIT.wrongUsage;
  }
  const secret = openSecretOf(config, systemContext);
  return orAdvice(io, () => work({ ...config, store }, secret, wanted, given, io));
}

async function work(
  config: Config,
  secret: SecretSource | null,
  wanted: Wanted,
  given: Arguments,
  io: Io,
): Promise<number> {
  const linking = {
    repository: openArchive(config, systemContext),
    tree: () => Promise.reject(new Failure('CONFIG_INVALID', { name: 'FEEDBACK_API_URL' })),
    revocations: openRevocations(),
    linkKeys: localLinkKeys(config.store, secret, config.linkKey),
    randomBytes,
    clock: systemContext.clock,
    publicUrl: config.publicUrl ?? LOCAL_URL,
  };
  const told = toldBy(given, io);
  if ('revoke' in wanted) {
    // Who may write to the store can also revoke what no key in use has made: a link of an earlier version, for one.
    if (!(await isMade(linking, wanted.revoke))) io.stderr.write(UNPROVEN);
    await storeRevocation(linking, wanted.revoke);
    told.item({ id: wanted.revoke, revoked: true });
    told.people.write(`Link ${wanted.revoke} opens nothing any more.\n`);
    return EXIT.done;
  }
  const link = await makeLink(linking, WHOLE_COMPANY, wanted);
  told.item(link);
  if (!given.switches.has('json')) io.stdout.write(`${link.url}\n`);
  io.stderr.write(
    `${opensText(link)} until ${link.expiresAt}; withdraw it with --revoke ${link.id}\n`,
  );
  return EXIT.done;
}

function opensText({ folder, week, revision }: CapabilityLink): string {
  return week === null || revision === null
    ? `Opens the newest report of folder ${folder}`
    : `Opens revision ${revision} of folder ${folder}, ${week},`;
}

/** A link is made with --folder and its like, or withdrawn with --revoke alone. */
function readLink(
  given: Arguments,
  config: Config | null,
): {
  readonly wanted: Wanted;
  readonly store: StoreConfig;
  readonly problems: readonly ConfigProblem[];
} {
  const { week, folder, store, problems: found } = readWanted(given, config, systemContext.clock());
  const days = readWholeNumber(given, 'expires-in-days', LINK_DAYS);
  const problems = [...found, ...days.problems];
  const revoke = given.values.get('revoke');
  if (revoke !== undefined) {
    for (const name of ['folder', 'week', 'expires-in-days']) {
      if (!given.values.has(name)) continue;
      problems.push({ name: `--${name}`, problem: 'has no use beside --revoke' });
    }
    if (revoke !== '' && folderOfLink(revoke) === null) {
      problems.push({ name: '--revoke', problem: 'must be an id, as it was told with the link' });
    }
    return { wanted: { revoke }, store, problems };
  }
  if (!given.values.has('folder')) problems.push({ name: '--folder', problem: 'is missing' });
  return {
    wanted: {
      folder: folder ?? 0,
      week: given.values.has('week') ? week.name : null,
      expiresInDays: days.value,
    },
    store,
    problems,
  };
}

/** Of a bucket nobody can guess where it is served, nor is there a place for a key of this machine's. */
function missingForBucket(config: Config | null): readonly ConfigProblem[] {
  if (config === null) return [];
  return [
    ...(config.publicUrl === null
      ? [{ name: 'REPORTS_PUBLIC_URL', problem: 'is not set: where people reach the HTTP API' }]
      : []),
    ...(config.secret === null && config.linkKey === null
      ? [
          {
            name: 'REPORTS_SECRET',
            problem:
              'is not set: its keys sign links to reports in a bucket. It names a secret of AWS Secrets Manager; without one, put a key into REPORTS_LINK_KEY as ID:KEY',
          },
        ]
      : []),
  ];
}
