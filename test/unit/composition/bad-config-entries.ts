// Invalid settings, one entry for each phrase of the catalogue.
import type { CatalogueEntry } from '../../support/bad-input/catalogue.ts';
import {
  MINIMUM,
  refuses,
  refusesAll,
  refusesParameter,
  refusesSecret,
  accepts,
  type ConfigCase,
} from './bad-config-cases.ts';

const URL_NAME = 'FEEDBACK_API_URL';
const ID = 'FEEDBACK_API_CLIENT_ID';
const TOKEN = 'FEEDBACK_API_TOKEN';
const acceptsUrl = (text: string, expected: string): ConfigCase =>
  accepts({ [URL_NAME]: text }, ({ api }) => api?.url, expected);

const noSetting = (what: string): string => `there is no setting for ${what}`;

export const SETTINGS: readonly CatalogueEntry<ConfigCase>[] = [
  {
    of: 'base_url: missing',
    what: 'no address of the API',
    cases: [...refuses(URL_NAME, ''), ...refusesParameter('apiUrl', 'api.example.com')],
  },
  {
    of: 'base_url: http://',
    what: 'plain http: to this machine alone',
    cases: [
      ...refuses(
        URL_NAME,
        'http://api.example.com',
        'http://10.0.0.1',
        'http://localhost.',
        'http://localhost.evil.example',
      ),
      acceptsUrl('http://127.0.0.1:8080', 'http://127.0.0.1:8080'),
      acceptsUrl('http://localhost:8080/', 'http://localhost:8080'),
      acceptsUrl('http://[::1]:8080', 'http://[::1]:8080'),
    ],
  },
  {
    of: 'base_url: user:pass@',
    what: 'credentials in the address',
    cases: refuses(
      URL_NAME,
      'https://user:hunter2@api.example.com',
      'https://user@api.example.com',
      'https://api.example.com@evil.example',
    ),
  },
  {
    of: 'base_url: query/fragment',
    what: 'a query or a fragment, empty ones too',
    cases: refuses(
      URL_NAME,
      'https://api.example.com/?x=1',
      'https://api.example.com/#x',
      'https://api.example.com?',
      'https://api.example.com/#',
    ),
  },
  {
    of: 'base_url: path dropped',
    what: 'the address’s own path: kept, and /v1 is ours to add',
    cases: [
      acceptsUrl('https://h.example/feedback/api/', 'https://h.example/feedback/api'),
      ...refuses(URL_NAME, 'https://api.example.com/v1', 'https://api.example.com/v1/'),
    ],
  },
  {
    of: 'base_url: link-local, private ranges',
    what: 'addresses of a cloud’s own services',
    otherwise:
      'a private or loopback address is the operator’s choice; exotic spellings are the address’s own tests',
    cases: [
      ...refuses(
        URL_NAME,
        'https://169.254.169.254',
        'https://0xa9fea9fe',
        'https://[fe80::1]',
        'https://[fd00:ec2::254]',
      ),
      acceptsUrl('https://10.0.0.1', 'https://10.0.0.1'),
      acceptsUrl('https://192.168.1.1:8443', 'https://192.168.1.1:8443'),
    ],
  },
  {
    of: 'base_url: port',
    what: 'a port that is none',
    cases: refuses(
      URL_NAME,
      'https://api.example.com:0',
      'https://api.example.com:70000',
      'https://api.example.com:x',
    ),
  },
  {
    of: 'base_url: IDN look-alike',
    what: 'a name in another writing: shown as it is asked for',
    cases: [acceptsUrl('https://\u0430pi.example.com', 'https://xn--pi-6kc.example.com')],
  },
  {
    of: 'base_url: file:/data:',
    what: 'other schemes',
    cases: refuses(
      URL_NAME,
      'file:///etc',
      'data:,xyz-long',
      'ftp://127.0.0.1',
      'api.internal',
      ' ',
    ),
  },
  {
    of: 'credentials: missing, blank',
    what: 'no credentials',
    cases: [
      ...refuses(ID, '', ' '),
      ...refuses(TOKEN, '', ' '),
      refusesAll({ [ID]: undefined, [TOKEN]: undefined }, [ID, TOKEN]),
    ],
  },
  {
    of: 'credentials: newline/space, non-Latin-1',
    what: 'what could leave its header',
    cases: [
      ...refuses(ID, 'our client', 'client\n', 'client\r\nX-Evil: 1', 'клиент', 'caf\u00e9s-x'),
      ...refuses(TOKEN, 'two words', 'line\nbreak', 'ключик', 'null\u0000byte'),
    ],
  },
  {
    of: 'credentials: `:` in client id',
    what: 'a colon, which Basic would part at',
    cases: [
      ...refuses(ID, 'acme:corp'),
      accepts(
        { [ID]: 'a:b', FEEDBACK_API_AUTH: 'headers' },
        ({ api }) => api?.credentials?.clientId,
        'a:b',
      ),
    ],
  },
  {
    of: 'credentials: placeholder',
    what: 'what a form was left with',
    cases: [
      ...refuses(ID, 'changeme', '<client-id>', 'your-client-id'),
      ...refuses(TOKEN, 'CHANGE_ME', 'replace-me', 'xxxxxxxx', '********', 'todo', '<token>'),
      ...refuses('REPORTS_API_TOKEN', 'changeme-changeme'),
      refusesSecret({ apiToken: 'changeme' }, 'apiToken'),
    ],
  },
  {
    of: 'credentials: identical to each other',
    what: 'one for the other',
    cases: [refusesAll({ [ID]: 'sesame', [TOKEN]: 'sesame' }, [TOKEN])],
  },
  {
    of: 'credentials: in plain env while a secret is set',
    what: 'two places for one thing',
    cases: [
      refusesAll({ REPORTS_SECRET: 'prod/reports' }, ['REPORTS_SECRET']),
      refusesAll({ REPORTS_SECRET: 'prod/reports', [ID]: '' }, ['REPORTS_SECRET']),
      accepts(
        { REPORTS_SECRET: 'prod/reports', [ID]: '', [TOKEN]: '' },
        ({ secretName: secret, api }) => [secret, api?.credentials],
        ['prod/reports', null],
      ),
    ],
  },
  {
    of: 'secret: malformed',
    what: 'a name that no secret has',
    cases: [
      refusesAll({ REPORTS_SECRET: 'our secrets', [ID]: '', [TOKEN]: '' }, ['REPORTS_SECRET']),
      ...refusesParameter('secretName', 'a secret', 'arn:aws:secretsmanager:eu-west-1:1:secret:x'),
    ],
  },
  {
    of: 'secret: wrong region',
    what: 'an ARN of another region',
    otherwise: `${noSetting('the region')}: the SDK asks where the ARN or AWS_REGION says, and what AWS answers is SECRET_UNAVAILABLE`,
    cases: [],
  },
  {
    of: 'secret: JSON without the two fields / binary',
    what: 'a secret of another shape',
    otherwise: 'a binary one is SECRET_UNAVAILABLE, by the tests of the adapter',
    cases: [
      refusesSecret('{}', 'clientId, apiToken, linkKeys, apiTokens'),
      refusesSecret('sesame open', 'not JSON'),
      refusesSecret('[]', 'not an object'),
      refusesSecret({ clientId: 7, apiToken: ' ' }, 'clientId, apiToken'),
    ],
  },
  {
    of: 'bucket: bad name, dots, missing',
    what: 'a bucket that is none',
    cases: [
      ...refuses(
        'REPORTS_STORE',
        's3://Bucket',
        's3://our.bucket',
        's3://',
        's3://ab',
        's3://-bucket',
        'somewhere',
      ),
      ...refusesParameter('bucket', 'Bucket', 'our.bucket', 'ab'),
      refusesAll({}, ['REPORTS_STORE'], { api: 'configured', requiredSettings: ['REPORTS_STORE'] }),
    ],
  },
  {
    of: 'bucket: other account',
    what: 'the account that the bucket must be of',
    otherwise: 'a bucket of another account is told when it is used: STORE_REFUSED',
    cases: refuses('REPORTS_BUCKET_OWNER', '1234', 'our-account', '1234567890123'),
  },
  {
    of: 'prefix',
    what: 'a prefix that is no path; a slash at its end is ours to add',
    cases: [
      ...refuses(
        'REPORTS_STORE',
        's3://our-bucket//x',
        's3://our-bucket/../x',
        's3://our-bucket/a/../b',
        's3://our-bucket/a b',
        's3://our-bucket/a?b',
        `s3://our-bucket/${'x'.repeat(201)}`,
      ),
      ...['s3://our-bucket/weekly', 's3://our-bucket/weekly/'].map((text) =>
        accepts({ REPORTS_STORE: text }, ({ store }) => store, {
          kind: 's3',
          bucket: 'our-bucket',
          prefix: 'weekly/',
        }),
      ),
    ],
  },
  {
    of: 'region',
    what: 'the region',
    otherwise: `${noSetting('it')}: it is the SDK’s own`,
    cases: [],
  },
  {
    of: 'time zone default',
    what: 'a zone for surveys without one',
    otherwise: `${noSetting('it')}: a survey without a zone is TZ_UNKNOWN, never counted in another`,
    cases: [],
  },
  {
    of: 'week start',
    what: 'another first day',
    otherwise: `${noSetting('it')}: weeks are ISO weeks`,
    cases: [],
  },
  {
    of: 'settle delay',
    what: 'times that are negative, none, or more than a week; those of comparisons as well',
    cases: [
      ...refuses('REPORTS_SETTLE', '-1', '6', 'six', 'NaN', '1e2', '6h', 'P8D', 'PT169H', 'PT1.5H'),
      ...refuses(
        'REPORTS_RECONCILE',
        'thursday',
        'P0D',
        'P367D',
        'PT8785H',
        'P1DT2H',
        '-P1D',
        'P1D,',
        'off,P8D',
      ),
      ...refusesParameter('settle', '6', 'P8D', 'PT2.5H'),
      ...refusesParameter('reconcile', 'thursday', 'P0D'),
    ],
  },
  {
    of: 'retention',
    what: 'fewer days than are looked back on',
    cases: refusesParameter('retentionDays', '7', '13', '0', 'never'),
  },
  {
    of: 'concurrency',
    what: 'requests at once',
    otherwise: 'the most is 256, and on AWS 32 for all workers together',
    cases: [
      ...refuses('FEEDBACK_API_CONCURRENCY', '0', '-1', '257', 'NaN', 'five', '2.5', '1e1', ' 8'),
      ...refusesParameter('concurrency', '0', '33', 'five'),
      ...refusesParameter('workers', '1', '33'),
    ],
  },
  {
    of: 'timeouts, visibility, retries, maxBody',
    what: 'times and bounds',
    otherwise: `${noSetting('them')}: they are in the code and in the template, whose rule S7 does the sum`,
    cases: [],
  },
  {
    of: 'link ttl',
    what: 'how long a link lives',
    otherwise: `${noSetting('it')}: one that is signed lives five minutes, one that is made as long as its maker says`,
    cases: [],
  },
  {
    of: 'folder allow-list',
    what: 'folders that a token is for',
    otherwise: 'one that is named twice is harmless',
    cases: [
      ...[[], ['1'], [0], [1.5], [-1], '1'].map((folders) =>
        refusesSecret(
          { apiTokens: [{ sha256: '0'.repeat(64), folders }] },
          Array.isArray(folders) && folders.length > 0
            ? 'apiTokens.0.folders.0'
            : 'apiTokens.0.folders',
        ),
      ),
    ],
  },
  {
    of: 'locale',
    what: 'a language that is none',
    cases: [
      ...refuses('REPORTS_LOCALE', 'finnish language', 'xx-unknown', 'english', '??????'),
      ...refusesParameter('locale', 'Finnish language', 'f'),
    ],
  },
  {
    of: 'font file, template version',
    what: 'other letters, other pages',
    otherwise: `${noSetting('them')}: fonts are packages of the lockfile, and there is one set of pages`,
    cases: [],
  },
  {
    of: 'unknown key (typo)',
    what: 'a name that is nearly one of ours',
    cases: [
      ...refuses('REPORTS_SETLE', 'PT123456H'),
      ...refuses('FEEDBACK_API_TOKENS', 'hunter2'),
      refusesAll({ FEEDBACK_API_TOKE: 'hunter2', [TOKEN]: undefined }, [
        'FEEDBACK_API_TOKE',
        TOKEN,
      ]),
      ...refusesParameter('publicUrls', 'https://reports.example.com'),
      accepts({ REPORT_DIRECTORY_OF_SOMEBODY: 'x', HOME: '/' }, ({ paper }) => paper, 'A4'),
    ],
  },
  {
    of: 'same setting twice',
    what: 'two values for one setting',
    otherwise:
      'there is no file beside the environment; an option that is given twice is told by its command',
    cases: [],
  },
  {
    of: 'schedule expression',
    what: 'when the planner looks',
    otherwise: 'no CRON_IN_DST_GAP: it looks once an hour at least, in every hour of every zone',
    cases: refusesParameter(
      'schedule',
      'hourly',
      'cron(0 6 ? * MON)',
      'cron(0 25 * * ? *)',
      'cron(0 2 ? * MON *)',
      'rate(1 day)',
      'at(2026-11-16T06:00:00)',
    ),
  },
  {
    of: 'all errors at once',
    what: 'many problems',
    otherwise: 'the contract decides: exit code 2 (78)',
    cases: [
      refusesAll(
        {
          ...Object.fromEntries(Object.keys(MINIMUM).map((name) => [name, ''])),
          REPORTS_SETLE: 'PT6H',
          REPORTS_STORE: 'somewhere',
          REPORTS_PAPER: 'a4 paper',
          REPORTS_LOCALE: 'finnish language',
          FEEDBACK_API_CONCURRENCY: 'five of them',
        },
        [
          'REPORTS_SETLE',
          URL_NAME,
          ID,
          TOKEN,
          'REPORTS_STORE',
          'FEEDBACK_API_CONCURRENCY',
          'REPORTS_LOCALE',
          'REPORTS_PAPER',
        ],
      ),
    ],
  },
];
