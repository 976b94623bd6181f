// A client of the reporting API whose credentials are refused is replaced after five minutes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  createRenewedSource,
  type RenewedSource,
} from '../../../lib/composition/renewed-source.ts';
import type { FeedbackSource, FolderTree } from '../../../lib/ports/feedback-source.ts';
import { Failure } from '../../../lib/shared/failure.ts';

const MINUTE_MS = 60_000;
const TREE: FolderTree = { root: { key: 1, name: 'Acme', folders: [], surveys: [] }, notes: [] };

describe('the client of a long-running process', () => {
  it('is replaced five minutes after its credentials were refused, and its requests stay counted', async () => {
    let now = 0;
    let isRefused = false;
    let opened = 0;
    let closed = 0;
    const unused = () => Promise.reject(new TypeError('not used'));
    const open = (): RenewedSource => {
      opened += 1;
      let sent = 0;
      const source: FeedbackSource = {
        readFolders: () => {
          sent += 1;
          return isRefused
            ? Promise.reject(new Failure('UPSTREAM_UNAUTHORIZED'))
            : Promise.resolve(TREE);
        },
        ...{ readSurvey: unused, readActivePeriods: unused, readHourlyCounts: unused },
        ...{ readDailyCounts: unused, readFollowUps: unused, readAlerts: unused },
      };
      return {
        source,
        requests: () => ({ sent, retried: 0 }),
        clockOffsetMs: () => null,
        close: () => {
          closed += 1;
          return Promise.resolve();
        },
      };
    };
    const renewed = createRenewedSource(open, () => now);
    const read = (): Promise<string> =>
      renewed.source.readFolders(null, { surveys: false }).then(
        () => 'read',
        (error: unknown) => (error instanceof Failure ? error.code : 'another error'),
      );
    assert.equal(await read(), 'read');
    isRefused = true;
    assert.equal(await read(), 'UPSTREAM_UNAUTHORIZED');
    isRefused = false;
    now += 5 * MINUTE_MS - 1;
    await read();
    assert.deepEqual([opened, closed], [1, 0]);
    now += 1;
    assert.equal(await read(), 'read');
    assert.deepEqual([opened, closed], [2, 1]);
    assert.equal(renewed.requests().sent, 4);
    now += 60 * MINUTE_MS;
    assert.equal(await read(), 'read');
    assert.equal(opened, 2);
  });
});
