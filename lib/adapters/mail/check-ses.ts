// What SES says of the account and of the sender's identity. Loaded where mail is sent with SES: the SDK is large.
import type { GetEmailIdentityCommandOutput, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { failureReason } from '../../shared/failure.ts';
import { mailDomain } from '../../shared/mail-address.ts';
import { createCheckFactory, type MailCheck } from './check-dns.ts';
import type { MailSettings, SesTransport } from './mail-settings.ts';
import { createSesClient, type SesConnection } from './ses.ts';

/** `mailFromDomain`: the domain that bounces go to; null for one of Amazon's. */
interface SesChecks {
  readonly checks: readonly MailCheck[];
  readonly mailFromDomain: string | null;
}

export async function checkSes(
  { from, rate }: Pick<MailSettings, 'from' | 'rate'>,
  { configurationSet }: SesTransport,
  options: { readonly connection?: SesConnection },
): Promise<SesChecks> {
  const client = createSesClient(options);
  const [account, identity] = await Promise.all([
    checkAccount(client, rate),
    readIdentity(client, from.address),
  ]);
  client.destroy();
  const isRead = typeof identity !== 'string';
  const bouncesCheck = createCheckFactory('bounces');
  return {
    checks: [
      ...account,
      ...(isRead ? describeIdentity(identity) : [identityNotRead(identity)]),
      configurationSet === null
        ? bouncesCheck(
            'warning',
            'bounces and complaints do not end subscriptions',
            'Name a configuration set with events: REPORTS_MAIL=ses:NAME.',
          )
        : bouncesCheck('ok', `events of ${configurationSet}`),
    ],
    mailFromDomain: isRead ? (identity.MailFromAttributes?.MailFromDomain ?? null) : null,
  };
}

async function checkAccount(client: SESv2Client, rate: number): Promise<readonly MailCheck[]> {
  const check = createCheckFactory('SES account');
  try {
    const account = await client.send(new GetAccountCommand({}));
    const { ProductionAccessEnabled, SendingEnabled, SendQuota = {} } = account;
    const { Max24HourSend = 0, SentLast24Hours = 0, MaxSendRate = 0 } = SendQuota;
    const checks: MailCheck[] = [];
    if (SendingEnabled !== true) {
      checks.push(check('problem', 'sending is paused', 'See the account in the SES console.'));
    }
    checks.push(
      ProductionAccessEnabled === true
        ? check(
            'ok',
            `production access, ${SentLast24Hours} of ${Max24HourSend} messages in the last 24 hours`,
          )
        : check(
            'problem',
            'the account is in the sandbox: only verified addresses get messages',
            'Request production access in the SES console.',
          ),
    );
    if (rate > MaxSendRate) {
      checks.push(
        check(
          'warning',
          `REPORTS_MAIL_RATE is ${rate}, but SES accepts ${MaxSendRate} messages a second`,
          `Set REPORTS_MAIL_RATE to ${MaxSendRate} or less, or request a higher quota.`,
        ),
      );
    }
    return checks;
  } catch (error) {
    return [
      check(
        'problem',
        `could not be read (${failureReason(error)})`,
        'Check the region and the credentials, and allow ses:GetAccount.',
      ),
    ];
  }
}

/** The identity of the domain, or else of the address; the reason when neither can be read. */
async function readIdentity(
  client: SESv2Client,
  address: string,
): Promise<GetEmailIdentityCommandOutput | string> {
  let reason = '';
  for (const EmailIdentity of [mailDomain(address), address]) {
    try {
      return await client.send(new GetEmailIdentityCommand({ EmailIdentity }));
    } catch (error) {
      reason = failureReason(error);
      if (reason !== 'NotFoundException') return reason;
    }
  }
  return reason;
}

function identityNotRead(reason: string): MailCheck {
  const check = createCheckFactory('SES identity');
  return reason === 'NotFoundException'
    ? check(
        'problem',
        'neither the domain nor the address of REPORTS_MAIL_FROM is an identity of SES in this region',
        'Create the domain as an identity, and add the DNS records that SES shows.',
      )
    : check(
        'problem',
        `could not be read (${reason})`,
        'Check the region and the credentials, and allow ses:GetEmailIdentity.',
      );
}

function describeIdentity(identity: GetEmailIdentityCommandOutput): readonly MailCheck[] {
  const { VerifiedForSendingStatus, DkimAttributes = {} } = identity;
  const { Status = 'NOT_STARTED', SigningEnabled } = DkimAttributes;
  const isSigned = Status === 'SUCCESS' && SigningEnabled === true;
  const identityCheck = createCheckFactory('SES identity');
  const dkimCheck = createCheckFactory('DKIM');
  return [
    VerifiedForSendingStatus === true
      ? identityCheck('ok', 'verified for sending')
      : identityCheck(
          'problem',
          'not verified for sending',
          'Add the DNS records that SES shows for the identity.',
        ),
    isSigned
      ? dkimCheck('ok', 'SES signs messages')
      : dkimCheck(
          'problem',
          `SES does not sign messages (${SigningEnabled === true ? Status : 'off'})`,
          'Add the three CNAME records that SES shows, and switch DKIM on.',
        ),
  ];
}
