// `subscribe`, `subscriptions`, `unsubscribe` and `deliveries` on a store. start-command.test.ts checks what is sent.
import assert from 'node:assert/strict';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { simpleParser } from 'mailparser';
import { z } from 'zod';
import { createTestApiIn } from '../../support/http/reports-api-context.ts';
import type { Ended } from '../../support/run-command.ts';
import { runCommand, temporaryFolder } from '../../support/run-command.ts';
import { canary, uniquePartOf } from '../../support/secret-markers.ts';

const WEEK = '2025-W46';

type Command = Parameters<typeof runCommand>[0];

/** Runs commands on a store with one report, of folder 21. */
async function openCommands(t: TestContext) {
  const root = await temporaryFolder(t);
  await createTestApiIn(root).put(WEEK, 21);
  const run = (name: Command, ...args: readonly string[]): Promise<Ended> =>
    runCommand(name, [...args, '--store', `file:${root}`]);
  const subscribe = (...args: readonly string[]): Promise<Ended> =>
    run('subscribe', '--folder', '21', ...args);
  return { root, run, subscribe };
}

describe('subscribe', () => {
  it('creates an active subscription once, which subscriptions lists and unsubscribe removes', async (t) => {
    const { run, subscribe } = await openCommands(t);
    const options = ['--at', 'Tue 07:30', '--zone', 'Asia/Tokyo', '--language', 'ja'];
    const filters = ['--only', 'signals', '--attach', 'none'];
    const first = await subscribe('--to', 'a+b@example.com', ...options, ...filters);
    assert.equal(first.code, 0, first.stderr);
    const [, id = ''] = /^Subscription (21-[0-9a-v]{20}), active: /.exec(first.stdout) ?? [];
    assert.match(first.stdout, /the reports of folder 21, Tue 07:30 Asia\/Tokyo\.\n$/);
    const secondRun = await subscribe('--to', 'A+B@example.com');
    assert.match(secondRun.stdout, new RegExp(`^There is already subscription ${id}, active`));

    const { stdout } = await run('subscriptions', '--json');
    const { createdAt, ...listed } = z.record(z.string(), z.json()).parse(JSON.parse(stdout));
    assert.equal(typeof createdAt, 'string');
    assert.deepEqual(listed, {
      id,
      folder: 21,
      channel: 'mail',
      address: 'a+b@example.com',
      locale: 'ja',
      when: { weekday: 2, time: '07:30', timeZone: 'Asia/Tokyo' },
      only: 'signals',
      attach: 'none',
      state: 'active',
      reason: null,
      confirmationProblem: null,
      isMine: true,
    });
    assert.match((await run('subscriptions', '--folder', '22')).stdout, /^0 subscriptions\.\n$/);

    assert.equal((await run('unsubscribe', id)).stdout, `Subscription ${id} is removed.\n`);
    const secondRemoval = await run('unsubscribe', id);
    assert.equal(secondRemoval.code, 1);
    assert.match(secondRemoval.stderr, /^SUBSCRIPTION_NOT_FOUND: /);
  });

  it('asks the owner of the address to confirm with --confirm', async (t) => {
    const { root, subscribe } = await openCommands(t);
    const { code, stdout } = await subscribe(
      '--to',
      `${canary('mail address')}@example.com`,
      '--confirm',
    );
    assert.equal(code, 0);
    assert.match(stdout, /, pending: /);
    const [name = assert.fail()] = await readdir(join(root, 'outbox'));
    const mail = await simpleParser(await readFile(join(root, 'outbox', name)));
    assert.match(mail.text ?? '', /http:\/\/127\.0\.0\.1:8080\/subscriptions\/confirm\//);
  });

  it('prints the signing key of a webhook once, and of its URL only the host', async (t) => {
    const { root, run, subscribe } = await openCommands(t);
    const url = `https://hooks.example.com/${canary('subscription URL')}-path`;
    const to = ['--to', url, '--channel', 'webhook'];
    const { stdout } = await subscribe(...to);
    assert.match(stdout, /\nSigning key: whsec_[A-Za-z0-9+/]{43}=\n$/);
    assert.doesNotMatch((await subscribe(...to)).stdout, /whsec/);
    const [id = ''] = /21-[0-9a-v]{20}/.exec(stdout) ?? [];
    const renewed = await run('subscriptions', '--new-signing-key', id);
    assert.match(renewed.stdout, /^Signing key: whsec_[A-Za-z0-9+/]{43}=\n$/);
    assert.ok(!stdout.includes(renewed.stdout));
    const list = await run('subscriptions');
    assert.match(list.stdout, /webhook\s+hooks\.example\.com\/…path\s+ready\s+always/);
    assert.ok(!list.stdout.includes(uniquePartOf('subscription URL')));
    assert.equal((await stat(join(root, 'subscriptions'))).mode & 0o777, 0o700);
  });

  it('lists every problem of its options, and needs a folder with a report', async (t) => {
    const { run, subscribe } = await openCommands(t);
    const invalidRun = await run(
      'subscribe',
      ...['--to', 'https://hooks.example.com/', '--at', 'Monday', '--zone', 'Nowhere'],
      ...['--only', 'news', '--attach', 'doc', '--language', 'xx'],
    );
    assert.equal(invalidRun.code, 2);
    for (const name of ['folder', 'to', 'at', 'zone', 'only', 'attach', 'language']) {
      assert.match(invalidRun.stderr, new RegExp(`^  --${name} `, 'm'));
    }
    assert.doesNotMatch(invalidRun.stderr, /hooks\.example/);
    const to = ['--to', 'a@example.com'];
    const missing = await run('subscribe', '--folder', '22', ...to);
    assert.equal(missing.code, 1);
    assert.match(missing.stderr, /^REPORT_NOT_FOUND: .*\(folder 22, .*check --folder and --store/);
    const emptyStore = `file:${await temporaryFolder(t)}`;
    const empty = await runCommand('subscribe', ['--folder', '21', ...to, '--store', emptyStore]);
    assert.match(empty.stderr, /^REPORT_NOT_FOUND: .*\(folder 21, .*check --folder and --store/);
    assert.equal((await subscribe(...to, '--channel', 'slack')).code, 2);
    assert.equal((await run('unsubscribe')).code, 2);
  });
});

describe('deliveries', () => {
  it('shows what is expected, and refuses to send again what was not sent', async (t) => {
    const { run, subscribe } = await openCommands(t);
    const { stdout } = await subscribe('--to', 'a@example.com', '--json');
    const [id = ''] = /21-[0-9a-v]{20}/.exec(stdout) ?? [];
    const deliveryList = await run('deliveries', '--week', '2098-W01');
    assert.equal(deliveryList.code, 0, deliveryList.stderr);
    assert.match(
      deliveryList.stdout,
      new RegExp(`${id}\\s+mail\\s+a@example\\.com\\s+no report yet`),
    );
    // The time of its message was over before there was a subscription.
    const old = await run('deliveries', '--week', WEEK);
    assert.equal(old.stdout, `${WEEK}: 0 subscriptions.\n`);
    const sendAgainRun = await run('deliveries', '--week', WEEK, '--send-again', id);
    assert.equal(sendAgainRun.code, 1);
    assert.match(sendAgainRun.stderr, /^DELIVERY_STATE: /);
  });
});
