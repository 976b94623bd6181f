// The outbox: a file for each message, with a name that people can read.
import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { simpleParser } from 'mailparser';
import { openMailSender } from '../../../lib/adapters/mail/index.ts';
import type { MessageSender } from '../../../lib/ports/deliveries.ts';
import {
  confirmationMail,
  NOW,
  RENDERERS,
  reportMail,
  SETTINGS,
} from '../../support/mail/outgoing-mails.ts';
import { temporaryFolder } from '../../support/run-command.ts';

function open(folder: string, rate = 1000): MessageSender {
  return openMailSender({
    settings: { ...SETTINGS, transport: { kind: 'file', folder }, rate },
    password: () => Promise.resolve(null),
    renderers: RENDERERS,
    clock: () => NOW,
  });
}

describe('the outbox', () => {
  it('has one readable file for each message id, and no other', async (test) => {
    const folder = join(await temporaryFolder(test), 'not', 'there');
    const sender = open(folder);
    const outcome = await sender.send(reportMail());
    const otherMail = reportMail({
      messageId: 'other',
      view: { name: '../../etc/\u0000 "x"\n' },
    });
    await Promise.all([
      sender.send(reportMail()),
      sender.send(otherMail),
      sender.send(confirmationMail()),
    ]);
    const names = (await readdir(folder)).toSorted();
    assert.deepEqual(
      names,
      [
        '2026-W46 Security control, Terminal 2 0ddd0de5a07d.eml',
        '2026-W46 etc x d9298a10d1b0.eml',
        'أكّد اشتراكك في التقارير الأسبوعية da3d996354cf.eml',
      ].toSorted(),
    );
    assert.deepEqual(outcome, { state: 'sent', transportId: names[0] });
    const mail = await simpleParser(await readFile(join(folder, names[0] ?? '')));
    assert.equal(mail.subject, reportMail().message.subject);
  });

  it('is readable by its owner only, with its messages and not the folders above', async (test) => {
    const root = await temporaryFolder(test);
    const [plain, above] = [join(root, 'plain'), join(root, 'above')];
    await mkdir(plain);
    await open(join(above, 'outbox')).send(reportMail());
    const [name = assert.fail()] = await readdir(join(above, 'outbox'));
    const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o777;
    assert.equal(await modeOf(above), await modeOf(plain));
    assert.equal(await modeOf(join(above, 'outbox')), 0o700);
    assert.equal(await modeOf(join(above, 'outbox', name)), 0o600);
  });

  it('is named by the title, cut where a file system requires it, and by the message id alone without any', async (test) => {
    const folder = await temporaryFolder(test);
    const sender = open(folder);
    const sendTitled = (messageId: string, name: string) =>
      sender.send(reportMail({ messageId, view: { name } }));
    await sendTitled('long', 'x'.repeat(300));
    const { message, ...confirmation } = confirmationMail();
    for (const subject of ['? . ?', '«Hei»']) {
      await sender.send({ ...confirmation, messageId: subject, message: { ...message, subject } });
    }
    assert.deepEqual((await readdir(folder)).toSorted(), [
      `2026-W46 ${'x'.repeat(188)}… fc66f021c67d.eml`,
      '9250cc534202.eml',
      '«Hei» 957f663558e9.eml',
    ]);
  });

  it('has nothing of a message whose file cannot be replaced', async (test) => {
    const folder = await temporaryFolder(test);
    const name = '2026-W46 Security control, Terminal 2 0ddd0de5a07d.eml';
    await mkdir(join(folder, name));
    assert.deepEqual(await open(folder).send(reportMail()), {
      state: 'notSent',
      reason: 'OUTBOX_EISDIR',
      retryAfterSeconds: null,
    });
    assert.deepEqual(await readdir(folder), [name]);
  });

  it('is told apart from a message that was sent when it cannot be written', async (test) => {
    const folder = join(await temporaryFolder(test), 'file');
    await writeFile(folder, '');
    assert.deepEqual(await open(folder).send(reportMail()), {
      state: 'notSent',
      reason: 'OUTBOX_EEXIST',
      retryAfterSeconds: null,
    });
  });
});

describe('a sender', () => {
  it('keeps its rate however many messages wait', async (test) => {
    const sender = open(await temporaryFolder(test), 20);
    const start = performance.now();
    await Promise.all(
      Array.from({ length: 11 }, (_, index) => sender.send(reportMail({ messageId: `m${index}` }))),
    );
    // Ten at once, and one after half a second; timers may end a millisecond early.
    assert(performance.now() - start >= 495);
  });
});
