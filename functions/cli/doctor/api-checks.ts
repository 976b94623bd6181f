// Checks of the reporting API: its name, its certificate, the credentials, and its clock.
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { isIP } from 'node:net';
import { connect } from 'node:tls';
import type { SystemContext } from '../../../lib/composition/compose.ts';
import { createCredentialSource, openFeedbackSource } from '../../../lib/composition/compose.ts';
import type { ApiConfig, Config } from '../../../lib/composition/config.ts';
import { MINUTE_MS } from '../../../lib/domain/calendar.ts';
import type { Folder } from '../../../lib/ports/feedback-source.ts';
import { flattenFolders } from '../../../lib/reports/subtree.ts';
import { EXPIRES_SOON_MS, formatExpiry } from '../certificate-watch.ts';
import { formatCount, toSingleLine } from '../terminal.ts';
import type { Check } from './check.ts';
import { attempt, fail, ok, warn } from './check.ts';

const CLOCK_WARNING_MS = MINUTE_MS;
/** With a larger difference, `serve` makes nothing. */
const CLOCK_REFUSED_MS = 5 * MINUTE_MS;
const TIMEOUT_MS = 10_000;

export interface ApiChecks {
  readonly checks: readonly Check[];
  /** The root of the company; null where it could not be read. */
  readonly root: Folder | null;
}

export async function checkApi(
  config: Config,
  api: ApiConfig,
  system: SystemContext,
): Promise<ApiChecks> {
  const url = new URL(api.url);
  const address = await checkAddress(url.hostname.replace(/^\[|\]$/g, ''));
  if (address.level === 'fail') return { checks: [address], root: null };
  const certificate =
    url.protocol === 'https:'
      ? [await checkCertificate('API certificate', url, system.clock())]
      : [];
  const credentials = createCredentialSource(config, api, system);
  const feedback = openFeedbackSource(config, api, credentials, system, {
    clockDifference: 'noted',
    timeouts: { totalMs: TIMEOUT_MS },
  });
  try {
    let root: Folder | null = null;
    const company = await attempt('API credentials', async () => {
      ({ root } = await feedback.source.readFolders(null, { surveys: true }));
      return [ok('API credentials', describeCompany(root))];
    });
    const clock = checkClock(feedback.clockOffsetMs());
    return { checks: [address, ...certificate, ...company, ...clock], root };
  } finally {
    await feedback.close();
  }
}

async function checkAddress(host: string): Promise<Check> {
  const name = 'API address';
  try {
    const { address } = await lookup(host);
    return ok(name, isIP(host) === 0 ? `${host} is ${address}` : host);
  } catch {
    return fail(
      name,
      `${host} is not found`,
      'Check FEEDBACK_API_URL and the DNS of this machine.',
    );
  }
}

/** Connects as a client does, which refuses an invalid certificate. */
export async function checkCertificate(name: string, url: URL, now: number): Promise<Check> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const socket = connect({
    host,
    port: url.port === '' ? 443 : Number(url.port),
    ...(isIP(host) === 0 ? { servername: host } : {}),
  });
  socket.setTimeout(TIMEOUT_MS, () => {
    socket.destroy(new Error('timeout'));
  });
  try {
    await once(socket, 'secureConnect');
    const validTo = Date.parse(socket.getPeerCertificate().valid_to);
    const until = `valid until ${formatExpiry(validTo)}`;
    return validTo - now > EXPIRES_SOON_MS
      ? ok(name, until)
      : warn(name, until, `Renew the certificate of ${url.host}.`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'timeout';
    return fail(
      name,
      `${url.host}: ${code}`,
      'Check the address, the network, and whether the certificate is valid for the name; NODE_EXTRA_CA_CERTS adds an authority.',
    );
  } finally {
    socket.destroy();
  }
}

function describeCompany(root: Folder): string {
  const folders = flattenFolders(root);
  const surveys = new Set(folders.flatMap(({ folder }) => folder.surveys.map(({ key }) => key)));
  return `${toSingleLine(root.name)}: ${formatCount(folders.length, 'folder')}, ${formatCount(surveys.size, 'survey')}`;
}

/** Nothing where the API has not told its time. */
function checkClock(offsetMs: number | null): readonly Check[] {
  if (offsetMs === null) return [];
  const seconds = Math.round(Math.abs(offsetMs) / 1000);
  const result = `${formatCount(seconds, 'second')} ${offsetMs < 0 ? 'ahead of' : 'behind'} that of the API`;
  const advice = 'Set the clock of this machine, e.g. with NTP.';
  if (Math.abs(offsetMs) > CLOCK_REFUSED_MS) return [fail('clock', result, advice)];
  return [
    Math.abs(offsetMs) > CLOCK_WARNING_MS
      ? warn('clock', result, advice)
      : ok('clock', 'as that of the API'),
  ];
}
