// `link`: creates or revokes a link that opens a report without credentials. It needs no reporting API.
import { randomBytes } from 'node:crypto';
import {
  openArchive,
  revocationCodec,
  openConfiguredSecret,
} from '../../../lib/composition/compose.ts';
import type { ConfigProblem, Environment } from '../../../lib/composition/config.ts';
import { isSet } from '../../../lib/composition/setting-values.ts';
import { WHOLE_COMPANY } from '../../../lib/reports/access.ts';
import type { CapabilityLink, LinkRequest } from '../../../lib/links/make-link.ts';
import { LINK_DAYS, makeLink } from '../../../lib/links/make-link.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { linkFolder } from '../../../lib/links/link-token.ts';
import { isIssuedLink, storeRevocation } from '../../../lib/links/open-link.ts';
import { createCommand } from './command.ts';
import type { CommandSyntax } from '../arguments.ts';
import { readWholeNumber } from '../arguments.ts';
import { PROGRAM, EXIT } from '../terminal.ts';
import { LOCAL_URL } from '../../../lib/composition/local-deliveries.ts';
import { localLinkKeys } from '../../../lib/composition/local.ts';
import { readReportOptions, STORE_OPTION } from '../report-options.ts';

const LINK: CommandSyntax = {
  usage: 'feedback-reports link --folder KEY [options] | --revoke ID',
  summary: 'Creates a link that opens a report without credentials, or revokes one.',
  options: {
    folder: { value: 'KEY', help: 'the folder whose report the link opens' },
    week: {
      value: 'YYYY-Www',
      help: 'always open this week’s report as it is now; default: open the latest report',
    },
    'expires-in-days': {
      value: 'NUMBER',
      help: `from ${LINK_DAYS.least} to ${LINK_DAYS.most}; default: ${LINK_DAYS.fallback}`,
    },
    revoke: { value: 'ID', help: 'revoke the link with this id permanently' },
    store: STORE_OPTION,
    json: { value: null, help: 'print the link as one line of JSON' },
  },
  notes: `Anyone who has the link can open the report: as PDF, or with ?format=json as JSON. REPORTS_PUBLIC_URL is the public address
of the HTTP API; without it, links to reports in a folder work with ${PROGRAM} start on this machine (${LOCAL_URL}).
Links are signed with the first key in REPORTS_SECRET (a secret in AWS Secrets Manager) or with REPORTS_LINK_KEY=ID:KEY. Use
the id and key of one of that secret's linkKeys to create links that the HTTP API on AWS accepts. Without either variable,
links are signed with a key stored in the folder of the reports; links to reports in a bucket need one of the two.

Exit codes: 0 done · 1 failed · 2 invalid arguments or configuration.`,
};

const UNKNOWN_ID = `No current link key created this id: it may be mistyped, or belong to a link of an earlier version.
It is revoked in any case.
`;

type LinkAction = { readonly revoke: string } | LinkRequest;

export const linkCommand = createCommand({
  name: 'link',
  syntax: LINK,
  api: 'none',
  // Options that create a link and --revoke exclude each other.
  readOptions: (args, settings, problems): LinkAction => {
    const { week, folder } = readReportOptions(args, settings, problems);
    const { least: min, most: max, fallback } = LINK_DAYS;
    const days = { min, max, fallback };
    const expiresInDays = readWholeNumber(args, 'expires-in-days', days, problems);
    if (settings.config.store.kind === 's3')
      problems.push(...findMissingBucketSettings(settings.env));
    const revoke = args.values.get('revoke');
    if (revoke !== undefined) {
      for (const name of ['folder', 'week', 'expires-in-days']) {
        if (!args.values.has(name)) continue;
        problems.push({ name: `--${name}`, problem: 'cannot be combined with --revoke' });
      }
      if (revoke !== '' && linkFolder(revoke) === null) {
        problems.push({
          name: '--revoke',
          problem: 'must be the id that was printed with the link',
        });
      }
      return { revoke };
    }
    if (!args.values.has('folder')) problems.push({ name: '--folder', problem: 'is required' });
    return { folder: folder ?? 0, week: args.values.has('week') ? week.name : null, expiresInDays };
  },
  run: async (action, { config, system, output }) => {
    const secret = openConfiguredSecret(config, system);
    const links = {
      repository: openArchive(config, system),
      tree: () => Promise.reject(new Failure('CONFIG_INVALID', { name: 'FEEDBACK_API_URL' })),
      revocations: revocationCodec,
      linkKeys: localLinkKeys(config.store, secret, config.linkKey),
      randomBytes,
      clock: system.clock,
      publicUrl: config.publicUrl ?? LOCAL_URL,
    };
    const { io, humanOutput, isJson, printJson } = output;
    if ('revoke' in action) {
      // Write access to the store is enough to revoke any id, e.g. a link of an earlier version.
      if (!(await isIssuedLink(links, action.revoke))) io.stderr.write(UNKNOWN_ID);
      await storeRevocation(links, action.revoke);
      printJson({ id: action.revoke, revoked: true });
      humanOutput.write(`Link ${action.revoke} is revoked.\n`);
      return EXIT.done;
    }
    const link = await makeLink(links, WHOLE_COMPANY, action);
    printJson(link);
    if (!isJson) io.stdout.write(`${link.url}\n`);
    io.stderr.write(
      `${describeLink(link)} until ${link.expiresAt}; to revoke it: --revoke ${link.id}\n`,
    );
    return EXIT.done;
  },
});

function describeLink({ folder, week, revision }: CapabilityLink): string {
  return week === null || revision === null
    ? `Opens the latest report of folder ${folder}`
    : `Opens revision ${revision} of folder ${folder}, ${week},`;
}

/** Links to reports in a bucket need a public address and a signing key: neither has a local default. */
function findMissingBucketSettings(env: Environment): readonly ConfigProblem[] {
  return [
    ...(isSet(env['REPORTS_PUBLIC_URL'])
      ? []
      : [
          { name: 'REPORTS_PUBLIC_URL', problem: 'is not set: the public address of the HTTP API' },
        ]),
    ...(isSet(env['REPORTS_SECRET']) || isSet(env['REPORTS_LINK_KEY'])
      ? []
      : [
          {
            name: 'REPORTS_SECRET',
            problem:
              'is not set: it names the secret in AWS Secrets Manager whose keys sign links to reports in a bucket. Without a secret, set REPORTS_LINK_KEY to ID:KEY',
          },
        ]),
  ];
}
