import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  DEFAULTS,
  closestName,
  readConfig,
  type Environment,
} from '../../../lib/composition/config.ts';
import { canary } from '../../support/secret-markers.ts';

const MINIMUM = {
  FEEDBACK_API_URL: 'https://api.example.com',
  FEEDBACK_API_CLIENT_ID: canary('client id'),
  FEEDBACK_API_TOKEN: canary('token'),
} as const;

function problemsOf(environment: Environment): readonly string[] {
  return readConfig({ ...MINIMUM, ...environment }, { api: 'configured' }).problems.map(
    ({ name }) => name,
  );
}

describe('the closest name', () => {
  it('is the first of the closest names within two edits', () => {
    const names = ['plan', 'prune', 'plans'];
    assert.equal(closestName('plant', names), 'plan');
    assert.equal(closestName('planss', names), 'plans');
    assert.equal(closestName('prun', names), 'prune');
    assert.equal(closestName('verify', names), undefined);
  });
});

describe('the configuration', () => {
  it('needs an address and credentials, and has a default for everything else', () => {
    const { config } = readConfig(MINIMUM, { api: 'configured' });
    assert.deepEqual(config, {
      ...DEFAULTS,
      api: {
        url: 'https://api.example.com',
        credentials: { clientId: canary('client id'), apiToken: canary('token') },
        auth: 'basic',
        headerPrefix: 'X-SVC',
      },
    });
    assert.deepEqual(
      readConfig({}, { api: 'configured' }).problems.map(({ name }) => name),
      ['FEEDBACK_API_URL', 'FEEDBACK_API_CLIENT_ID', 'FEEDBACK_API_TOKEN'],
    );
    assert.deepEqual(readConfig({}, { api: 'embedded' }).config, DEFAULTS);
  });

  // The tests in test/integration/bad-input cover the kinds of the catalogue of bad input.
  const refusedVariables: readonly (readonly [name: string, value: string])[] = [
    ['FEEDBACK_API_AUTH', 'digest'],
    ['FEEDBACK_API_HEADER_PREFIX', 'X SVC'],
    ['FEEDBACK_API_REVERSED_SCALE', 'mirror'],
    ['REPORT_STORE', 'somewhere'],
    ['REPORT_STORE', 'file:'],
    ['REPORT_STORE', 'file://elsewhere/x'],
    ['REPORT_STORE', 'file:~/reports'],
    ['REPORT_PAPER', 'a4'],
    ['REPORT_MIN_RESPONSES', '0'],
    ['REPORTS_PUBLIC_URL', 'http://reports.example.com'],
    ['REPORTS_API_TOKEN', 'short'],
    ['REPORTS_LINK_KEY', 'VGhpcyBrZXkgaGFzIG5vIGlkIGluIGZyb250IG9mIGl0'],
    ['REPORTS_LINK_KEY', 'a:tooshort'],
    ['REPORTS_LINK_KEY', `a:${'k'.repeat(43)}`],
    ['REPORTS_LINK_KEY', 'a:changeme-changeme-changeme-changeme'],
    ['REPORTS_QUEUE_URL', 'queue'],
    ['REPORTS_STAGE', 'Prod!'],
    ['REPORTS_EVENT_BUS', 'a bus'],
    ['REPORTS_WEBHOOKS', 'yes'],
    ['REPORT_FACTS', 'yes'],
    ['REPORTS_NOTES', 'yes'],
    ['REPORT_MAIL', 'sendmail'],
    ['REPORT_MAIL', 'smtp:///inbox'],
    ['REPORT_MAIL', 'smtp://mail.example.com/inbox'],
    ['REPORT_MAIL', 'smtp://mail.example.com?tls=no'],
    ['REPORT_MAIL', 'smtp://mail.example.com:0'],
    ['REPORT_MAIL', 'http://mail.example.com'],
    ['REPORT_MAIL', 'file:~/outbox'],
    ['REPORT_MAIL_FROM', 'Reports'],
    ['REPORT_MAIL_FROM', 'Reports <a@example.com>, <b@example.com>'],
    ['REPORT_MAIL_FROM', 'a@example.com\r\nBcc: b@example.com'],
    ['REPORT_MAIL_REPLY_TO', '@example.com'],
    ['REPORT_MAIL_PASSWORD', 'two words'],
    ['REPORT_MAIL_DOMAINS', 'example.com,@example.org'],
    ['REPORT_MAIL_DOMAINS', 'localhost'],
    ['REPORT_MAIL_RATE', '0'],
    ['REPORT_MAIL_RATE', 'a thousand'],
    ['REPORT_MAIL_CONFIGURATION_SET', 'a set'],
    ['REPORTS_TEAMS_RATE', '101'],
    ['REPORTS_DELIVERY_QUEUE_URL', 'queue-of-messages'],
  ];
  for (const [name, value] of refusedVariables) {
    it(`refuses ${name}=${JSON.stringify(value)} by name, without its value`, () => {
      const { config, problems } = readConfig({ ...MINIMUM, [name]: value }, { api: 'configured' });
      assert.equal(config, null);
      assert.deepEqual(
        problems.map((problem) => problem.name),
        [name],
      );
      // Short ones may be a word of the advice.
      if (value.length > 5) assert.ok(!(problems[0]?.problem ?? '').includes(value));
    });
  }

  describe('of mail', () => {
    const mailOf = (environment: Environment, store?: string) =>
      readConfig(environment, { api: 'none', store }).config?.mail;
    const FROM = { REPORT_MAIL_FROM: 'Weekly reports <reports+a@example.com>' } as const;
    const from = { name: 'Weekly reports', address: 'reports+a@example.com' };
    const common = { password: null, from, replyTo: null, rate: 14 };

    it('has files beside the reports by default, and no mail with a bucket or a secret', () => {
      const folderOf = (environment: Environment, store?: string): string | null | undefined => {
        const transport = mailOf(environment, store)?.transport;
        return transport?.kind === 'file' ? transport.folder : null;
      };
      assert.equal(folderOf({ REPORT_STORE: 'file:/srv/reports' }), '/srv/reports/outbox');
      assert.equal(folderOf({}, 'file:./elsewhere'), 'elsewhere/outbox');
      assert.equal(folderOf({ REPORT_MAIL: 'file:./out' }, 's3://our-reports'), './out');
      assert.equal(mailOf({ REPORT_STORE: 's3://our-reports' }), null);
      assert.equal(mailOf({}, 's3://our-reports'), null);
      assert.equal(mailOf({ REPORTS_SECRET: 'prod' }), null);
    });

    it('has internationalized domains in their ASCII form', () => {
      const environment = {
        REPORT_MAIL_FROM: 'Berichte <a@exämple.de>',
        REPORT_MAIL_DOMAINS: 'Exämple.de, example.com',
      };
      const { config } = readConfig(environment, { api: 'none' });
      assert.equal(config?.mail?.from.address, 'a@xn--exmple-cua.de');
      assert.deepEqual(config.mailDomains, ['xn--exmple-cua.de', 'example.com']);
    });

    it('is SES with a configuration set', () => {
      const environment = { ...FROM, REPORT_MAIL: 'ses', REPORT_MAIL_CONFIGURATION_SET: 'prod' };
      assert.deepEqual(mailOf(environment), {
        ...common,
        transport: { kind: 'ses', configurationSet: 'prod' },
      });
    });

    it('is an SMTP server with TLS, which only this machine itself may do without', () => {
      const transportOf = (REPORT_MAIL: string) => {
        const REPORT_MAIL_PASSWORD = REPORT_MAIL.includes('@') ? canary('mail password') : '';
        return mailOf({ ...FROM, REPORT_MAIL, REPORT_MAIL_PASSWORD })?.transport;
      };
      const server = { kind: 'smtp', host: 'mail.example.com', port: 587, user: null } as const;
      assert.deepEqual(transportOf('smtp://mail.example.com'), { ...server, security: 'starttls' });
      assert.deepEqual(transportOf('smtp://ana%40example.com@mail.example.com:25/'), {
        ...server,
        port: 25,
        security: 'starttls',
        user: 'ana@example.com',
      });
      assert.deepEqual(transportOf('smtps://mail.example.com'), {
        ...server,
        port: 465,
        security: 'tls',
      });
      for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
        const transport = transportOf(`smtp://${host}:2525`);
        const plainHost = host.replaceAll(/[[\]]/g, '');
        assert.deepEqual(transport, { ...server, host: plainHost, port: 2525, security: 'none' });
      }
    });

    it('needs a sender, and a password exactly for a user, in one place', () => {
      const REPORT_MAIL = 'smtp://ana@mail.example.com';
      const REPORT_MAIL_PASSWORD = canary('mail password');
      const namesOf = (environment: Environment): readonly string[] =>
        readConfig(environment, { api: 'none' }).problems.map(({ name }) => name);
      assert.deepEqual(namesOf({ REPORT_MAIL }), ['REPORT_MAIL_FROM', 'REPORT_MAIL_PASSWORD']);
      assert.deepEqual(namesOf({ REPORT_MAIL: 'ses' }), ['REPORT_MAIL_FROM']);
      assert.deepEqual(namesOf({ ...FROM, REPORT_MAIL, REPORT_MAIL_PASSWORD }), []);
      assert.deepEqual(namesOf({ ...FROM, REPORT_MAIL, REPORTS_SECRET: 'prod' }), []);
      assert.deepEqual(
        namesOf({ ...FROM, REPORT_MAIL, REPORT_MAIL_PASSWORD, REPORTS_SECRET: 'prod' }),
        ['REPORT_MAIL_PASSWORD'],
      );
      assert.deepEqual(
        namesOf({ ...FROM, REPORT_MAIL: 'smtp://mail.example.com', REPORT_MAIL_PASSWORD }),
        ['REPORT_MAIL_PASSWORD'],
      );
      const { problems } = readConfig(
        { ...FROM, REPORT_MAIL: `smtp://ana:${REPORT_MAIL_PASSWORD}@mail.example.com` },
        { api: 'none' },
      );
      assert.equal(problems.length, 1);
      assert(!JSON.stringify(problems).includes(REPORT_MAIL_PASSWORD));
    });

    it('restricts the domains of addresses, in lower case', () => {
      const { config } = readConfig(
        { REPORT_MAIL_DOMAINS: 'Example.com, sub.example.org' },
        { api: 'none' },
      );
      assert.deepEqual(config?.mailDomains, ['example.com', 'sub.example.org']);
    });
  });

  it('treats an empty variable as not set, and ignores variables of other programs', () => {
    assert.deepEqual(
      problemsOf({ REPORT_PAPER: '', REPORT_DIRECTORY_OF_SOMEBODY: 'x', HOME: '/' }),
      [],
    );
    assert.deepEqual(problemsOf({ FEEDBACK_API_TOKEN: '' }), ['FEEDBACK_API_TOKEN']);
  });

  describe('where AWS is used', () => {
    const IN_BUCKET = { REPORT_STORE: 's3://our-reports' } as const;
    const brokenVariables = {
      AWS_REGION: '',
      AWS_ENDPOINT_URL: 'localhost:9000',
      AWS_ENDPOINT_URL_S3: 'nonsense',
      AWS_ENDPOINT_URL_SECRETS_MANAGER: 'ftp://127.0.0.1',
      AWS_ACCESS_KEY_ID: 'AKIA',
    } as const;
    const problemNames = (environment: Environment, store?: string): readonly string[] =>
      readConfig(environment, { api: 'none', store }).problems.map(({ name }) => name);

    it('reports every invalid variable of the AWS SDK without values', () => {
      const { problems } = readConfig({ ...IN_BUCKET, ...brokenVariables }, { api: 'none' });
      assert.deepEqual(problems.map(({ name }) => name).toSorted(), [
        'AWS_ENDPOINT_URL',
        'AWS_ENDPOINT_URL_S3',
        'AWS_ENDPOINT_URL_SECRETS_MANAGER',
        'AWS_REGION',
        'AWS_SECRET_ACCESS_KEY',
      ]);
      assert.doesNotMatch(JSON.stringify(problems), /nonsense|localhost:9000|"AKIA"/);
      for (const AWS_REGION of ['eu_west', 'eu west 1', '-', 'a.b']) {
        assert.deepEqual(problemNames({ ...IN_BUCKET, AWS_REGION }), ['AWS_REGION'], AWS_REGION);
      }
    });

    it('checks them also for a secret, and for the store of an option', () => {
      const environment = { AWS_REGION: '' };
      assert.deepEqual(problemNames({ ...environment, REPORTS_SECRET: 'prod' }), ['AWS_REGION']);
      assert.deepEqual(problemNames(environment, 's3://our-reports'), ['AWS_REGION']);
      assert.deepEqual(problemNames({ ...environment, ...IN_BUCKET }, 'file:./reports'), []);
    });

    it('accepts what the SDK accepts, and does not check the variables where AWS is not used', () => {
      for (const AWS_REGION of ['eu-west-1', 'us-gov-east-1', 'auto', 'garage', undefined]) {
        const AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:9000';
        assert.deepEqual(problemNames({ ...IN_BUCKET, AWS_REGION, AWS_ENDPOINT_URL_S3 }), []);
      }
      const empty = { AWS_ENDPOINT_URL_S3: '', AWS_PROFILE: '', AWS_ACCESS_KEY_ID: '' };
      assert.deepEqual(problemNames({ ...IN_BUCKET, ...empty }), []);
      assert.deepEqual(problemNames(brokenVariables), []);
    });
  });

  it('refuses REPORTS_LINK_KEY together with REPORTS_SECRET', () => {
    const environment = {
      REPORTS_SECRET: 'feedback-reports/prod',
      REPORTS_LINK_KEY: `a:${canary('link key')}`,
    };
    assert.deepEqual(
      readConfig(environment, { api: 'none' }).problems.map(({ name }) => name),
      ['REPORTS_LINK_KEY'],
    );
  });

  it('reads when weeks are compared again in milliseconds: one day and eight days later by default', () => {
    const lookOf = (REPORT_SECOND_LOOK: string) =>
      readConfig({ ...MINIMUM, REPORT_SECOND_LOOK }, { api: 'configured' }).config?.lookDelaysMs;
    assert.deepEqual(lookOf(''), [86_400_000, 8 * 86_400_000]);
    assert.deepEqual(lookOf('P30D'), [30 * 86_400_000]);
    assert.deepEqual(lookOf('P8D, PT36H,P8D'), [36 * 3_600_000, 8 * 86_400_000]);
    assert.deepEqual(lookOf('off'), []);
  });
});
