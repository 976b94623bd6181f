import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { describeReadiness, readStatuses } from '../../../functions/cli/service-status.ts';
import { DatabaseError } from '../../../lib/feedback-service/index.ts';

const state = () => ({ isServed: true, isImporting: false, importedAt: undefined, faults: [] });
const [served, unavailable, empty] = await readStatuses([
  { folder: 'acme', state, lastEventAt: () => Promise.resolve(0) },
  { folder: 'globex', state, lastEventAt: () => Promise.reject(new DatabaseError('is down')) },
  {
    folder: 'initech',
    state: () => ({ ...state(), isServed: false }),
    lastEventAt: () => Promise.resolve(undefined),
  },
]);
assert.ok(served !== undefined && unavailable !== undefined && empty !== undefined);

describe('the state of a company', () => {
  it('is that of its data and of its database', () => {
    assert.deepEqual(
      [served, unavailable, empty].map((status) => [status.state, status.lastEventAt]),
      [
        ['served', 0],
        ['unavailable', undefined],
        ['empty', undefined],
      ],
    );
  });
});

describe('a service is ready', () => {
  const isReady = (...args: Parameters<typeof describeReadiness>): boolean =>
    describeReadiness(...args).isReady;

  it('while it runs and at least one company is served', () => {
    assert.equal(isReady('running', [unavailable, served]), true);
    assert.equal(isReady('running', [unavailable, empty]), false);
    assert.equal(isReady('running', undefined), true);
  });

  it('neither before nor after', () => {
    assert.equal(isReady('starting', [served]), false);
    assert.equal(isReady('stopping', [served]), false);
  });
});
