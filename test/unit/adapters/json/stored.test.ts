import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { repositoryCodecs } from '../../../../lib/adapters/json/index.ts';
import { Failure } from '../../../../lib/shared/failure.ts';
import type { Manifest, Plan } from '../../../../lib/ports/stored-records.ts';

const SHA = 'ab'.repeat(32);
const manifest: Manifest = {
  problems: [{ missing: true, message: 'gone', survey: 7, code: 'SURVEY_GONE' }],
  files: {
    json: { sha256: SHA, key: `weeks/2026-W46/folders/4/${SHA}.json`, bytes: 2 },
    pdf: { sha256: SHA, key: `weeks/2026-W46/folders/4/${SHA}.pdf`, bytes: 1 },
  },
  asOf: '2026-11-16T18:00:00.000Z',
  status: 'partial',
  revision: 1,
  folder: { name: 'Café', key: 4 },
  week: '2026-W46',
};
const plan: Plan = {
  doneAt: null,
  folders: [
    { dueAt: '2026-11-16T18:00:00.000Z', parent: null, key: 1 },
    { dueAt: '2026-11-16T18:00:00.000Z', parent: 1, key: 4 },
  ],
  week: '2026-W46',
};

function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function utf8(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value));
}

describe('the codec of manifests', () => {
  const codec = repositoryCodecs.manifests;

  it('writes the keys in the published order, and reads them', () => {
    const bytes = codec.encode(manifest);
    assert.equal(
      textOf(bytes),
      [
        '{',
        ' "week": "2026-W46",',
        ' "folder": {"key":4,"name":"Café"},',
        ' "revision": 1,',
        ' "status": "partial",',
        ' "asOf": "2026-11-16T18:00:00.000Z",',
        ' "files": {',
        `  "pdf": {"key":"weeks/2026-W46/folders/4/${SHA}.pdf","bytes":1,"sha256":"${SHA}"},`,
        `  "json": {"key":"weeks/2026-W46/folders/4/${SHA}.json","bytes":2,"sha256":"${SHA}"}`,
        ' },',
        ' "problems": [',
        '  {"code":"SURVEY_GONE","survey":7,"message":"gone","missing":true}',
        ' ]',
        '}\n',
      ].join('\n'),
    );
    assert.deepEqual(codec.decode(bytes), manifest);
  });

  it('reads the release that made the report, which early manifests do not have', () => {
    const made = { ...manifest, madeBy: '0.1.0+70e080f0fa4b' };
    assert.deepEqual(codec.decode(codec.encode(made)), made);
    assert.match(textOf(codec.encode(made)), / \],\n "madeBy": "0\.1\.0\+70e080f0fa4b"\n\}\n$/);
  });

  it('reads the revisions below that the report contains, which early manifests do not have', () => {
    const parent = { ...manifest, contains: { '21': 3 } };
    assert.deepEqual(codec.decode(codec.encode(parent)), parent);
    for (const contains of [{ '21': 0 }, { North: 1 }, [3]]) {
      assert.throws(() => codec.decode(utf8({ ...manifest, contains })), {
        code: 'REPORT_DAMAGED',
      });
    }
  });

  it('ignores keys of a later version', () => {
    const later = { ...manifest, folder: { ...manifest.folder, path: [] }, links: {} };
    assert.deepEqual(codec.decode(utf8(later)), manifest);
  });

  it('refuses a manifest with file keys outside the store or invalid hashes', () => {
    const pdf = manifest.files.pdf;
    const oddFiles: Readonly<Record<string, unknown>>[] = [
      { ...pdf, key: '../secret' },
      { ...pdf, key: '/etc/passwd' },
      { ...pdf, key: 'weeks//x' },
      { ...pdf, key: 'weeks/./x' },
      { ...pdf, key: `${pdf.key}\n` },
      { ...pdf, sha256: SHA.toUpperCase() },
      { ...pdf, sha256: SHA.slice(1) },
      { ...pdf, bytes: -1 },
    ];
    for (const file of oddFiles) {
      const bytes = utf8({ ...manifest, files: { ...manifest.files, pdf: file } });
      assert.throws(
        () => codec.decode(bytes),
        (error) => {
          assert(error instanceof Failure);
          assert.equal(error.code, 'REPORT_DAMAGED');
          assert.equal(error.facts['what'], 'manifest');
          assert.match(String(error.facts['at']), /^files\.pdf\.(key|sha256|bytes)$/);
          return true;
        },
      );
    }
  });
});

describe('the codec of plans', () => {
  const codec = repositoryCodecs.plans;

  it('writes the keys in the published order, and reads them', () => {
    const bytes = codec.encode(plan);
    assert.equal(
      textOf(bytes),
      [
        '{',
        ' "week": "2026-W46",',
        ' "folders": [',
        '  {"key":1,"parent":null,"dueAt":"2026-11-16T18:00:00.000Z"},',
        '  {"key":4,"parent":1,"dueAt":"2026-11-16T18:00:00.000Z"}',
        ' ],',
        ' "doneAt": null',
        '}\n',
      ].join('\n'),
    );
    assert.deepEqual(codec.decode(bytes), plan);
  });

  it('refuses anything else as REPORT_DAMAGED', () => {
    for (const oddPlan of [null, { ...plan, doneAt: 'soon' }, { ...plan, folders: [{ key: 1 }] }]) {
      assert.throws(
        () => codec.decode(utf8(oddPlan)),
        (error) => error instanceof Failure && error.facts['what'] === 'plan',
      );
    }
  });
});
