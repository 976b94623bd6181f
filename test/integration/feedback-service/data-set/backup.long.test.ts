import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { backUp, restore } from '../../../../lib/feedback-service/index.ts';
import {
  postgresPrograms,
  startPostgres,
} from '../../../support/feedback-service/postgres-server.ts';
import { answersOf, emptyPlace, filledPlace, open } from './backup-places.ts';

describe('a backup', () => {
  const skip = postgresPrograms() === undefined ? 'needs PostgreSQL' : false;
  it('moves a data set from SQLite to PostgreSQL and back', { skip }, async (t) => {
    const server = await startPostgres();
    assert.ok(server !== undefined);
    t.after(() => server.stop());
    const { database: _, ...place } = await filledPlace(t);
    const expected = await answersOf(t, await open(t, place));
    const file = join(place.directory, 'acme.backup');
    await backUp(place, file);
    const inPostgres = await emptyPlace(t, server.url);
    await restore(inPostgres, file, false);
    assert.deepEqual(await answersOf(t, await open(t, inPostgres)), expected);
    await backUp(inPostgres, file);
    const { database: __, ...back } = await emptyPlace(t);
    await restore(back, file, false);
    assert.deepEqual(await answersOf(t, await open(t, back)), expected);
  });
});
