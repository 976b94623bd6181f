// Files that do not match their manifest: every reader rejects them after a second read.
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { createSignedFiles } from '../../../lib/http/local/signed-files.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { findContent } from '../../../lib/http/queries/report-revisions.ts';
import {
  findStoredPlan,
  manifestKey,
  planKey,
  findIntactManifest,
  readFile,
  readReport,
} from '../../../lib/reports/report-repository.ts';
import { verifyWeek } from '../../../lib/reports/verify-week.ts';
import type { WeekStatusContext } from '../../../lib/jobs/week-status.ts';
import { compareRevisions } from '../../../lib/domain/report-changes.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import {
  openArchive,
  commitTestReport,
  replaceBytes,
  writePlanOfThree,
  STORE,
} from '../../support/archive.ts';
import { W46 } from '../../support/test-facts.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { encodeText } from '../../support/object-store-contract.ts';
import { createReport } from '../../support/test-reports.ts';

const ID = { week: W46.name, folder: STORE.key };

const NAME = { text: 'a.pdf', ascii: 'a.pdf' };

describe('a stored file with changed bytes', () => {
  let archive: WeekStatusContext;
  let older: Manifest;
  let manifest: Manifest;

  beforeEach(async () => {
    archive = openArchive(memoryStore());
    const firstReport = createReport(STORE);
    older = await commitTestReport(archive, firstReport);
    const secondReport = { ...firstReport, revision: 2 };
    manifest = await commitTestReport(archive, {
      ...secondReport,
      changes: compareRevisions(firstReport, secondReport),
    });
  });

  /** The store, with one letter of an object changed in the first reads; the JSON stays valid. */
  function flipping(key: string, times: number): { store: ObjectStore; reads: () => number } {
    let reads = 0;
    const read: ObjectStore['read'] = async (requestedKey) => {
      const object = await archive.store.read(requestedKey);
      if (requestedKey !== key || object === null) return object;
      reads += 1;
      if (reads > times) return object;
      const bytes = Buffer.from(object.bytes);
      const at = bytes.includes('Store') ? bytes.indexOf('Store') : bytes.length - 1;
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      return { ...object, bytes };
    };
    return { store: { ...archive.store, read }, reads: () => reads };
  }

  async function fileThrough(store: ObjectStore, key: string): Promise<string> {
    const files = createSignedFiles({
      store,
      clock: () => W46.monday,
      key: new Uint8Array(32),
      baseUrl: () => 'http://127.0.0.1:8080',
    });
    const answer = await files.respond(new Request(await files.sign({ key, name: NAME })));
    if (answer.status !== 200) throw new Error(`status ${answer.status}`);
    return answer.text();
  }

  const readers = [
    ['a report', () => manifest.files.json.key, readReport, 'REPORT_DAMAGED'],
    [
      'the JSON of a report',
      () => manifest.files.json.key,
      (repository: WeekStatusContext, { files }: Manifest) => readFile(repository, files.json),
      'REPORT_DAMAGED',
    ],
    [
      'the JSON of a superseded revision',
      () => older.files.json.key,
      (repository: WeekStatusContext) => findContent(repository, manifest, 1),
      'REPORT_NOT_FOUND',
    ],
    [
      'a file on this machine',
      () => manifest.files.pdf.key,
      ({ store }: WeekStatusContext) => fileThrough(store, manifest.files.pdf.key),
      'status 500',
    ],
    [
      'the PDF for `verify`',
      () => manifest.files.pdf.key,
      async (repository: WeekStatusContext) => {
        const { mismatches } = await verifyWeek(repository, W46);
        if (mismatches.length > 0) throw new Error(mismatches.map(({ what }) => what).join());
      },
      'the file has other bytes',
    ],
  ] as const;
  for (const [title, keyOf, read, refusal] of readers) {
    it(`is not accepted as ${title}, unless the second read is valid`, async () => {
      const flippedOnce = flipping(keyOf(), 1);
      await read({ ...archive, store: flippedOnce.store }, manifest);
      assert(flippedOnce.reads() >= 2, `${flippedOnce.reads()} readings`);
      const always = flipping(keyOf(), Infinity);
      await assert.rejects(read({ ...archive, store: always.store }, manifest), (error) => {
        assert(error instanceof Error);
        assert([error.message, 'code' in error ? error.code : null].includes(refusal), error);
        return true;
      });
    });
  }

  it('is not used where its manifest is that of another report, or names files of one', async () => {
    const pdf = { ...manifest.files.pdf, key: `weeks/${W46.name}/folders/2/${'a'.repeat(24)}.pdf` };
    for (const change of [
      { week: '2026-W45' },
      { folder: { key: 2, name: 'North' } },
      { files: { ...manifest.files, pdf } },
    ]) {
      const bytes = archive.manifests.encode({ ...manifest, ...change });
      await replaceBytes(archive.store, manifestKey(ID), bytes);
      assert.equal(await findIntactManifest(archive, ID), null);
    }
  });

  it('is read once more when a manifest or a plan is damaged', async () => {
    await writePlanOfThree(archive, W46.name);
    const values = [
      [manifestKey(ID), (on: WeekStatusContext) => findIntactManifest(on, ID)],
      [
        planKey(W46.name),
        async (on: WeekStatusContext) => (await findStoredPlan(on, W46.name))?.value,
      ],
    ] as const;
    for (const [key, read] of values) {
      let reads = 0;
      const store: ObjectStore = {
        ...archive.store,
        read: async (requestedKey) => {
          reads += 1;
          const object = await archive.store.read(requestedKey);
          return object !== null && reads === 1 ? { ...object, bytes: encodeText('{') } : object;
        },
      };
      assert.deepEqual(await read({ ...archive, store }), await read(archive), key);
      assert.equal(reads, 2);
    }
  });
});
