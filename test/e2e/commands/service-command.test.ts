import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get as httpsGet } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { openFeedbackApi } from '../../../lib/adapters/feedback-api/index.ts';
import { systemContext } from '../../../lib/composition/compose.ts';
import { sleep } from '../../../lib/composition/system.ts';
import { selfSigned } from '../../support/feedback-service/self-signed-certificate.ts';
import {
  assertRefused,
  run,
  serving,
  type WrongArguments,
} from '../../support/feedback-service/service-run.ts';

describe('the service command', () => {
  it('prints its address and an example request, and exits with 0 when interrupted', async (t) => {
    const { out, err, ready, stop, code } = run(t, ['--port', '0', '--seed', '42']);
    const [, url] = /^listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(await ready) ?? [];
    const [, credentials = ''] = /curl -u (\S+) '/.exec(err()) ?? [];
    const authorization = `Basic ${btoa(credentials)}`;
    const response = await fetch(`${url ?? ''}/v1/questions`, { headers: { authorization } });
    assert.equal(response.status, 200);
    await response.arrayBuffer();
    stop();
    assert.equal(await code, 0);
    assert.equal(out(), `listening on ${url ?? ''}\n`);
  });

  it("serves the product's own client with a configured header prefix", async (t) => {
    const { err, url } = await serving(t, ['--header-prefix', 'X-ACME']);
    const [, clientId = '', apiToken = ''] = /curl -u (\S+):(\S+) '/.exec(err()) ?? [];
    const folders = (headerPrefix: string, token: string) => {
      const api = openFeedbackApi({
        baseUrl: `${url}/`,
        credentials: {
          read: () => Promise.resolve({ clientId, apiToken: token }),
          renew: () => Promise.resolve(null),
        },
        auth: 'headers',
        headerPrefix,
        ...systemContext,
        sleep,
      });
      t.after(() => api.close());
      return api.client.rootFolder({ surveys: true });
    };
    assert.equal(typeof (await folders('X-ACME', apiToken)).key, 'number');
    assert.equal(typeof (await folders('X-SVC', apiToken)).key, 'number');
    await assert.rejects(folders('X-OTHER', apiToken), { code: 'UPSTREAM_UNAUTHORIZED' });
    // Headers of another prefix are none: only what may be credentials is reported.
    assert.doesNotMatch(err(), /Refused/);
    await assert.rejects(folders('X-ACME', 'wrong'), { code: 'UPSTREAM_UNAUTHORIZED' });
    assert.match(
      err(),
      /Refused credentials: 1 request from 127\.0\.0\.1; SHA-256 of client ids: /,
    );
    const [report = ''] = /Refused.*/.exec(err()) ?? [];
    assert.ok(!report.includes(clientId) && !report.includes('wrong'));
  });

  it('serves HTTPS with a certificate and a key', async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'service-'));
    t.after(() => rm(directory, { recursive: true }));
    const [certFile, keyFile] = [join(directory, 'cert.pem'), join(directory, 'key.pem')];
    const { cert, key } = selfSigned();
    await writeFile(certFile, cert);
    await writeFile(keyFile, key);
    const files = ['--tls-cert', certFile, '--tls-key', keyFile];
    const { ready, stop, code } = run(t, ['--port', '0', ...files]);
    const [, url] = /^listening on (https:\S+)/.exec(await ready) ?? [];
    const status = await new Promise((resolve, reject) => {
      const options = { ca: cert, agent: false };
      httpsGet(`${url ?? ''}/v1/folders`, options, (response) => {
        resolve(response.resume().statusCode);
      }).on('error', reject);
    });
    assert.equal(status, 401);
    stop();
    assert.equal(await code, 0);
  });

  const wrongOptions: WrongArguments = {
    'an unknown option': [['--prot', '80'], /--prot /],
    'a port that is none': [['--port', '65536'], /--port /],
    'an invalid header prefix': [['--header-prefix', 'X secret'], /--header-prefix must be/],
    'a seed that is none': [['--seed', 'secret'], /--seed /],
    'a host others can reach, without TLS': [['--host', '0.0.0.0'], /--host .*unencrypted/],
    'a certificate without a key': [['--tls-cert', 'secret'], /--tls-cert requires --tls-key/],
    'files that are not there': [
      ['--tls-cert', 'secret', '--tls-key', 'secret'],
      /--tls-cert names a file/,
      /--tls-key names a file/,
    ],
    'a missing data set': [['--data', 'secret'], /--data names a folder that cannot/],
    'an unknown subcommand': [['credentails', 'list'], /did you mean credentials\?/],
    'all of it at once': [
      ['--port', 'x', '--seed', 'y', 'secret'],
      /--port/,
      /--seed/,
      /argument 5/,
    ],
  };
  for (const [title, [args, ...names]] of Object.entries(wrongOptions)) {
    it(`refuses ${title} with exit code 2, by name and without the value`, async (t) => {
      await assertRefused(t, args, names);
    });
  }

  it('refuses to serve sample data where production credentials are configured', async (t) => {
    const { err, code } = run(t, ['--port', '0'], { REPORTS_SECRET: 'vault/feedback' });
    assert.equal(await code, 2);
    assert.match(err(), /REPORTS_SECRET/);
    assert.doesNotMatch(err(), /vault/);
  });

  it('exits with 1 when it cannot listen', async (t) => {
    const firstRun = run(t, ['--port', '0']);
    const [, port = ''] = /:(\d+)\n/.exec(await firstRun.ready) ?? [];
    const secondRun = run(t, ['--port', port]);
    assert.equal(await secondRun.code, 1);
    assert.match(secondRun.err(), / is already in use: /);
  });

  it('shows help', async (t) => {
    const { out, code } = run(t, ['--help', '--wrong']);
    assert.equal(await code, 0);
    assert.match(out(), /--tls-cert FILE/);
    assert.match(out(), /--data DIR…/);
  });
});
