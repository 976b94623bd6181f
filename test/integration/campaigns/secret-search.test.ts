// What is planted is found, wherever a process writes it and in whatever form.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { canary, CANARIES } from '../../support/secret-markers.ts';
import { placeOf } from '../../campaigns/fuzz/secrets/expected-places.ts';
import { formsOf } from '../../campaigns/fuzz/secrets/leaks.ts';
import { hitsIn, search, type Searched } from '../../campaigns/fuzz/secrets/secret-search.ts';

const TOKEN = canary('token', '/+');

describe('a canary', () => {
  it('is found and named in every form', () => {
    for (const name of CANARIES) {
      for (const { form, bytes } of formsOf(canary(name, '"+'))) {
        const [hit] = hitsIn(Buffer.concat([Buffer.from('before'), bytes, Buffer.from('behind')]));
        assert.deepEqual(hit?.canaries, [name], form);
      }
    }
  });

  it('is found when it is cut, and in the base64 of credentials', () => {
    const basic = Buffer.from(`${canary('client id')}:${TOKEN}`).toString('base64');
    assert.deepEqual(hitsIn(Buffer.from(basic))[0]?.canaries, ['client id', 'token']);
    for (const piece of [TOKEN.slice(0, 12), TOKEN.slice(-12)]) {
      assert.deepEqual(hitsIn(Buffer.from(piece))[0]?.canaries, []);
    }
    assert.deepEqual(hitsIn(Buffer.from(TOKEN.slice(11, -11))), []);
  });

  it('belongs nowhere that no reason is given for', () => {
    const find = { canaries: ['token'], form: 'plain', where: 'log of functions/x.ts' };
    assert.equal(placeOf(find), undefined);
    const piece = { ...find, canaries: [] };
    assert.equal(placeOf({ ...piece, where: 'file data-set-x/company.json' }), undefined);
    assert.notEqual(placeOf({ ...piece, where: 'file plants-x/a' }), undefined);
  });
});

/** Writes the token as a program may that has no care; the rest of it is gone when the program ends. */
const CARELESS = `
import { spawnSync } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
const token = process.argv[1];
const path = (name) => join(tmpdir(), name);
const hex = Buffer.from(token).toString('hex');
const base64 = Buffer.from('x:' + token).toString('base64');
mkdirSync(path('whole/below'), { recursive: true });
writeFileSync(path('whole/below/manifest.json'), JSON.stringify({ base64 }));
await rm(path('whole'), { recursive: true });
writeFileSync(path('removed.gz'), gzipSync(hex));
unlinkSync(path('removed.gz'));
writeFileSync(path('overwritten'), token);
writeFileSync(path('overwritten'), 'fine');
writeFileSync(path('replaced'), token);
writeFileSync(path('new'), 'fine');
renameSync(path('new'), path('replaced'));
const title = deflateSync('/Title (' + token.slice(0, 12) + ')').toString('latin1');
writeFileSync(path('left.pdf'), Buffer.from('%PDF-1.7\\nstream\\n' + title + '\\nendstream', 'latin1'));
spawnSync(process.execPath, ['-e', 'console.error(process.argv[1])', hex]);
JSON.stringify({ at: 'now', token });
try { throw new Error('refused ' + token); } catch {}
channel('feedback-reports.kept').publish({ name: 'object in memory', content: Buffer.from(token, 'utf16le') });
const server = createServer((request, response) => {
  request.resume();
  response.setHeader('X-Echo', encodeURIComponent(token));
  if (request.url === '/packed') {
    response.setHeader('Content-Encoding', 'gzip');
    response.end(gzipSync(token));
  } else response.end('fine');
});
server.listen(0, async () => {
  const url = 'http://127.0.0.1:' + server.address().port;
  await (await fetch(url + '/packed', { headers: { Authorization: 'Bearer ' + token } })).text();
  await (await fetch(url + '/asked?token=' + hex)).text();
  await (await fetch(url + '/told', { method: 'POST', body: base64 })).text();
  server.closeAllConnections();
  server.close();
});
`;

describe('what a careless program writes', () => {
  let folder: string;
  let found: Searched;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plants-'));
    const [kept, temporary] = [join(folder, 'kept'), join(folder, 't')];
    for (const name of ['texts', 'names', 'blobs', 'files']) {
      await mkdir(join(kept, name), { recursive: true });
    }
    await mkdir(temporary);
    await writeFile(join(kept, 'blobs', 'fine'), gzipSync('nothing'));
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', CARELESS, TOKEN],
      {
        encoding: 'utf8',
        env: {
          CANARY_KEPT: kept,
          CANARY_SEED: process.env['CANARY_SEED'] ?? 'a plain run',
          TMPDIR: temporary,
          NODE_OPTIONS: `--import=${new URL('../../campaigns/fuzz/secrets/output-recorder.mjs', import.meta.url).pathname}`,
        },
      },
    );
    assert.equal(status, 0, stderr);
    found = await search(kept, [join(kept, 'files'), temporary]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [what, where] of [
    ['a file in a folder that was removed', /^file whole\/below\/manifest\.json$/],
    ['a removed file, zipped', /^file removed\.gz, unzipped,$/],
    ['a file that was written over', /^file overwritten$/],
    ['a file that another one took the place of', /^file replaced$/],
    ['a stream of a PDF that was left', /^file left\.pdf, in a stream,$/],
    ['what a child process printed', /^stderr of node /],
    ['a line of a log', /^log of /],
    ['an error', /^error of /],
    ['an object in memory', /^object in memory of /],
    ['an answer, zipped', /^answer to GET \/packed of /],
    ['the head of an answer', /^head of the answer to GET \/packed of /],
    ['an address', /^request GET \/asked of /],
    ['a body', /^body of POST \/told of /],
  ] as const) {
    it(`is found in ${what}`, () => {
      assert.ok(
        found.finds.some((find) => where.test(find.where)),
        found.finds.map((find) => find.where).join('\n'),
      );
    });
  }

  it('is looked for everywhere but in the headers that carry credentials', () => {
    assert.ok(!found.finds.some((find) => find.where.startsWith('request GET /packed')));
  });
});
