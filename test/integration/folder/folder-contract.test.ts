import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import { objectStoreContract } from '../../support/object-store-contract.ts';

objectStoreContract('folder store', async () => {
  const root = await mkdtemp(join(tmpdir(), 'folder-store-'));
  return { store: openFolderStore({ root }), close: () => rm(root, { recursive: true }) };
});
