// The stored lists of what is accepted and of targets: no change is lost, and a damaged list is never replaced.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import {
  findDamagedRecords,
  OTHER_RECORD_PREFIXES,
} from '../../../lib/composition/damaged-records.ts';
import type { Accepted } from '../../../lib/domain/signals/accepted.ts';
import type { StoredTarget } from '../../../lib/ports/settings.ts';
import { MAX_SETTINGS } from '../../../lib/ports/settings.ts';
import {
  acceptedId,
  folderOfSettingId,
  listAccepted,
  listTargets,
  removeAccepted,
  removeTarget,
  setAccepted,
  setTarget,
  targetId,
} from '../../../lib/reports/change-settings.ts';
import { ACCEPTED_KEY, readSettings, TARGETS_KEY } from '../../../lib/reports/report-settings.ts';
import { Failure } from '../../../lib/shared/failure.ts';
import type { MemoryStore } from '../../support/memory-store.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText, PLAIN_TEXT } from '../../support/object-store-contract.ts';

const AT = '2026-11-16T18:00:00.000Z';
const LATER = '2026-11-17T18:00:00.000Z';

function accepted(survey: number | null, entry: Partial<Accepted> = {}): Accepted {
  return { folder: 21, survey, kind: 'level', week: '2026-W46', by: 'shell', at: AT, ...entry };
}

function target(folder: number, value: number, entry: Partial<StoredTarget> = {}): StoredTarget {
  const kind = { indexType: 'HAPPY', feedbackScale: 'FOUR' };
  return { folder, ...kind, value, by: 'shell', at: AT, ...entry };
}

function openRepository(store: MemoryStore = memoryStore()) {
  return { store, settings: repositoryCodecs.settings };
}

describe('the stored settings', () => {
  it('are empty without records', async () => {
    const repository = openRepository();
    assert.deepEqual(await readSettings(repository), { accepted: [], targets: [] });
    assert.deepEqual([await listAccepted(repository), await listTargets(repository)], [[], []]);
  });

  it('keep what is accepted as it was accepted first', async () => {
    const repository = openRepository();
    const first = await setAccepted(repository, accepted(211));
    const again = await setAccepted(repository, accepted(211, { by: 'other', at: LATER }));
    assert.deepEqual(first, { entry: accepted(211), isNew: true });
    assert.deepEqual(again, { entry: accepted(211), isNew: false });
    await setAccepted(repository, accepted(null));
    await setAccepted(repository, accepted(211, { week: '2026-W40' }));
    assert.deepEqual(await listAccepted(repository), [
      accepted(null),
      accepted(211, { week: '2026-W40' }),
      accepted(211),
    ]);
  });

  it('replace a target by another value, with who set it and when', async () => {
    const repository = openRepository();
    await setTarget(repository, target(1, 70));
    const same = await setTarget(repository, target(1, 70, { at: LATER }));
    assert.deepEqual(same, { entry: target(1, 70), isNew: false });
    const changed = target(1, 75, { by: 'other', at: LATER });
    assert.deepEqual(await setTarget(repository, changed), { entry: changed, isNew: true });
    assert.deepEqual(await listTargets(repository), [changed]);
  });

  it('lose an entry that is removed, once', async () => {
    const repository = openRepository();
    await setAccepted(repository, accepted(211));
    await setTarget(repository, target(1, 70));
    await removeAccepted(repository, '21-211-level-2026-W46');
    await removeTarget(repository, '1-HAPPY-FOUR');
    assert.deepEqual(await readSettings(repository), { accepted: [], targets: [] });
    await assert.rejects(removeAccepted(repository, '21-211-level-2026-W46'), {
      code: 'SETTING_NOT_FOUND',
    });
    await assert.rejects(removeTarget(repository, '1-HAPPY-FOUR'), { code: 'SETTING_NOT_FOUND' });
  });

  it('have ids that name the folder', () => {
    assert.equal(acceptedId(accepted(null)), '21-folder-level-2026-W46');
    for (const id of [acceptedId(accepted(211)), targetId(target(21, 70))]) {
      assert.equal(folderOfSettingId(id), 21);
    }
    for (const text of ['', '21', '0-1', 'x-21', '-21-x']) {
      assert.equal(folderOfSettingId(text), null, text);
    }
  });

  it('lose no change of two writers at once', async () => {
    const repository = openRepository();
    const surveys = Array.from({ length: 12 }, (_, i) => 211 + i);
    await setAccepted(repository, accepted(300));
    await Promise.all([
      ...surveys.map((survey) => setAccepted(repository, accepted(survey))),
      removeAccepted(repository, acceptedId(accepted(300))),
    ]);
    assert.deepEqual(
      (await listAccepted(repository)).map(({ survey }) => survey),
      surveys,
    );
  });

  it('refuse more entries than a record may have, and still replace and remove', async () => {
    const { store, settings } = openRepository();
    const entries = Array.from({ length: MAX_SETTINGS }, (_, i) => target(i + 1, 70));
    await store.create(TARGETS_KEY, settings.targets.encode({ entries }), PLAIN_TEXT);
    const repository = { store, settings };
    await assert.rejects(setTarget(repository, target(MAX_SETTINGS + 1, 70)), {
      code: 'SETTINGS_FULL',
    });
    assert.equal((await setTarget(repository, target(1, 71))).isNew, true);
    await removeTarget(repository, '2-HAPPY-FOUR');
    assert.equal((await setTarget(repository, target(MAX_SETTINGS + 1, 70))).isNew, true);
  });

  it('are read with fields that a later release has added', async () => {
    const { store, settings } = openRepository();
    const record = { note: 'x', entries: [{ ...accepted(211), reason: 'moved' }] };
    await store.create(ACCEPTED_KEY, encodeText(JSON.stringify(record)), PLAIN_TEXT);
    assert.deepEqual(await listAccepted({ store, settings }), [accepted(211)]);
  });
});

describe('a damaged list', () => {
  for (const text of ['', '{', '{"entries":[{"folder":0}]}', '[]']) {
    it(`is refused and stays as it is: ${JSON.stringify(text)}`, async () => {
      const repository = openRepository();
      await repository.store.create(ACCEPTED_KEY, encodeText(text), PLAIN_TEXT);
      const refused = { code: 'SETTINGS_UNREADABLE', facts: { key: ACCEPTED_KEY } };
      await assert.rejects(setAccepted(repository, accepted(211)), refused);
      await assert.rejects(removeAccepted(repository, '21-211-level-2026-W46'), refused);
      await assert.rejects(listAccepted(repository), refused);
      assert.equal(await readSettings(repository), null);
      assert.deepEqual(repository.store.objects.get(ACCEPTED_KEY), encodeText(text));
      assert.deepEqual(await findDamagedRecords(repository.store, OTHER_RECORD_PREFIXES), [
        ACCEPTED_KEY,
      ]);
      // The other list is intact.
      await setTarget(repository, target(1, 70));
    });
  }
});

describe('a change during which the store fails', () => {
  /** Each call of the store fails once, before or after it had its effect. */
  const faults = [0, 1].flatMap((call) =>
    (['before', 'after'] as const).map((when) => ({ call, when })),
  );
  for (const { call, when } of faults) {
    for (const existing of [[], [accepted(300)]]) {
      it(`is done completely or not at all, and can be repeated: ${when} call ${call} with ${existing.length} entries`, async () => {
        const store = memoryStore();
        const repository = openRepository(store);
        for (const entry of existing) await setAccepted(repository, entry);
        let calls = 0;
        store.onCall = async (work) => {
          const isFault = calls === call;
          calls += 1;
          if (isFault && when === 'before') throw new Failure('STORE_UNAVAILABLE');
          const result = await work();
          if (isFault) throw new Failure('STORE_UNAVAILABLE');
          return result;
        };
        await assert.rejects(setAccepted(repository, accepted(211)), { code: 'STORE_UNAVAILABLE' });
        store.onCall = (work) => work();
        const stored = (await listAccepted(repository)).map(({ survey }) => survey);
        const isDone = call === 1 && when === 'after';
        assert.deepEqual(stored, [...(isDone ? [211] : []), ...existing.map(() => 300)]);
        const { entry } = await setAccepted(repository, accepted(211));
        assert.deepEqual(entry, accepted(211));
        assert.equal((await listAccepted(repository)).length, existing.length + 1);
      });
    }
  }

  it('counts as done when a retried write finds its own entry, or no entry any more', async () => {
    const store = memoryStore();
    // As an adapter that repeats a conditional write whose response was lost.
    const losing = {
      ...store,
      create: async (...args: Parameters<typeof store.create>) =>
        (await store.create(...args)) && false,
      replace: async (...args: Parameters<typeof store.replace>) =>
        (await store.replace(...args)) && false,
    };
    const repository = { store: losing, settings: repositoryCodecs.settings };
    assert.equal((await setAccepted(repository, accepted(211))).isNew, true);
    assert.equal((await setTarget(repository, target(1, 70))).isNew, true);
    assert.equal((await setTarget(repository, target(1, 75))).isNew, true);
    await removeAccepted(repository, acceptedId(accepted(211)));
    assert.deepEqual(await listAccepted(openRepository(store)), []);
  });
});
