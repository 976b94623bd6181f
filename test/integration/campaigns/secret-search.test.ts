// The search for canaries finds a token that a program leaks in different ways.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { canary, CANARIES } from '../../support/secret-markers.ts';
import { findExpectedPlace } from '../../campaigns/fuzz/secrets/expected-places.ts';
import {
  CANARY_PATTERNS,
  searchRecordedOutput,
  type SecretSearchResult,
} from '../../campaigns/fuzz/secrets/recorded-output.ts';
import { encodeSecret, searchForSecrets } from '../../campaigns/fuzz/secrets/secret-search.ts';

const TOKEN = canary('token', '/+');

/** The names of the canaries of each hit. */
function findCanaries(content: string | Buffer): readonly (readonly string[])[] {
  const { hits } = searchForSecrets(Buffer.from(content), CANARY_PATTERNS);
  return hits.map(({ secrets }) => secrets);
}

describe('the search for canaries', () => {
  it('finds and names a canary in every encoding', () => {
    for (const name of CANARIES) {
      for (const { name: form, bytes } of encodeSecret(canary(name, '"+'))) {
        const content = Buffer.concat([Buffer.from('before'), bytes, Buffer.from('behind')]);
        assert.deepEqual(findCanaries(content), [[name]], form);
      }
    }
  });

  it('finds fragments, and canaries in the base64 of credentials', () => {
    const basic = Buffer.from(`${canary('client id')}:${TOKEN}`).toString('base64');
    assert.deepEqual(findCanaries(basic), [['client id', 'token']]);
    for (const fragment of [TOKEN.slice(0, 12), TOKEN.slice(-12)]) {
      assert.deepEqual(findCanaries(fragment), [[]]);
    }
    assert.deepEqual(findCanaries(TOKEN.slice(11, -11)), []);
  });

  it('expects canaries only at listed places', () => {
    const finding = { secrets: ['token'], form: 'plain', location: 'log of functions/x.ts' };
    assert.equal(findExpectedPlace(finding), undefined);
    const fragment = { ...finding, secrets: [] };
    const dataSet = { ...fragment, location: 'file data-set-x/company.json' };
    assert.equal(findExpectedPlace(dataSet), undefined);
    assert.notEqual(findExpectedPlace({ ...fragment, location: 'file plants-x/a' }), undefined);
  });
});

/** A program that leaks its token. It removes or overwrites most of the files before it ends. */
const LEAKING_PROGRAM = `
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
mkdirSync(path('folder/below'), { recursive: true });
writeFileSync(path('folder/below/manifest.json'), JSON.stringify({ base64 }));
await rm(path('folder'), { recursive: true });
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
  await (await fetch(url + '/query?token=' + hex)).text();
  await (await fetch(url + '/body', { method: 'POST', body: base64 })).text();
  server.closeAllConnections();
  server.close();
});
`;

describe('the recorded output of a leaking program', () => {
  let folder: string;
  let result: SecretSearchResult;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plants-'));
    const [recordFolder, temporary] = [join(folder, 'recordFolder'), join(folder, 't')];
    for (const name of ['texts', 'names', 'blobs', 'files']) {
      await mkdir(join(recordFolder, name), { recursive: true });
    }
    await mkdir(temporary);
    await writeFile(join(recordFolder, 'blobs', 'fine'), gzipSync('nothing'));
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '-e', LEAKING_PROGRAM, TOKEN],
      {
        encoding: 'utf8',
        env: {
          CANARY_KEPT: recordFolder,
          CANARY_SEED: process.env['CANARY_SEED'] ?? 'a plain run',
          TMPDIR: temporary,
          NODE_OPTIONS: `--import=${new URL('../../campaigns/fuzz/secrets/output-recorder.mjs', import.meta.url).pathname}`,
        },
      },
    );
    assert.equal(status, 0, stderr);
    result = await searchRecordedOutput(recordFolder, [join(recordFolder, 'files'), temporary]);
  });
  after(() => rm(folder, { recursive: true, force: true }));

  for (const [source, location] of [
    ['a file of a removed folder', /^file folder\/below\/manifest\.json$/],
    ['a compressed file that was removed', /^file removed\.gz, unzipped,$/],
    ['an overwritten file', /^file overwritten$/],
    ['a replaced file', /^file replaced$/],
    ['a stream of a PDF file', /^file left\.pdf, in a stream,$/],
    ['the output of a child process', /^stderr of node /],
    ['a log line', /^log of /],
    ['an error', /^error of /],
    ['an object in memory', /^object in memory of /],
    ['a compressed answer', /^answer to GET \/packed of /],
    ['the headers of an answer', /^head of the answer to GET \/packed of /],
    ['a request URL', /^request GET \/query of /],
    ['a request body', /^body of POST \/body of /],
  ] as const) {
    it(`contains the token in ${source}`, () => {
      assert.ok(
        result.findings.some((finding) => location.test(finding.location)),
        result.findings.map((finding) => finding.location).join('\n'),
      );
    });
  }

  it('does not contain request headers that carry credentials', () => {
    assert.ok(
      !result.findings.some((finding) => finding.location.startsWith('request GET /packed')),
    );
  });
});
