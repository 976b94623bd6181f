import { after, before, describe } from 'node:test';
import { objectStoreContract } from '../../support/object-store-contract.ts';
import type { S3Server } from '../../support/s3/s3-server.ts';
import { openStore, startServer } from './open-s3-store.ts';

describe('the S3 adapter', () => {
  let server: S3Server;
  let openedCount = 0;
  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  objectStoreContract('S3 store', () => {
    openedCount += 1;
    const bucket = `reports-${openedCount}`;
    server.createBucket(bucket);
    const { store, close } = openStore({ bucket, prefix: 'our/prefix/', owner: server.owner });
    return Promise.resolve({
      store,
      close: () => {
        close();
        return Promise.resolve();
      },
    });
  });
});
