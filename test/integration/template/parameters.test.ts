// Checks of the deployment parameters report every problem before anything is packaged.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { checkParameters, PARAMETERS } from '../../../infra/parameters.ts';

function readTexts(path: string): Record<string, string> {
  const text = readFileSync(new URL(`../../../infra/${path}`, import.meta.url), 'utf8');
  const values = z.record(z.string(), z.union([z.string(), z.number()])).parse(JSON.parse(text));
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

const DEFAULTS = readTexts('defaults.json');
/** Made from other parameters. */
const DERIVED = ['callers', 'mailAddress', 'mailIdentityName', 'mailSenderRate'];
const GIVEN = readTexts('stages/example.json');

function problemsOf(more: Readonly<Record<string, string>>): readonly string[] {
  return checkParameters({ ...GIVEN, ...more }, DEFAULTS).problems;
}

describe('the parameters of a deployment', () => {
  it('accepts region, account, bucket, API address and secret name as complete', () => {
    assert.deepEqual(problemsOf({}), []);
  });

  it('checks the parameters as a whole: every missing one is listed', () => {
    const { problems } = checkParameters({}, DEFAULTS);
    assert.deepEqual(
      problems.map((problem) => problem.split(' ', 1)[0]),
      ['region', 'account', 'bucket', 'apiUrl', 'secretName'],
    );
  });

  it('have a valid default unless they are required', () => {
    const optionalNames = Object.keys(PARAMETERS).filter(
      (name) => PARAMETERS[name]?.required !== true,
    );
    assert.deepEqual(
      Object.keys(DEFAULTS)
        .filter((name) => !DERIVED.includes(name))
        .sort(),
      optionalNames.sort(),
    );
    const otherDefaults = Object.entries(DEFAULTS).filter(
      ([name]) => name !== 'retentionDays' && !DERIVED.includes(name),
    );
    assert.deepEqual(problemsOf(Object.fromEntries(otherDefaults)), []);
  });

  it('have names with suggestions for spelling mistakes', () => {
    assert.deepEqual(problemsOf({ locales: 'en' }), [
      'locales is not a parameter; did you mean locale?',
    ]);
  });

  it('are told for earlier names, with how the value is written', () => {
    assert.deepEqual(
      problemsOf({ settleHours: '6', secondLook: 'P1D', apiHeaderPrefix: 'X-ACME' }),
      [
        'settleHours is now settle, a duration: PT6H for 6 hours',
        'secondLook is now reconcile, with the same durations: P1D,P8D',
        'apiHeaderPrefix is now a part of apiAuth: headers:X-ACME',
      ],
    );
  });

  it('reports parameters without their values', () => {
    const wrongValues = Object.fromEntries(
      Object.keys(PARAMETERS).map((name) => [name, 'sec ret…']),
    );
    const { problems } = checkParameters(wrongValues, DEFAULTS);
    assert.ok(problems.length >= Object.keys(PARAMETERS).length);
    assert.doesNotMatch(problems.join('\n'), /sec ret/);
  });

  const refusedValues: readonly (readonly [string, string])[] = [
    ['region', 'Ireland'],
    ['region', 'eu-west-1a'],
    ['account', '12345678901'],
    ['bucket', 'My_Bucket'],
    ['apiUrl', 'http://feedback.example.com'],
    ['apiUrl', 'https://feedback.example.com/v1'],
    ['apiUrl', 'https://me:pw@feedback.example.com'],
    ['secretName', '{"clientId":"x"}'],
    ['secretName', 'arn:aws:secretsmanager:eu-west-1:000000000000:secret:x'],
    ['settle', 'PT169H'],
    ['reconcile', 'Thursday'],
    ['schedule', 'cron(0 6 * * MON *)'],
    ['schedule', 'rate(2 hours)'],
    ['schedule', 'cron(0 6 ? * MON *)'],
    ['apiAuth', 'headers:X SVC'],
    ['retentionDays', '7'],
    ['workers', '1'],
    ['workers', '5'],
    ['jwtIssuer', 'https://id.example.com'],
    ['mail', 'ses'],
    ['mail', 'on'],
    ['mailFrom', 'reports'],
    ['mailFrom', 'Reports reports@example.com'],
    ['mailFrom', 'Reports <reports@example.com>\r\nBcc: other@example.com'],
    ['mailFrom', 'reports@${file(secret)}'],
    ['mailReplyTo', 'Replies <replies@example.com>'],
    ['mailDomains', 'example.com, example.org'],
    ['mailDomains', '@example.com'],
    ['mailIdentity', 'arn:aws:ses:eu-north-1:000000000000:identity/example.com'],
    ['mailIdentity', 'https://example.com'],
    ['mailRate', '0'],
    ['accessLinks', 'true'],
    ['analytics', 'athena'],
    ['analyticsScanGb', '0'],
    ['notes', 'yes'],
    ['alarmTopic', 'alarms'],
    ['alarmTopic', 'arn:aws:sns:eu-north-1:000000000000:alarms'],
    ['alarmTopic', 'arn:aws:sns:eu-west-1:000000000001:alarms'],
  ];
  for (const [name, value] of refusedValues) {
    it(`refuse ${name} ${value}`, () => {
      assert.equal(problemsOf({ [name]: value }).length, 1);
    });
  }

  it('name a valid schedule when one runs less than once an hour', () => {
    assert.match(problemsOf({ schedule: 'rate(6 hours)' }).join(), /once an hour.*rate\(1 hour\)/);
  });

  it('use an identity provider instead of API tokens when issuer and audience are set', () => {
    const jwt = { jwtIssuer: 'https://id.example.com', jwtAudience: 'reports' };
    assert.equal(checkParameters({ ...GIVEN, ...jwt }, DEFAULTS).parameters['callers'], 'jwt');
    assert.equal(checkParameters(GIVEN, DEFAULTS).parameters['callers'], 'tokens');
  });

  it('derive the identity from the sender, unless it is given', () => {
    const derive = (more: Readonly<Record<string, string>>) => {
      const { parameters, problems } = checkParameters({ ...GIVEN, mail: 'on', ...more }, DEFAULTS);
      assert.deepEqual(problems, []);
      return DERIVED.slice(1).map((name) => parameters[name]);
    };
    for (const mailFrom of ['reports@mail.example.com', 'Rapports é <reports@mail.example.com>']) {
      const address = 'reports@mail.example.com';
      assert.deepEqual(derive({ mailFrom }), [address, 'mail.example.com', undefined]);
      const arn = 'arn:aws:ses:eu-west-1:000000000000:identity/example.com';
      const mailParameters = { mailFrom, mailIdentity: arn, mailRate: '1' };
      assert.deepEqual(derive(mailParameters), [address, 'example.com', '0.5']);
      assert.deepEqual(derive({ mailFrom, mailIdentity: address })[1], address);
    }
  });

  it('refuse a sender that the identity does not cover', () => {
    for (const mailIdentity of ['example.org', 'other@example.com', 'ample.com']) {
      const mail = { mail: 'on', mailFrom: 'reports@example.com', mailIdentity };
      assert.deepEqual(problemsOf(mail), [
        'mailFrom must be an address of the domain in mailIdentity',
      ]);
    }
  });
});
