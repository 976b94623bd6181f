// Checks what SES says of the account and of the sender's identity. Nothing is sent.
import type { GetEmailIdentityCommandOutput, SESv2Client } from '@aws-sdk/client-sesv2';
import { GetAccountCommand, GetEmailIdentityCommand } from '@aws-sdk/client-sesv2';
import { failureReason } from '../../shared/failure.ts';
import { mailDomain } from '../../shared/mail-address.ts';
import type { MailCheck } from './check-dns.ts';
import type { MailSettings, SesTransport } from './mail-settings.ts';

/** `mailFromDomain`: the domain that bounces go to; null for one of Amazon's. */
export interface SesChecks {
  readonly checks: readonly MailCheck[];
  readonly mailFromDomain: string | null;
}

export async function checkSes(
  client: SESv2Client,
  { from, rate }: Pick<MailSettings, 'from' | 'rate'>,
  { configurationSet }: SesTransport,
): Promise<SesChecks> {
  const [account, identity] = await Promise.all([
    checkAccount(client, rate),
    readIdentity(client, from.address),
  ]);
  const isRead = typeof identity !== 'string';
  return {
    checks: [
      ...account,
      ...(isRead ? describeIdentity(identity) : [identityNotRead(identity)]),
      {
        name: 'bounces',
        ...(configurationSet === null
          ? {
              level: 'warning',
              result: 'bounces and complaints do not end subscriptions',
              advice: 'Set REPORT_MAIL_CONFIGURATION_SET to a configuration set with events.',
            }
          : { level: 'ok', result: `events of ${configurationSet}`, advice: null }),
      },
    ],
    mailFromDomain: isRead ? (identity.MailFromAttributes?.MailFromDomain ?? null) : null,
  };
}

async function checkAccount(client: SESv2Client, rate: number): Promise<readonly MailCheck[]> {
  const name = 'SES account';
  try {
    const account = await client.send(new GetAccountCommand({}));
    const { ProductionAccessEnabled, SendingEnabled, SendQuota = {} } = account;
    const { Max24HourSend = 0, SentLast24Hours = 0, MaxSendRate = 0 } = SendQuota;
    const checks: MailCheck[] = [];
    if (SendingEnabled !== true) {
      checks.push({
        name,
        level: 'problem',
        result: 'sending is paused',
        advice: 'See the account in the SES console.',
      });
    }
    checks.push(
      ProductionAccessEnabled === true
        ? {
            name,
            level: 'ok',
            result: `production access, ${SentLast24Hours} of ${Max24HourSend} messages in the last 24 hours`,
            advice: null,
          }
        : {
            name,
            level: 'problem',
            result: 'the account is in the sandbox: only verified addresses get messages',
            advice: 'Request production access in the SES console.',
          },
    );
    if (rate > MaxSendRate) {
      checks.push({
        name,
        level: 'warning',
        result: `REPORT_MAIL_RATE is ${rate}, but SES accepts ${MaxSendRate} messages a second`,
        advice: `Set REPORT_MAIL_RATE to ${MaxSendRate} or less, or request a higher quota.`,
      });
    }
    return checks;
  } catch (error) {
    return [
      {
        name,
        level: 'problem',
        result: `could not be read (${failureReason(error)})`,
        advice: 'Check the region and the credentials, and allow ses:GetAccount.',
      },
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
  const isMissing = reason === 'NotFoundException';
  return {
    name: 'SES identity',
    level: 'problem',
    result: isMissing
      ? 'neither the domain nor the address of REPORT_MAIL_FROM is an identity of SES in this region'
      : `could not be read (${reason})`,
    advice: isMissing
      ? 'Create the domain as an identity, and add the DNS records that SES shows.'
      : 'Check the region and the credentials, and allow ses:GetEmailIdentity.',
  };
}

function describeIdentity(identity: GetEmailIdentityCommandOutput): readonly MailCheck[] {
  const { VerifiedForSendingStatus, DkimAttributes = {} } = identity;
  const { Status = 'NOT_STARTED', SigningEnabled } = DkimAttributes;
  const isSigned = Status === 'SUCCESS' && SigningEnabled === true;
  return [
    {
      name: 'SES identity',
      ...(VerifiedForSendingStatus === true
        ? { level: 'ok', result: 'verified for sending', advice: null }
        : {
            level: 'problem',
            result: 'not verified for sending',
            advice: 'Add the DNS records that SES shows for the identity.',
          }),
    },
    {
      name: 'DKIM',
      ...(isSigned
        ? { level: 'ok', result: 'SES signs messages', advice: null }
        : {
            level: 'problem',
            result: `SES does not sign messages (${SigningEnabled === true ? Status : 'off'})`,
            advice: 'Add the three CNAME records that SES shows, and switch DKIM on.',
          }),
    },
  ];
}
