// The MIME of messages, read back by a parser of other authors.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ParsedMail } from 'mailparser';
import { simpleParser } from 'mailparser';
import { composeMail, type OutgoingMail } from '../../../../lib/adapters/mail/mime.ts';
import type { MailSettings } from '../../../../lib/adapters/mail/mail-settings.ts';
import {
  confirmationMail,
  NOW,
  PDF_BYTES,
  RENDERERS,
  reportMail,
  SETTINGS,
  UNSUBSCRIBE_URL,
} from '../../../support/mail/outgoing-mails.ts';
import { downloadName } from '../../../../lib/reports/download-name.ts';
import { anyCharacter, fc } from '../../../support/property-settings.ts';
import { SCRIPT_SAMPLES } from '../../../support/scripts-of-the-world.ts';

function fileNameOf(name: string): string {
  return downloadName({ folder: { key: 41004, name }, week: '2026-W46' }, 'pdf').text;
}

async function compose(
  outgoing: OutgoingMail,
  settings: Pick<MailSettings, 'from' | 'replyTo'> = SETTINGS,
): Promise<Buffer> {
  return (await composeMail(outgoing, { settings, renderers: RENDERERS, at: NOW })).bytes;
}

async function parse(outgoing: OutgoingMail): Promise<ParsedMail> {
  return simpleParser(await compose(outgoing));
}

const REPORT_HEADERS = [
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
  'x-auto-response-suppress',
  'content-language',
  'feedback-id',
  'x-subscription-id',
  'x-receipt-id',
  'from',
  'to',
  'reply-to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
];

function headerNames({ headerLines }: ParsedMail): readonly string[] {
  return headerLines.map(({ key }) => key);
}

/** RFC 5322: ASCII in lines of at most 998 characters, which end with CR LF; headers are visible. */
function assertValidLines(bytes: Buffer): void {
  const text = bytes.toString('latin1');
  assert.match(text, /^[\x01-\x7f]*$/);
  assert.match(text.slice(0, text.indexOf('\r\n\r\n')), /^[\t\r\n\x20-\x7e]*$/);
  assert.doesNotMatch(text, /[^\r]\n|\r[^\n]/);
  assert(text.split('\r\n').every((line) => line.length <= 998));
}

describe('a message about a report', () => {
  it('has the headers of a subscription, text and HTML as alternatives, and the PDF', async () => {
    const mail = await parse(reportMail());
    assert.deepEqual(headerNames(mail).toSorted(), REPORT_HEADERS.toSorted());
    assert.equal(mail.from?.text, '"Weekly reports" <reports@reports.example.com>');
    assert.equal(mail.replyTo?.text, '"Support" <support@example.com>');
    assert(mail.to !== undefined && !Array.isArray(mail.to));
    assert.deepEqual(mail.to.value, [{ address: 'ana+reports@example.com', name: '' }]);
    assert.equal(mail.subject, 'Security control, Terminal 2 53 (was 70) · week 46');
    assert.equal(
      mail.messageId,
      '<2026-W46-41004-ab2cd3ef4gh5ij6kl7mn-report@reports.example.com>',
    );
    assert.equal(mail.date?.getTime(), NOW);
    const values = Object.fromEntries(mail.headerLines.map(({ key, line }) => [key, line]));
    assert.equal(values['list-unsubscribe'], `List-Unsubscribe: <${UNSUBSCRIBE_URL}>`);
    assert.equal(
      values['list-unsubscribe-post'],
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
    );
    assert.equal(values['auto-submitted'], 'Auto-Submitted: auto-generated');
    assert.equal(values['x-auto-response-suppress'], 'X-Auto-Response-Suppress: OOF, AutoReply');
    assert.equal(values['content-language'], 'Content-Language: en');
    assert.equal(values['feedback-id'], 'Feedback-ID: 2026-W46:41004:report:fb-reports');
    assert.equal(values['x-subscription-id'], 'X-Subscription-ID: 41004-ab2cd3ef4gh5ij6kl7mn');
    assert.equal(
      values['x-receipt-id'],
      'X-Receipt-ID: 2026-W46-41004-ab2cd3ef4gh5ij6kl7mn-report',
    );
    assert.equal(mail.text?.trim(), RENDERERS.text(reportMail()).trim());
    assert.equal(mail.html, RENDERERS.html(reportMail()));
    const [attachment, ...others] = mail.attachments;
    assert(attachment !== undefined && others.length === 0);
    assert.equal(attachment.filename, 'Turvatarkastus – Terminaali 2, 2026-W46.pdf');
    assert.equal(attachment.contentType, 'application/pdf');
    assert.equal(attachment.contentDisposition, 'attachment');
    assert(attachment.content.equals(PDF_BYTES));
  });

  it('has the same bytes for the same message at the same time, and another boundary otherwise', async () => {
    const [first, second, other] = await Promise.all([
      compose(reportMail()),
      compose(reportMail()),
      compose(reportMail({ messageId: 'other' })),
    ]);
    assert(first.equals(second));
    const boundaryOf = (bytes: Buffer) => /boundary="([^"]+)"/.exec(bytes.toString('latin1'))?.[1];
    assert.notEqual(boundaryOf(first), boundaryOf(other));
    assertValidLines(first);
  });

  it('has no unsubscribe headers without an https link', async () => {
    for (const unsubscribeUrl of [
      null,
      'http://127.0.0.1:8080/x',
      'https://h/a b',
      'https://h/>',
      'javascript:https://h/',
    ]) {
      const names = headerNames(await parse(reportMail({ unsubscribeUrl })));
      assert(!names.some((name) => name.startsWith('list-')), String(unsubscribeUrl));
    }
  });

  it('answers to the sender without an address for replies', async () => {
    const mail = await simpleParser(await compose(reportMail(), { ...SETTINGS, replyTo: null }));
    assert.equal(mail.replyTo, undefined);
  });

  it('cuts a long subject', async () => {
    const mail = await parse(reportMail({ subject: 'x'.repeat(10_000) }));
    assert.equal(mail.subject, `${'x'.repeat(199)}…`);
    const cutSubject = async (subject: string) => (await parse(reportMail({ subject }))).subject;
    assert.equal(await cutSubject('x'.repeat(200)), 'x'.repeat(200));
    assert.equal(await cutSubject(`${'x'.repeat(198)} yyy`), `${'x'.repeat(198)}…`);
  });

  it('keeps names in every script in subject, texts and file name', async () => {
    for (const [script, sample] of SCRIPT_SAMPLES) {
      const outgoing = reportMail({
        subject: sample,
        attachment: { fileName: fileNameOf(sample), bytes: PDF_BYTES },
      });
      const mail = await parse(outgoing);
      assert.equal(mail.subject, sample, script);
      assert.equal(mail.html, RENDERERS.html(outgoing), script);
      assert.equal(mail.attachments[0]?.filename, fileNameOf(sample), script);
    }
  });
});

describe('a message that asks for a confirmation', () => {
  it('has its language, no attachment and no unsubscribe headers', async () => {
    const mail = await parse(confirmationMail());
    const expected = REPORT_HEADERS.filter((name) => !name.startsWith('list-'));
    assert.deepEqual(headerNames(mail).toSorted(), expected.toSorted());
    assert.equal(mail.subject, 'أكّد اشتراكك في التقارير الأسبوعية');
    assert.equal(mail.headers.get('content-language'), 'ar');
    assert.equal(mail.headers.get('feedback-id'), '41004:confirmation:fb-reports');
    assert.deepEqual(mail.attachments, []);
  });
});

const HOSTILE_PARTS = [
  '\r\n',
  '\n',
  '\r',
  '\r\n\r\n<script>',
  '\r\nBcc: victim@example.org\r\n',
  '\n Subject: other',
  '"',
  '\\',
  '<x@y>',
  '=?utf-8?Q?=0D=0ABcc:_a?=',
  '=?utf-8?B?',
  '?=',
  '\u202e',
  '\u2066',
  '\u0000',
  '\u007f',
  '\u0085',
  '\u2028',
  '\ud800',
  '\udc00',
  '😀',
  'é',
  'e\u0301',
  'مطار',
  '駅',
  ';',
  ',',
  ':',
  "'",
  '%0d%0a',
  '--',
  '.',
  ' ',
  '\t',
  'a',
  'x'.repeat(1_000),
  'long name '.repeat(1_000),
];

/** As header fields show it: one line of well-formed text, of at most 200 characters. */
function asShown(text: string): string {
  const line = text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  const characters = Array.from(line);
  return characters.length > 200 ? `${characters.slice(0, 199).join('').trimEnd()}…` : line;
}

const hostile = fc
  .array(
    fc.oneof(fc.constantFrom(...HOSTILE_PARTS), fc.string({ unit: anyCharacter, maxLength: 8 })),
    {
      minLength: 1,
      maxLength: 8,
    },
  )
  .map((parts) => parts.join(''));

describe('a hostile name', () => {
  it('adds no header, and is the decoded subject', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (subject, name, language) => {
        const bytes = await compose(
          reportMail({
            subject: `s${subject}`,
            view: { name: subject, language },
            attachment: { fileName: fileNameOf(name), bytes: PDF_BYTES },
          }),
          { from: { name: asShown(subject), address: 'a@example.com' }, replyTo: null },
        );
        assertValidLines(bytes);
        const mail = await simpleParser(bytes);
        const names = headerNames(mail);
        const expected = REPORT_HEADERS.filter((name) => name !== 'reply-to');
        // A header without content is left out.
        assert.deepEqual(
          names.toSorted(),
          expected.filter((name) => names.includes(name)).toSorted(),
        );
        assert(expected.length - names.length <= 1);
        assert.equal(mail.subject, asShown(`s${subject}`));
        assert.equal(mail.from?.value[0]?.address, 'a@example.com');
        assert.equal(mail.attachments.length, 1);
        assert.equal(mail.attachments[0]?.filename, fileNameOf(name));
        assert.equal(mail.attachments[0].content.equals(PDF_BYTES), true);
      }),
      { numRuns: 150 },
    );
  });
});
