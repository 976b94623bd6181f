// Whether the public address leads to the server that has the lease of the store.
import type { SystemContext } from '../../../lib/composition/compose.ts';
import { leaseCodec, openStore } from '../../../lib/composition/compose.ts';
import type { Config } from '../../../lib/composition/config.ts';
import { INSTANCE_HEADER } from '../../../lib/http/local/local-server.ts';
import { instanceOf, readLease } from '../../../lib/jobs/lease.ts';
import { PROGRAM } from '../terminal.ts';
import { checkCertificate } from './api-checks.ts';
import type { Check } from './check.ts';
import { attempt, fail, ok, warn } from './check.ts';

const NAME = 'public address';
const TIMEOUT_MS = 10_000;

/** For a store that can be read. */
export async function checkPublicAddress(
  config: Config,
  system: SystemContext,
): Promise<readonly Check[]> {
  const { publicUrl } = config;
  if (publicUrl === null) {
    const advice = 'Set REPORTS_PUBLIC_URL to the address that readers open.';
    return [warn(NAME, 'not set: links lead to the address of this machine', advice)];
  }
  const certificate = publicUrl.startsWith('https://')
    ? [await checkCertificate('public certificate', new URL(publicUrl), system.clock())]
    : [];
  return [...certificate, ...(await attempt(NAME, () => checkServer(config, publicUrl, system)))];
}

async function checkServer(
  config: Config,
  publicUrl: string,
  system: SystemContext,
): Promise<readonly Check[]> {
  const store = openStore(config, system);
  const holder = (await readLease({ store, leases: leaseCodec }))?.value ?? null;
  if (holder === null || holder.isReleased) {
    const advice = `Start ${PROGRAM} serve, then run ${PROGRAM} doctor again.`;
    return [warn(NAME, 'not checked, because no server runs', advice)];
  }
  const url = `${publicUrl}/readyz`;
  try {
    const { status, headers } = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (headers.get(INSTANCE_HEADER) !== instanceOf(holder)) {
      const advice = 'Check REPORTS_PUBLIC_URL and where its proxy sends requests.';
      return [fail(NAME, `${url} is not answered by the server of this store (${status})`, advice)];
    }
    return status === 200
      ? [ok(NAME, `${publicUrl} leads to the server`)]
      : [fail(NAME, `the server is not ready (${status})`, 'See its log.')];
  } catch {
    return [
      fail(NAME, `${url} does not answer`, 'Check REPORTS_PUBLIC_URL, the proxy and the firewall.'),
    ];
  }
}
