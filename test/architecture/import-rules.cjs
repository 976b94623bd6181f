// Which folder may import which, with a reason for each rule.
// test/architecture/import-rules.test.ts plants a violation of every rule.
'use strict';

/** The composition root: the only files that create adapters. */
const COMPOSITION = '^lib/composition/';

/** Only files below `path` may import these packages; `from` limits the importers that the rule checks. */
function onlyIn(name, packages, path, reason, from = '^(lib|functions)/') {
  return {
    name: `${name}-has-one-place`,
    comment: reason,
    severity: 'error',
    from: { path: from, pathNot: path },
    to: { path: `(^|node_modules/)(${packages})(/|$)` },
  };
}

/** A folder of lib may import only the folders in `allowed`. */
function layer(folder, allowed, reason) {
  return {
    name: `${folder}-imports-lower-layers`,
    comment: reason,
    severity: 'error',
    from: { path: `^lib/${folder}/` },
    to: {
      path: '^(lib|functions|test|infra)/',
      pathNot: `^lib/(${[folder, ...allowed].join('|')})/`,
    },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment: 'The rules of a report do not depend on where data come from or where files go.',
      severity: 'error',
      from: { path: '^lib/domain/' },
      to: { pathNot: ['^lib/domain/', '(^|node_modules/)(@types/)?luxon(/|$)'] },
    },
    layer('shared', ['domain'], 'Helpers without business rules of their own.'),
    layer(
      'ports',
      ['domain', 'shared', 'view'],
      'Ports are types in the words of the domain and of what is shown.',
    ),
    layer(
      'reports',
      ['domain', 'shared', 'ports', 'i18n'],
      'Making and storing reports depends on ports, never on their implementations.',
    ),
    layer(
      'jobs',
      ['domain', 'shared', 'ports', 'reports'],
      'Jobs decide when reports are made; they reach the outside through ports.',
    ),
    layer(
      'delivery',
      ['domain', 'shared', 'ports', 'reports', 'i18n', 'view'],
      'Messages state the findings of reports in the reader’s language, and leave through ports.',
    ),
    layer(
      'links',
      ['domain', 'shared', 'ports', 'reports'],
      'Links open stored reports; they reach the outside through ports.',
    ),
    layer(
      'analytics',
      ['domain', 'shared', 'ports', 'reports'],
      'Fact tables are made from stored reports.',
    ),
    layer(
      'http',
      [
        ...['domain', 'shared', 'ports', 'reports', 'jobs', 'delivery', 'links', 'analytics'],
        ...['i18n', 'view'],
      ],
      'The HTTP API calls use cases; it creates no adapters.',
    ),
    layer(
      'adapters',
      ['domain', 'shared', 'ports', 'i18n', 'charts', 'view'],
      'An adapter translates between one technology and a port; it calls no use case.',
    ),
    layer('i18n', ['domain'], 'Texts and formats are made from the report alone.'),
    layer(
      'view',
      ['domain', 'i18n'],
      'What a report says is made from the report and the reader’s language alone.',
    ),
    layer(
      'charts',
      ['domain', 'i18n', 'view'],
      'Charts are plain data, shared by PDF and browser.',
    ),
    layer(
      'web',
      ['domain', 'i18n', 'charts', 'view', 'http'],
      'A browser runs it: everything but the report format comes over HTTP.',
    ),
    {
      name: 'browser-code-imports-no-server-code',
      comment: 'A browser has neither Node nor packages for Node.',
      severity: 'error',
      from: { path: '^lib/(i18n|charts|web)/' },
      to: {
        pathNot: [
          '^(lib|functions|infra|test)/',
          '(^|node_modules/)(preact|fastest-levenshtein|@formatjs/icu-messageformat-parser)(/|$)',
        ],
      },
    },
    {
      name: 'web-imports-http-types-only',
      comment:
        'The page knows the shapes of responses, which rows of a long list the first of them has, and how the parts of a view are walked over; the code of the server stays out of its bundle.',
      severity: 'error',
      from: { path: '^lib/web/' },
      to: {
        path: '^lib/(http|view)/',
        pathNot: '^lib/view/(first-part|view-parts)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-browsers-run-web',
      comment: 'The page is built from its entry point and served as files.',
      severity: 'error',
      from: { path: '^(lib|functions|infra)/', pathNot: '^lib/web/' },
      to: { path: '^lib/web/' },
    },
    {
      name: 'browsers-load-one-language',
      comment: 'A language is loaded when a reader chooses it.',
      severity: 'error',
      from: {
        path: '^lib/(i18n|charts|web)/',
        pathNot: '^lib/i18n/(catalogues\\.ts$|generated/)',
      },
      to: {
        path: '^lib/i18n/(catalogues\\.ts$|generated/(server-files\\.ts$|page/)|locales/)',
        dynamic: false,
      },
    },
    {
      name: 'adapters-are-independent',
      comment: 'Each technology can be replaced without changing another adapter.',
      severity: 'error',
      from: { path: '^lib/adapters/([^/]+)/' },
      to: { path: '^lib/adapters/', pathNot: '^lib/adapters/$1/' },
    },
    {
      name: 'only-composition-imports-adapters',
      comment: 'One folder creates adapters; all other code receives ports.',
      severity: 'error',
      from: { path: '^(lib|functions)/', pathNot: [COMPOSITION, '^lib/adapters/'] },
      to: { path: '^lib/adapters/' },
    },
    {
      name: 'adapters-export-through-index',
      comment:
        'Files behind the entry files can change without changing importers. pdf/packaging.ts is for builds: a function ' +
        'that loaded it at run time would start more slowly. pdf/background-renderer.ts loads the rest of its folder only ' +
        'when a report is rendered.',
      severity: 'error',
      from: { path: '^(lib/composition|infra)/' },
      to: {
        path: '^lib/adapters/',
        pathNot: ['/index\\.ts$', '^lib/adapters/pdf/(packaging|background-renderer)\\.ts$'],
      },
    },
    {
      name: 'only-infra-imports-packaging',
      comment:
        'It opens fonts to prepare them, which happens when a function is bundled and never in one.',
      severity: 'error',
      from: { path: '^(lib|functions)/' },
      to: { path: '^lib/adapters/pdf/packaging\\.ts$' },
    },
    {
      name: 'functions-import-no-infra',
      comment:
        'What a command needs at run time is part of lib; infra packages and deploys functions.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^infra/' },
    },
    {
      name: 'lib-imports-no-entry-point',
      comment: 'Entry points call the library, never the reverse.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(functions|test|infra)/' },
    },
    {
      name: 'feedback-service-is-independent',
      comment:
        'The API used in tests must not share this product’s misreadings of the API document.',
      severity: 'error',
      from: { path: '^lib/feedback-service/' },
      to: { path: '^(lib|functions|test|infra)/', pathNot: '^lib/feedback-service/' },
    },
    {
      name: 'only-the-cli-starts-feedback-service',
      comment: 'It runs on one machine: no function on AWS contains it.',
      severity: 'error',
      from: {
        path: '^(lib|functions|infra)/',
        pathNot: ['^lib/feedback-service/', '^functions/cli/'],
      },
      to: { path: '^lib/feedback-service/' },
    },
    {
      name: 'feedback-service-exports-through-index',
      comment: 'Its state, routes and sums can change without changing importers.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^lib/feedback-service/', pathNot: '/(index|command-line)\\.ts$' },
    },
    onlyIn(
      'pdfkit',
      'pdfkit|harfbuzzjs|@expo-google-fonts',
      '^lib/adapters/pdf/',
      'Pages are data; only the PDF adapter draws them.',
    ),
    onlyIn(
      'esbuild',
      'esbuild',
      '^lib/adapters/page-bundle/',
      'At run time only the page is bundled; infra bundles the functions.',
    ),
    onlyIn(
      'message-format',
      '@formatjs/icu-messageformat-parser',
      '^(lib/i18n/message-format\\.ts$|lib/adapters/page-bundle/)',
      'Texts are formatted in one place, and parsed for the page when it is built.',
    ),
    onlyIn('preact', 'preact', '^lib/web/', 'Only the page renders elements.'),
    onlyIn(
      'unicode',
      'bidi-js|linebreak',
      '^lib/adapters/(pdf/text/|mail/text\\.ts$)',
      'Pages and plain texts are broken into lines in one place each.',
    ),
    onlyIn(
      'undici',
      'undici',
      '^lib/adapters/(feedback-api|webhook)/',
      'One client sends requests to the reporting API, one sends webhooks; each has its own limits and retries.',
    ),
    onlyIn(
      's3',
      '@aws-sdk/(client-s3|s3-request-presigner)',
      '^lib/adapters/s3/',
      'A bucket is one implementation of the object store; its peculiarities stay in the adapter.',
    ),
    onlyIn(
      'sqs',
      '@aws-sdk/client-sqs',
      '^lib/adapters/queue/',
      'Other code enqueues jobs and knows nothing of messages.',
    ),
    onlyIn(
      'secrets',
      '@aws-sdk/client-secrets-manager',
      '^lib/adapters/secrets/',
      'One place reads secrets and decides how long they are cached.',
    ),
    onlyIn(
      'events',
      '@aws-sdk/client-eventbridge',
      '^lib/adapters/events/',
      'Events have one shape and one publisher.',
    ),
    onlyIn(
      'mail',
      'nodemailer|@aws-sdk/client-sesv2',
      '^lib/adapters/mail/',
      'Messages leave through one adapter, which knows whether one may have gone out.',
    ),
    onlyIn(
      'parquet',
      'hyparquet|hyparquet-writer|hyparquet-compressors',
      '^lib/adapters/parquet/',
      'Tables are rows; only one adapter knows the file format.',
    ),
    onlyIn('luxon', 'luxon', '^lib/domain/calendar\\.ts$', 'Time zone arithmetic is in one file.'),
    onlyIn(
      'zod',
      'zod',
      '^lib/(adapters|feedback-service|ports)/',
      'Ports declare stored records by their schemas, and adapters validate data with them; other code relies on types.',
    ),
    onlyIn(
      'pg',
      'pg|pg-[a-z-]+',
      '^lib/feedback-service/database/postgres(-pool)?\\.ts$',
      'Other code uses the database interface.',
    ),
    onlyIn(
      'csv-parse',
      'csv-parse',
      '^lib/feedback-service/csv/csv-file\\.ts$',
      'One file knows the dialects of CSV; other code gets records.',
    ),
    onlyIn('hono', 'hono|@hono', '^(functions|lib/http)/', 'Use cases know nothing of HTTP.'),
    onlyIn(
      'terminal',
      'cli-progress|string-width',
      '^functions/cli/',
      'Only the shell commands have a terminal.',
    ),
    onlyIn(
      'metrics',
      'prom-client',
      '^functions/cli/',
      'Only the commands that serve have metrics for Prometheus; functions on AWS log theirs.',
    ),
    onlyIn(
      'fast-check',
      'fast-check',
      '^test/support/fast-check\\.ts$',
      'Random cases start from one seed, so that a run of the suite can be repeated.',
      '^(lib|functions|infra|test)/',
    ),
    {
      name: 'commands-run-without-development-packages',
      comment: 'npm start installs no development packages; type imports do not exist at run time.',
      severity: 'error',
      from: {
        path: '^(lib|functions)/',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'Files that import each other are one file.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'A file that is never imported and is not an entry point is dead code.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.m?ts$',
          '\\.(mjs|cjs|js)$',
          '^(functions/cli/main|lib/adapters/json/publish-schema|infra/[^/]+|test/.*)\\.ts$',
          '^lib/web/main\\.tsx$',
        ],
      },
      to: {},
    },
    {
      name: 'not-resolvable',
      comment: 'An import that cannot be resolved fails at run time.',
      severity: 'error',
      from: {},
      // aws-lambda has types only.
      to: { couldNotResolve: true, pathNot: '^aws-lambda$' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
