// Sending with SES: the SDK over a real socket, the raw message that arrives, and what each answer means for a message.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { simpleParser } from 'mailparser';
import { openMailSender } from '../../../lib/adapters/mail/index.ts';
import type { SesConnection } from '../../../lib/adapters/mail/ses.ts';
import type { MessageSender, SendOutcome } from '../../../lib/ports/deliveries.ts';
import { startSesServer, type SesAnswer } from '../../support/aws/ses-server.ts';
import { selfSigned } from '../../support/feedback-service/self-signed-certificate.ts';
import {
  NOW,
  PDF_BYTES,
  RENDERERS,
  reportMail,
  SETTINGS,
} from '../../support/mail/outgoing-mails.ts';
import { startWebhookReceiver } from '../webhook/webhook-receiver.ts';

function open(connection: SesConnection, sendTimeoutMs = 5_000): MessageSender {
  return openMailSender({
    settings: {
      ...SETTINGS,
      transport: { kind: 'ses', configurationSet: 'reports-prod' },
      rate: 1000,
    },
    password: () => Promise.resolve(null),
    renderers: RENDERERS,
    clock: () => NOW,
    connection,
    sendTimeoutMs,
  });
}

describe('a message with SES', () => {
  it('is a signed request with the raw MIME, the configuration set, the subscription and the receipt', async () => {
    await using server = await startSesServer();
    const sender = open(server.connection);
    assert.deepEqual(await sender.send(reportMail()), {
      state: 'sent',
      transportId: 'ses-message-1',
    });
    await sender.close();
    const [email, ...others] = server.emails;
    assert(email !== undefined && others.length === 0);
    const { raw, ...rest } = email;
    assert.deepEqual(rest, {
      FromEmailAddress: 'reports@reports.example.com',
      Destination: { ToAddresses: ['ana+reports@example.com'] },
      EmailTags: [
        { Name: 'subscription', Value: '41004-ab2cd3ef4gh5ij6kl7mn' },
        { Name: 'receipt', Value: '2026-W46-41004-ab2cd3ef4gh5ij6kl7mn-report' },
      ],
      ConfigurationSetName: 'reports-prod',
    });
    const parsedMail = await simpleParser(raw);
    assert.equal(parsedMail.subject, reportMail().message.subject);
    assert.equal(parsedMail.attachments[0]?.content.equals(PDF_BYTES), true);
  });
});

function notSent(reason: string): SendOutcome {
  return { state: 'notSent', reason, retryAfterSeconds: null };
}

function refused(reason: string): SendOutcome {
  return { state: 'refused', reason, endsSubscription: false };
}

function unknown(reason: string): SendOutcome {
  return { state: 'unknown', reason };
}

describe('an answer of SES', () => {
  const answers: readonly (readonly [answer: SesAnswer, outcome: SendOutcome])[] = [
    [{ status: 429, error: 'TooManyRequestsException' }, notSent('SES_THROTTLED')],
    [{ status: 400, error: 'ThrottlingException' }, notSent('SES_THROTTLED')],
    [{ status: 400, error: 'LimitExceededException' }, notSent('SES_LIMIT_EXCEEDED')],
    [{ status: 400, error: 'SendingPausedException' }, notSent('SES_SENDING_PAUSED')],
    [{ status: 403, error: 'AccessDeniedException' }, notSent('SES_ACCESS_DENIED')],
    [{ status: 404, error: 'NotFoundException' }, notSent('SES_NOT_FOUND')],
    [{ status: 400, error: 'Throttling' }, notSent('SES_THROTTLED')],
    [{ status: 400, error: 'AccountSuspendedException' }, notSent('SES_ACCOUNT_SUSPENDED')],
    [
      { status: 400, error: 'MailFromDomainNotVerifiedException' },
      notSent('SES_MAIL_FROM_NOT_VERIFIED'),
    ],
    [{ status: 499, error: 'SomethingElse' }, notSent('SES_499')],
    [{ status: 502, error: 'SomethingElse' }, unknown('SES_502')],
    [{ status: 504, error: 'SomethingElse' }, unknown('SES_504')],
    [{ status: 403, error: 'ExpiredTokenException' }, notSent('SES_403')],
    [{ status: 503, error: 'ServiceUnavailable' }, notSent('SES_503')],
    [{ status: 400, error: 'MessageRejected' }, refused('SES_MESSAGE_REJECTED')],
    [{ status: 400, error: 'BadRequestException' }, refused('SES_BAD_REQUEST')],
    [{ status: 500, error: 'InternalServiceErrorException' }, unknown('SES_500')],
    [{ status: 300, error: 'SomethingElse' }, unknown('SES_300')],
    ['broken', unknown('SES_SyntaxError')],
    ['die', unknown('SES_ECONNRESET')],
    ['silence', unknown('TIMEOUT')],
  ];
  for (const [answer, outcome] of answers) {
    const title = typeof answer === 'string' ? answer : `${answer.status} ${answer.error}`;
    it(`"${title}" means ${outcome.state}, and the SDK does not repeat the request`, async () => {
      await using server = await startSesServer();
      server.answer = answer;
      const sender = open(server.connection, answer === 'silence' ? 200 : 5_000);
      assert.deepEqual(await sender.send(reportMail()), outcome);
      assert.equal(server.emails.length, typeof answer === 'string' ? 1 : 0);
      await sender.close();
    });
  }

  it('is not needed where the name or the certificate of the endpoint is not valid', async () => {
    await using server = await startSesServer();
    await using untrusted = await startWebhookReceiver(undefined, 0, selfSigned());
    const { connection } = server;
    for (const endpoint of ['http://ses.invalid', untrusted.url]) {
      const sender = open({ ...connection, endpoint });
      assert.deepEqual(await sender.send(reportMail()), notSent('CONNECTION_FAILED'), endpoint);
    }
    assert.deepEqual(untrusted.received, []);
  });

  it('is not needed to know that nothing was sent without a connection or credentials', async () => {
    const server = await startSesServer();
    const { connection } = server;
    await server[Symbol.asyncDispose]();
    assert.deepEqual(await open(connection).send(reportMail()), notSent('CONNECTION_REFUSED'));
    const credentials = (): Promise<never> =>
      Promise.reject(Object.assign(new Error('no'), { name: 'CredentialsProviderError' }));
    assert.deepEqual(
      await open({ ...connection, credentials }).send(reportMail()),
      notSent('SES_CredentialsProviderError'),
    );
  });
});
