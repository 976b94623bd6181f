// Parts of the composition that only a local run needs: the keys that sign links, and the page built from its source.
import { randomBytes } from 'node:crypto';
import type { LinkContext } from '../links/make-link.ts';
import { createLinkKeyReader } from '../links/make-link.ts';
import { Failure } from '../shared/failure.ts';
import { tryParseJson } from '../shared/try-parse-json.ts';
import { wholeCompanyCaller } from '../reports/access.ts';
import type { OpenPage } from '../ports/page-bundle.ts';
import type { LinkKey, SecretSource } from '../ports/secrets.ts';
import {
  deliveryCodecs,
  jobRecordCodec,
  openFactFiles,
  openPrivateFile,
  revocationCodec,
  tokenCodecs,
} from './compose.ts';
import type { Config } from './config.ts';
import type { StoreConfig } from './setting-values.ts';

let pageBuild: ReturnType<OpenPage> | null = null;

/** Starts building the page, once in each process, without waiting. A failed build fails the requests for the page. */
export function startPageBuild(): OpenPage {
  pageBuild ??= import('../adapters/page-bundle/index.ts').then(({ buildPage }) => buildPage());
  const build = pageBuild;
  // Without a request for the page, a failed build must not end the process as an unhandled rejection.
  build.catch(() => undefined);
  return () => build;
}

/** What each server of one machine is opened with; starts building the page. */
export const localServerParts = ({ publicUrl, locale, reportsApiToken }: Config) => ({
  ...{ publicUrl, locale },
  tokenCaller: wholeCompanyCaller(reportsApiToken),
  page: startPageBuild(),
  factFiles: openFactFiles(),
  revocations: revocationCodec,
  tokenCodecs,
  jobRecords: jobRecordCodec,
  codecs: deliveryCodecs,
});

/** The leading dot keeps the file from being read as an object of the store. */
const LINK_KEY_FILE = '.link-key.json';

/** Keys of the secret where there is one, otherwise the configured key, otherwise a key stored beside the reports. */
export function localLinkKeys(
  store: StoreConfig,
  secret: SecretSource | null,
  configuredKey: LinkKey | null = null,
): LinkContext['linkKeys'] {
  if (secret !== null) return createLinkKeyReader(secret);
  const storedKeys = store.kind === 'file' ? folderLinkKeys(store.folder) : null;
  // The stored key stays valid, so that links signed before REPORTS_LINK_KEY was set still open.
  if (configuredKey !== null) {
    return async () => [configuredKey, ...(storedKeys === null ? [] : await storedKeys())];
  }
  if (storedKeys !== null) return storedKeys;
  return () => Promise.reject(new Failure('CONFIG_INVALID', { name: 'REPORTS_SECRET' }));
}

/** As `localLinkKeys`; null where no key is available. */
export function findLocalLinkKeys(
  store: StoreConfig,
  secret: SecretSource | null,
  configuredKey: LinkKey | null,
): LinkContext['linkKeys'] | null {
  return store.kind === 'file' || secret !== null || configuredKey !== null
    ? localLinkKeys(store, secret, configuredKey)
    : null;
}

/** Reads the key in the folder of the store, and creates it when there is none. */
function folderLinkKeys(folder: string): () => Promise<readonly LinkKey[]> {
  const readOrCreate = openPrivateFile({ folder, name: LINK_KEY_FILE });
  return async () => [parseLinkKeyFile(await readOrCreate(generateLinkKeyFile))];
}

function generateLinkKeyFile(): Uint8Array {
  const id = `local-${randomBytes(4).toString('hex')}`;
  const key = randomBytes(32).toString('base64url');
  return new TextEncoder().encode(JSON.stringify({ id, key }));
}

/** An unreadable file is an error and is not replaced: every link it signed would stop working. */
function parseLinkKeyFile(bytes: Uint8Array): LinkKey {
  const value = tryParseJson(new TextDecoder().decode(bytes));
  const { id, key } =
    typeof value === 'object' && value !== null ? { id: '', key: '', ...value } : {};
  if (typeof id !== 'string' || typeof key !== 'string' || id === '' || key.length < 32) {
    throw new Failure('SECRET_INVALID', { file: LINK_KEY_FILE });
  }
  return { id, key };
}
