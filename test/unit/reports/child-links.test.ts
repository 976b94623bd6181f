// Links from a parent's PDF to its children's reports: what they open, when there are any, and stable bytes.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonRenderer, repositoryCodecs } from '../../../lib/adapters/json/index.ts';
import { pdfRenderer } from '../../../lib/adapters/pdf/index.ts';
import { openLink } from '../../../lib/links/open-link.ts';
import type { CommitContext } from '../../../lib/reports/commit.ts';
import { commitReport } from '../../../lib/reports/commit.ts';
import { runWeek } from '../../../lib/reports/run-week.ts';
import type { LinkKey } from '../../../lib/ports/secrets.ts';
import {
  findManifest,
  findStoredReport,
  readReport,
} from '../../../lib/reports/report-repository.ts';
import { createChildLinks, toFigureRules } from '../../../lib/composition/compose.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import type { Manifest } from '../../../lib/ports/stored-records.ts';
import { W46 } from '../../support/test-facts.ts';
import { memoryCompany } from '../../support/memory-company.ts';
import { memoryStore } from '../../support/memory-store.ts';
import { linkAddresses } from '../../support/pdf-file.ts';
import { canary } from '../../support/secret-markers.ts';

const KEY: LinkKey = { id: 'k1', key: canary('link key') };
const PUBLIC_URL = 'https://reports.example.com/weekly';
const NOW = Date.parse('2026-11-16T18:00:00Z');

/** Root 1 → North 2 → 21, 22; South 3. */
const ACME = {
  key: 1,
  folders: [
    {
      key: 2,
      folders: [
        { key: 21, surveys: [{ key: 211 }] },
        { key: 22, surveys: [{ key: 221, responses: 0 }] },
      ],
    },
    { key: 3, surveys: [{ key: 31, responses: 40 }] },
  ],
};

function acme(publicUrl: string | null = PUBLIC_URL, linkKeys: readonly LinkKey[] | null = [KEY]) {
  const company = memoryCompany(ACME);
  const store = memoryStore();
  const keys = linkKeys === null ? null : () => Promise.resolve(linkKeys);
  const repository: CommitContext = {
    store,
    ...repositoryCodecs,
    renderers: { json: jsonRenderer(), pdf: pdfRenderer({ locale: 'en', paper: 'A4', publicUrl }) },
    childLinks: createChildLinks({ publicUrl }, keys),
  };
  const clock = (): number => NOW;
  const making = {
    source: company.source,
    repository,
    clock,
    rules: toFigureRules(DEFAULTS),
    concurrency: 8,
  };
  const pdfOf = async (manifest: Manifest): Promise<Buffer> =>
    Buffer.from((await store.read(manifest.files.pdf.key))?.bytes ?? assert.fail());
  return {
    company,
    repository,
    store,
    make: (folder: number | null = null, force = false) =>
      runWeek(making, { week: W46, folder, force }),
    manifest: async (folder: number): Promise<Manifest> =>
      (await findManifest(repository, { week: W46.name, folder })) ?? assert.fail(),
    pdfOf,
    /** The files that the links of a document open, each once. */
    opened: async (
      manifest: Manifest,
      format: 'pdf' | 'json' = 'pdf',
    ): Promise<readonly string[]> => {
      const addresses = new Set(linkAddresses(await pdfOf(manifest)));
      const linking = { repository, linkKeys: () => Promise.resolve([KEY]), clock };
      const files: string[] = [];
      for (const address of addresses) {
        assert.ok(address.startsWith(`${PUBLIC_URL}/d/`));
        const token = address.slice(`${PUBLIC_URL}/d/`.length);
        files.push((await openLink(linking, token, format)).key);
      }
      return files.toSorted();
    },
  };
}

describe('the PDF of a folder with subfolders', () => {
  it('links to the reports of its children, and to no others', async () => {
    const { make, manifest, opened } = acme();
    await make();
    const files = async (format: 'pdf' | 'json', ...folders: readonly number[]) =>
      (await Promise.all(folders.map(manifest))).map(({ files }) => files[format].key).toSorted();
    for (const format of ['pdf', 'json'] as const) {
      assert.deepEqual(await opened(await manifest(1), format), await files(format, 2, 3));
      // One of them silent.
      assert.deepEqual(await opened(await manifest(2), format), await files(format, 21, 22));
      assert.deepEqual(await opened(await manifest(21), format), []);
    }
  });

  it('has the same bytes whenever it is rendered, and a JSON without links', async () => {
    const [firstReport, secondReport] = [acme(), acme()];
    for (const run of [firstReport, secondReport]) await run.make();
    assert.deepEqual(await firstReport.manifest(1), await secondReport.manifest(1));
    const { files } = await firstReport.manifest(1);
    const json = Buffer.from(
      (await firstReport.store.read(files.json.key))?.bytes ?? assert.fail(),
    );
    assert.ok(!json.includes('/d/'));
    const without = acme(null);
    await without.make();
    assert.equal((await without.manifest(1)).files.json.sha256, files.json.sha256);
  });

  it('links to the revisions that it contains when a child has a later one', async () => {
    const { make, manifest, opened } = acme();
    await make();
    const [parent, before] = [await manifest(1), await manifest(3)];
    await make(3, true);
    const after = await manifest(3);
    assert.deepEqual([before.revision, after.revision], [1, 2]);
    assert.ok((await opened(parent)).includes(before.files.pdf.key));
    assert.ok(!(await opened(parent)).includes(after.files.pdf.key));
    await make(null, true);
    const secondManifest = await manifest(1);
    assert.equal(secondManifest.revision, 2);
    const now = await opened(secondManifest);
    assert.ok(now.includes((await manifest(3)).files.pdf.key));
    assert.ok(!now.includes(before.files.pdf.key));
  });

  it('links to reused reports as to new ones', async () => {
    const { make, manifest, opened } = acme();
    await make(2);
    await make();
    const keys = [await manifest(2), await manifest(3)].map(({ files }) => files.pdf.key);
    assert.deepEqual(await opened(await manifest(1)), keys.toSorted());
  });

  it('has no link to a revision that it does not contain, nor to a folder that is not a child', async () => {
    const { repository, make, manifest, opened } = acme();
    await make();
    const [north, south] = [await manifest(2), await manifest(3)];
    const id = { week: W46.name, folder: 1 };
    const before = await readReport(repository, await manifest(1));
    const subfolders = before.subfolders.map((subfolder) =>
      subfolder.key === 3 ? { ...subfolder, revision: 2 } : subfolder,
    );
    const report = { ...before, revision: 2, subfolders };
    const { manifest: committed } = await commitReport(
      repository,
      report,
      await findStoredReport(repository, id),
      { children: [{ ...north, revision: 2 }, { ...south, revision: 2 }, await manifest(21)] },
    );
    assert.deepEqual(await opened(committed), [south.files.pdf.key]);
  });

  for (const [what, publicUrl, keys] of [
    ['without a public URL', null, [KEY]],
    ['without keys', PUBLIC_URL, null],
  ] as const) {
    it(`has no links ${what}`, async () => {
      const { make, manifest, pdfOf } = acme(publicUrl, keys);
      await make();
      assert.deepEqual(linkAddresses(await pdfOf(await manifest(1))), []);
    });
  }

  it('is not made when its links can’t be signed', async () => {
    const { make, repository } = acme(PUBLIC_URL, []);
    await assert.rejects(make(), { code: 'SECRET_INVALID' });
    assert.equal(await findManifest(repository, { week: W46.name, folder: 1 }), null);
  });
});
