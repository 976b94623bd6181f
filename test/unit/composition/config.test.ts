import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULTS, readConfig, type Environment } from '../../../lib/composition/config.ts';
import { SETTINGS } from '../../../lib/composition/settings.ts';
import { closestName } from '../../../lib/shared/closest-name.ts';
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
    ['FEEDBACK_API_AUTH', 'headers:X SVC'],
    ['FEEDBACK_API_AUTH', 'basic:X-SVC'],
    ['FEEDBACK_API_REVERSED_SCALE', 'mirror'],
    ['REPORTS_STORE', 'somewhere'],
    ['REPORTS_STORE', 'file:'],
    ['REPORTS_STORE', 'file://elsewhere/x'],
    ['REPORTS_STORE', 'file:~/reports'],
    ['REPORTS_PAPER', 'a4'],
    ['REPORTS_MIN_RESPONSES', '0'],
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
    ['REPORTS_FACTS', 'yes'],
    ['REPORTS_NOTES', 'yes'],
    ['REPORTS_MAIL', 'sendmail'],
    ['REPORTS_MAIL', 'smtp:///inbox'],
    ['REPORTS_MAIL', 'smtp://mail.example.com/inbox'],
    ['REPORTS_MAIL', 'smtp://mail.example.com?tls=no'],
    ['REPORTS_MAIL', 'smtp://mail.example.com:0'],
    ['REPORTS_MAIL', 'http://mail.example.com'],
    ['REPORTS_MAIL', 'file:~/outbox'],
    ['REPORTS_MAIL_FROM', 'Reports'],
    ['REPORTS_MAIL_FROM', 'Reports <a@example.com>, <b@example.com>'],
    ['REPORTS_MAIL_FROM', 'a@example.com\r\nBcc: b@example.com'],
    ['REPORTS_MAIL_REPLY_TO', '@example.com'],
    ['REPORTS_MAIL_PASSWORD', 'two words'],
    ['REPORTS_MAIL_DOMAINS', 'example.com,@example.org'],
    ['REPORTS_MAIL_DOMAINS', 'localhost'],
    ['REPORTS_MAIL_RATE', '0'],
    ['REPORTS_MAIL_RATE', 'a thousand'],
    ['REPORTS_MAIL', 'ses:a set'],
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
    const FROM = { REPORTS_MAIL_FROM: 'Weekly reports <reports+a@example.com>' } as const;
    const from = { name: 'Weekly reports', address: 'reports+a@example.com' };
    const common = { password: null, from, replyTo: null, rate: 14 };

    it('has files beside the reports by default, and no mail with a bucket or a secret', () => {
      const folderOf = (environment: Environment, store?: string): string | null | undefined => {
        const transport = mailOf(environment, store)?.transport;
        return transport?.kind === 'file' ? transport.folder : null;
      };
      assert.equal(folderOf({ REPORTS_STORE: 'file:/srv/reports' }), '/srv/reports/outbox');
      assert.equal(folderOf({}, 'file:./elsewhere'), 'elsewhere/outbox');
      assert.equal(folderOf({ REPORTS_MAIL: 'file:./out' }, 's3://our-reports'), './out');
      assert.equal(mailOf({ REPORTS_STORE: 's3://our-reports' }), null);
      assert.equal(mailOf({}, 's3://our-reports'), null);
      assert.equal(mailOf({ REPORTS_SECRET: 'prod' }), null);
    });

    it('has internationalized domains in their ASCII form', () => {
      const environment = {
        REPORTS_MAIL_FROM: 'Berichte <a@exämple.de>',
        REPORTS_MAIL_DOMAINS: 'Exämple.de, example.com',
      };
      const { config } = readConfig(environment, { api: 'none' });
      assert.equal(config?.mail?.from.address, 'a@xn--exmple-cua.de');
      assert.deepEqual(config.mailDomains, ['xn--exmple-cua.de', 'example.com']);
    });

    it('is SES, with a configuration set where one is named', () => {
      for (const [REPORTS_MAIL, configurationSet] of [
        ['ses', null],
        ['ses:prod', 'prod'],
      ] as const) {
        assert.deepEqual(mailOf({ ...FROM, REPORTS_MAIL }), {
          ...common,
          transport: { kind: 'ses', configurationSet },
        });
      }
    });

    it('is an SMTP server with TLS, which only this machine itself may do without', () => {
      const transportOf = (REPORTS_MAIL: string) => {
        const REPORTS_MAIL_PASSWORD = REPORTS_MAIL.includes('@') ? canary('mail password') : '';
        return mailOf({ ...FROM, REPORTS_MAIL, REPORTS_MAIL_PASSWORD })?.transport;
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
      const REPORTS_MAIL = 'smtp://ana@mail.example.com';
      const REPORTS_MAIL_PASSWORD = canary('mail password');
      const namesOf = (environment: Environment): readonly string[] =>
        readConfig(environment, { api: 'none' }).problems.map(({ name }) => name);
      assert.deepEqual(namesOf({ REPORTS_MAIL }), ['REPORTS_MAIL_FROM', 'REPORTS_MAIL_PASSWORD']);
      assert.deepEqual(namesOf({ REPORTS_MAIL: 'ses' }), ['REPORTS_MAIL_FROM']);
      assert.deepEqual(namesOf({ ...FROM, REPORTS_MAIL, REPORTS_MAIL_PASSWORD }), []);
      assert.deepEqual(namesOf({ ...FROM, REPORTS_MAIL, REPORTS_SECRET: 'prod' }), []);
      assert.deepEqual(
        namesOf({ ...FROM, REPORTS_MAIL, REPORTS_MAIL_PASSWORD, REPORTS_SECRET: 'prod' }),
        ['REPORTS_MAIL_PASSWORD'],
      );
      assert.deepEqual(
        namesOf({ ...FROM, REPORTS_MAIL: 'smtp://mail.example.com', REPORTS_MAIL_PASSWORD }),
        ['REPORTS_MAIL_PASSWORD'],
      );
      const { problems } = readConfig(
        { ...FROM, REPORTS_MAIL: `smtp://ana:${REPORTS_MAIL_PASSWORD}@mail.example.com` },
        { api: 'none' },
      );
      assert.equal(problems.length, 1);
      assert(!JSON.stringify(problems).includes(REPORTS_MAIL_PASSWORD));
    });

    it('restricts the domains of addresses, in lower case', () => {
      const { config } = readConfig(
        { REPORTS_MAIL_DOMAINS: 'Example.com, sub.example.org' },
        { api: 'none' },
      );
      assert.deepEqual(config?.mailDomains, ['example.com', 'sub.example.org']);
    });
  });

  it('treats an empty variable as not set, and ignores variables of other programs', () => {
    assert.deepEqual(
      problemsOf({ REPORTS_PAPER: '', REPORT_DIRECTORY_OF_SOMEBODY: 'x', HOME: '/' }),
      [],
    );
    assert.deepEqual(problemsOf({ FEEDBACK_API_TOKEN: '' }), ['FEEDBACK_API_TOKEN']);
  });

  describe('where AWS is used', () => {
    const IN_BUCKET = { REPORTS_STORE: 's3://our-reports' } as const;
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
    const lookOf = (REPORTS_RECONCILE: string) =>
      readConfig({ ...MINIMUM, REPORTS_RECONCILE }, { api: 'configured' }).config?.lookDelaysMs;
    assert.deepEqual(lookOf(''), [86_400_000, 8 * 86_400_000]);
    assert.deepEqual(lookOf('P30D'), [30 * 86_400_000]);
    assert.deepEqual(lookOf('P8D, PT36H,P8D'), [36 * 3_600_000, 8 * 86_400_000]);
    assert.deepEqual(lookOf('off'), []);
  });

  it('reads how long a week settles as a duration, in hours', () => {
    const hoursOf = (REPORTS_SETTLE: string) =>
      readConfig({ ...MINIMUM, REPORTS_SETTLE }, { api: 'configured' }).config?.settleHours;
    assert.deepEqual(['', 'PT0H', 'PT36H', 'P7D'].map(hoursOf), [6, 0, 36, 168]);
  });

  it('reads the prefix of the headers that credentials are sent in', () => {
    const authOf = (FEEDBACK_API_AUTH: string) => {
      const { config } = readConfig({ ...MINIMUM, FEEDBACK_API_AUTH }, { api: 'configured' });
      return [config?.api?.auth, config?.api?.headerPrefix];
    };
    assert.deepEqual(authOf('headers:X-ACME'), ['headers', 'X-ACME']);
    assert.deepEqual(authOf('headers'), ['headers', 'X-SVC']);
  });
});

describe('the names of settings', () => {
  const problemsWith = (environment: Environment): readonly string[] =>
    readConfig({ ...MINIMUM, ...environment }, { api: 'configured' }).problems.map(
      ({ name, problem }) => `${name} ${problem}`,
    );

  it('begin with REPORTS_, or with FEEDBACK_API_ where they are about the reporting API', () => {
    for (const name of Object.keys(SETTINGS)) assert.match(name, /^(REPORTS|FEEDBACK_API)_/);
  });

  it('are told for all earlier names at once, with how the value is written', () => {
    const environment = {
      REPORT_STORE: 'file:./secret-place',
      REPORT_MAIL_PASSWORD_FILE: '/run/secrets/mail',
      REPORT_SETTLE_HOURS: '6',
      REPORT_SECOND_LOOK: 'P1D',
      REPORT_MAIL_CONFIGURATION_SET: 'prod',
      FEEDBACK_API_HEADER_PREFIX: 'X-ACME',
      REPORTS_TEAMS_RATE: '4',
    };
    assert.deepEqual(problemsWith(environment), [
      'REPORT_STORE is now REPORTS_STORE, with the same value',
      'REPORT_MAIL_PASSWORD_FILE is now REPORTS_MAIL_PASSWORD_FILE, with the same value',
      'REPORT_SETTLE_HOURS is now REPORTS_SETTLE, a duration: REPORTS_SETTLE=PT6H for 6 hours',
      'REPORT_SECOND_LOOK is now REPORTS_RECONCILE, with the same durations: REPORTS_RECONCILE=P1D,P8D, or off',
      'REPORT_MAIL_CONFIGURATION_SET is now a part of REPORTS_MAIL: REPORTS_MAIL=ses:NAME',
      'FEEDBACK_API_HEADER_PREFIX is now a part of FEEDBACK_API_AUTH: FEEDBACK_API_AUTH=headers:X-ACME',
      'REPORTS_TEAMS_RATE is not a setting any more: remove it',
    ]);
  });

  it('are suggested for misspelt ones, those of files too', () => {
    assert.deepEqual(problemsWith({ REPORTS_PAPPER: 'A4', REPORTS_LINK_KEY_FIL: '/k' }), [
      'REPORTS_PAPPER is not a setting; did you mean REPORTS_PAPER?',
      'REPORTS_LINK_KEY_FIL is not a setting; did you mean REPORTS_LINK_KEY_FILE?',
    ]);
    assert.deepEqual(problemsWith({ REPORTS_LINK_KEY_FILE: '/k', REPORT_OF_SOMEBODY: 'x' }), []);
  });
});
