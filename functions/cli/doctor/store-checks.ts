// Checks of the report store: whether it can be written, whose it is, and which server has its lease.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { SystemContext } from '../../../lib/composition/compose.ts';
import {
  createCredentialSource,
  leaseCodec,
  openIdentity,
  openReportRepository,
  openStore,
} from '../../../lib/composition/compose.ts';
import type { Config } from '../../../lib/composition/config.ts';
import { openLeaseContext, RUNNER } from '../../../lib/composition/serve.ts';
import { formatStoreUrl } from '../../../lib/composition/setting-values.ts';
import type { Folder } from '../../../lib/ports/feedback-source.ts';
import { hasEnded, readLease } from '../../../lib/jobs/lease.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { compareCompany } from '../../../lib/reports/store-identity.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import { PROGRAM, toSingleLine } from '../terminal.ts';
import type { Check } from './check.ts';
import { attempt, fail, ok, warn } from './check.ts';

const MIN_FREE_BYTES = 1e9;
/** Types of statfs(2): NFS, CIFS, SMB 2, FUSE. */
const NETWORK_FILE_SYSTEMS: readonly number[] = [0x6969, 0xff534d42, 0xfe534d42, 0x65735546];

export interface StoreChecks {
  readonly checks: readonly Check[];
  /** Whether the store can be read. */
  readonly isThere: boolean;
}

/** `root`: of the company; null where it is not known. Writes a probe and removes it. */
export async function checkStore(
  config: Config,
  root: Folder | null,
  system: SystemContext,
): Promise<StoreChecks> {
  const { store } = config;
  if (store.kind === 'file') {
    const folder = resolve(store.folder);
    if ((await stat(folder).catch(() => null)) === null) {
      return { checks: [await checkParent(folder)], isThere: false };
    }
  }
  const written = await attempt('store', async () => {
    await writeProbe(openStore(config, system));
    return [ok('store', `${toSingleLine(formatStoreUrl(store))} can be read and written`)];
  });
  const isThere = written.every(({ level }) => level !== 'fail');
  const folder = store.kind === 'file' ? await checkFolder(resolve(store.folder)) : [];
  if (!isThere) return { checks: [...written, ...folder], isThere };
  const company = await attempt('company', () => checkCompany(config, root, system));
  const lease = await attempt('lease', () => checkLease(config, system));
  return { checks: [...written, ...folder, ...company, ...lease], isThere };
}

/** The folder is created by the first write. */
async function checkParent(folder: string): Promise<Check> {
  const parent = await existingParent(folder);
  const isWritable = await access(parent, constants.W_OK).then(
    () => true,
    () => false,
  );
  return isWritable
    ? ok('store', `${toSingleLine(folder)} is created at the first run`)
    : fail(
        'store',
        `${toSingleLine(parent)} is not writable`,
        'Let the user of this program write there.',
      );
}

async function existingParent(path: string): Promise<string> {
  const parent = dirname(path);
  return (await stat(parent).catch(() => null)) === null ? existingParent(parent) : parent;
}

/** Below `requests/`, as that of conditional writes. */
const PROBE_PREFIX = 'requests/doctor-';

/** Creates, replaces and removes an object. Fails as the store does, and with STORE_UNSUITABLE. */
async function writeProbe(store: ObjectStore): Promise<void> {
  const key = `${PROBE_PREFIX}${randomUUID()}.txt`;
  const attributes = { contentType: 'text/plain' };
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
  try {
    await store.create(key, bytes('first'), attributes);
    const isCreatedAgain = await store.create(key, bytes('second'), attributes);
    const created = await store.read(key);
    if (isCreatedAgain || created === null) {
      throw new Failure('STORE_UNSUITABLE', { condition: 'If-None-Match: *', fault: 'ignored' });
    }
    if (!(await store.replace(key, bytes('third'), created.version, attributes))) {
      throw new Failure('STORE_UNSUITABLE', {
        condition: 'If-Match',
        fault: 'refused though it held',
      });
    }
  } finally {
    await store.remove(key).catch(() => undefined);
  }
}

async function checkFolder(folder: string): Promise<readonly Check[]> {
  const { bavail, bsize, type } = await statfs(folder);
  const freeGb = (bavail * bsize) / 1e9;
  const shown = `${freeGb.toFixed(1)} GB`;
  return [
    bavail * bsize < MIN_FREE_BYTES
      ? warn('free space', shown, `Make room, e.g. with ${PROGRAM} prune.`)
      : ok('free space', shown),
    ...(NETWORK_FILE_SYSTEMS.includes(type)
      ? [
          warn(
            'file system',
            'the folder is on a network or user-space file system',
            'Use a local disk: locks and renames are not reliable on others.',
          ),
        ]
      : []),
    ...(await checkPrivacy(join(folder, 'subscriptions'))),
  ];
}

/** Subscriptions have webhook addresses, which are secrets. */
async function checkPrivacy(folder: string): Promise<readonly Check[]> {
  const mode = (await stat(folder).catch(() => null))?.mode ?? 0;
  return (mode & 0o077) === 0
    ? []
    : [
        warn(
          'subscriptions',
          'other users of this machine can read them',
          `chmod -R go= ${toSingleLine(folder)}`,
        ),
      ];
}

async function checkCompany(
  config: Config,
  root: Folder | null,
  system: SystemContext,
): Promise<readonly Check[]> {
  const { api } = config;
  if (api === null || root === null) return [];
  const store = openStore(config, system);
  const identity = openIdentity(
    openReportRepository(store, config),
    api,
    createCredentialSource(config, api, system),
    system,
  );
  const { stored } = await compareCompany({ ...identity, runner: RUNNER, isNewRoot: false }, root);
  const runner = stored?.value?.runner ?? null;
  const schedule = runner === null ? 'nothing runs its schedule yet' : `run by ${runner}`;
  return [
    stored === null
      ? ok('company', 'the store has none yet')
      : ok('company', `the store is that of ${toSingleLine(root.name)}, ${schedule}`),
  ];
}

async function checkLease(config: Config, system: SystemContext): Promise<readonly Check[]> {
  const context = openLeaseContext(config, system, () => Promise.resolve());
  const stored = await readLease({ store: context.store, leases: leaseCodec });
  if (stored === null) return [ok('lease', 'the store was never served')];
  const holder = stored.value;
  if (holder === null) {
    return [warn('lease', 'serve.json is damaged', 'The next start of serve replaces it.')];
  }
  const { host, pid, since } = holder;
  if (holder.isReleased) return [ok('lease', 'no server runs')];
  if (hasEnded(context, holder)) {
    return [
      ok('lease', `the server ${pid} has ended without releasing it; the next one continues`),
    ];
  }
  return [ok('lease', `served by process ${pid} of ${host} since ${since}`)];
}
