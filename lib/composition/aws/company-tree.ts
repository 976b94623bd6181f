// The company's folders for access control and lists, from the reporting API.
import type { FeedbackApi } from '../../adapters/feedback-api/index.ts';
import type { CachedSecret } from '../../adapters/secrets/index.ts';
import type { CompanyFolderReaders } from '../../http/queries/company-folders.ts';
import { createCompanyFolders } from '../../http/queries/company-folders.ts';
import type { FolderSource } from '../../ports/feedback-source.ts';
import type { Config } from '../config.ts';
import type { SystemContext } from '../system.ts';
import { openSource } from './function-context.ts';

/** The gateway times out after 30 s, and one request may read the folder tree twice. */
const REQUEST_TIMEOUTS = { headersMs: 5_000, bodyIdleMs: 5_000, totalMs: 10_000 } as const;

/** Reads nothing yet. */
export function openCompanyFolders(
  config: Config,
  secret: CachedSecret,
  system: SystemContext,
): CompanyFolderReaders & { readonly source: FolderSource } {
  const source = createFolderSource(() =>
    openSource(config, secret, system, { timeouts: REQUEST_TIMEOUTS }),
  );
  return { source, ...createCompanyFolders(source, system.clock) };
}

/** Opens a client for each read, because a client is unusable after its credentials were refused. */
function createFolderSource(open: () => FeedbackApi): FolderSource {
  return {
    async readFolders(from, options) {
      const api = open();
      try {
        return await api.source.readFolders(from, options);
      } finally {
        await api.close();
      }
    },
  };
}
