// Reads the documents of a folder store with the file system only, like an external program.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jsonReader, repositoryCodecs } from '../../lib/adapters/json/index.ts';
import type { Report } from '../../lib/domain/report.ts';
import type { Manifest } from '../../lib/ports/stored-records.ts';

export interface Stored {
  readonly manifest: Manifest;
  readonly report: Report;
  readonly pdf: Buffer;
}

/** Every report of a week by folder key; checks that each file is there and is what its manifest says. */
export async function storedReports(store: string, week: string): Promise<Map<number, Stored>> {
  const folders = await readdir(join(store, 'weeks', week, 'folders'));
  const reports = new Map<number, Stored>();
  for (const folder of folders) {
    const files = await readdir(join(store, 'weeks', week, 'folders', folder));
    if (!files.includes('manifest.json')) continue;
    const path = join(store, 'weeks', week, 'folders', folder, 'manifest.json');
    const manifest = repositoryCodecs.manifests.decode(await readFile(path));
    const read = async (file: Manifest['files']['pdf']): Promise<Buffer> => {
      const bytes = await readFile(join(store, file.key));
      assert.equal(bytes.byteLength, file.bytes);
      assert.equal(createHash('sha256').update(bytes).digest('hex'), file.sha256);
      return bytes;
    };
    const report = jsonReader().read(await read(manifest.files.json));
    assert.equal(report.revision, manifest.revision);
    assert.equal(report.status, manifest.status);
    assert.deepEqual(report.problems, manifest.problems);
    reports.set(Number(folder), { manifest, report, pdf: await read(manifest.files.pdf) });
  }
  return reports;
}
