// The certificate of `serve`: read again at SIGHUP, and refused when it cannot be used.
import assert from 'node:assert/strict';
import { get } from 'node:https';
import { describe, it } from 'node:test';
import {
  certificateFiles,
  selfSigned,
} from '../../support/feedback-service/self-signed-certificate.ts';
import { feedbackReports, temporaryFolder } from '../../support/run-command.ts';
import { serve, serveEnvironment } from '../../support/serve-process.ts';

/** Of a server that makes no reports, as nothing listens there. */
const environment = serveEnvironment({ url: 'http://127.0.0.1:1' });

describe('the certificate of serve', () => {
  it('is read again at SIGHUP, and kept when the new one cannot be used', async (t) => {
    const folder = await temporaryFolder(t);
    const { certFile, keyFile, write } = certificateFiles(folder);
    const [first, second] = [selfSigned(), selfSigned()];
    await write(first);
    const store = await temporaryFolder(t);
    const server = serve(t, store, environment, [
      ...['--tls-cert', certFile, '--tls-key', keyFile],
    ]);
    const url = await server.listening;
    assert.match(url, /^https:/);
    assert.equal(await isTrusted(url, first.cert), true);
    await write(second);
    server.child.kill('SIGHUP');
    await server.logged('certificate replaced', 1);
    assert.deepEqual(
      [await isTrusted(url, first.cert), await isTrusted(url, second.cert)],
      [false, true],
    );
    await write({ cert: first.cert, key: second.key });
    server.child.kill('SIGHUP');
    await server.logged('certificate not replaced', 1);
    assert.equal(await isTrusted(url, second.cert), true);
    assert.equal((await server.stop()).code, 0);
  });

  it('is served although it expires soon or has expired, which is told at the start', async (t) => {
    const { certFile, keyFile, write } = certificateFiles(await temporaryFolder(t));
    for (const [day, state] of [
      ['2026-11-25', 'is valid until'],
      ['2026-11-02', 'expired on'],
    ] as const) {
      await write(selfSigned(`${day.replaceAll('-', '')}000000Z`));
      const server = serve(t, await temporaryFolder(t), environment, [
        ...['--tls-cert', certFile, '--tls-key', keyFile],
      ]);
      await server.listening;
      await server.logged('certificate expires soon', 1);
      const { code, stderr } = await server.stop();
      assert.equal(code, 0);
      assert.match(stderr, new RegExp(`^The certificate ${state} ${day}: replace its files`, 'm'));
    }
  });

  it('is refused at the start when it does not belong to the key', async (t) => {
    const folder = await temporaryFolder(t);
    const { certFile, keyFile, write } = certificateFiles(folder);
    await write({ cert: selfSigned().cert, key: selfSigned().key });
    const args = ['serve', '--tls-cert', certFile, '--tls-key', keyFile];
    const { code, stderr } = await feedbackReports(args, environment);
    assert.equal(code, 2);
    assert.match(stderr, /--tls-cert and --tls-key must be a certificate in PEM/);
  });
});

function isTrusted(url: string, ca: string): Promise<boolean> {
  return new Promise((resolve) => {
    get(`${url}/healthz`, { ca, agent: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    }).on('error', () => {
      resolve(false);
    });
  });
}
