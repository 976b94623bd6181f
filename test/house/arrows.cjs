// Which part may know which: the drawing of the house as rules, each with its reason.
// test/house/arrows.test.ts plants a violation of every one.
'use strict';

/** They know everybody: on one machine, and on AWS. */
const COMPOSERS = '^lib/(compose|deployment/[^/]+)\\.ts$';
const PORTS = '^lib/app/(ports|failures|keys|placeholder|safe-url|safe-lookup|turns)\\.ts$';

/** A package that has one home: everything else of the product, or of what `from` names, goes through the door there. */
function home(name, packages, path, reason, from = '^(lib|functions)/') {
  return {
    name: `${name}-has-one-home`,
    comment: reason,
    severity: 'error',
    from: { path: from, pathNot: path },
    to: { path: `(^|node_modules/)(${packages})(/|$)` },
  };
}

module.exports = {
  forbidden: [
    {
      name: 'domain-is-pure',
      comment: 'The rules of a report hold whatever reads the world or writes the files.',
      severity: 'error',
      from: { path: '^lib/domain/' },
      to: { pathNot: ['^lib/domain/', '(^|node_modules/)(@types/)?luxon(/|$)'] },
    },
    {
      name: 'app-sees-domain-alone',
      comment: 'A use case names what it needs as a port; it never knows who answers.',
      severity: 'error',
      from: { path: '^lib/app/' },
      to: { path: '^(lib|functions|test|infra)/', pathNot: '^lib/(app|domain)/' },
    },
    {
      name: 'adapters-see-ports-and-domain',
      comment:
        'An adapter translates between one technology and the ports (and knows what address is safe, what a key is and what a report says); use cases are not its business.',
      severity: 'error',
      from: { path: '^lib/adapters/' },
      to: {
        path: '^(lib|functions|test|infra)/',
        pathNot: ['^lib/(adapters|presentation|domain)/', PORTS],
      },
    },
    {
      name: 'presentation-is-for-any-paper-and-screen',
      comment:
        'What a report says and shows is made of the report alone, by code that a browser runs too.',
      severity: 'error',
      from: { path: '^lib/presentation/' },
      to: {
        pathNot: ['^lib/(presentation|domain)/', '(^|node_modules/)(@types/)?d3-scale(/|$)'],
      },
    },
    {
      name: 'only-adapters-and-the-page-present',
      comment: 'Use cases hand reports on; how one looks is no business of theirs.',
      severity: 'error',
      from: { path: '^lib/', pathNot: '^lib/(adapters|presentation|report-library)/' },
      to: { path: '^lib/presentation/' },
    },
    {
      name: 'the-page-sees-presentation-and-domain',
      comment: 'A browser runs it: what it knows of us beside the report comes by HTTP.',
      severity: 'error',
      from: { path: '^lib/report-library/' },
      to: {
        pathNot: ['^lib/(report-library|presentation|domain)/', '(^|node_modules/)preact(/|$)'],
      },
    },
    {
      name: 'the-page-is-run-by-browsers-alone',
      comment: 'It is built from its entry point and served as files; nothing of ours runs it.',
      severity: 'error',
      from: { path: '^(lib|functions|infra)/', pathNot: '^lib/report-library/' },
      to: { path: '^lib/report-library/' },
    },
    {
      name: 'a-page-loads-one-language',
      comment:
        'Every other language’s words would be a load that nobody reads; they come when asked for.',
      severity: 'error',
      from: {
        path: '^lib/(presentation|report-library)/',
        pathNot: '^lib/presentation/words/catalogues\\.ts$',
      },
      to: {
        path: '^lib/presentation/words/(catalogues|(library/)?(ar|de|es|fi|fr|ja|sv))\\.ts$',
        dynamic: false,
      },
    },
    {
      name: 'adapters-are-strangers',
      comment: 'Each technology can be replaced without a look at the others.',
      severity: 'error',
      from: { path: '^lib/adapters/([^/]+)/' },
      to: { path: '^lib/adapters/', pathNot: '^lib/adapters/$1/' },
    },
    {
      name: 'only-compose-opens-adapters',
      comment: 'One place knows everybody; what it opens comes in as ports.',
      severity: 'error',
      from: { path: '^(lib|functions)/', pathNot: [COMPOSERS, '^lib/adapters/'] },
      to: { path: '^lib/adapters/' },
    },
    {
      name: 'adapters-have-one-door',
      comment: 'What lies behind index.ts may change without asking anybody.',
      severity: 'error',
      from: { path: COMPOSERS },
      to: { path: '^lib/adapters/', pathNot: '/index\\.ts$' },
    },
    {
      name: 'lib-knows-no-entry-point',
      comment: 'What is asked doesn’t know who asks.',
      severity: 'error',
      from: { path: '^lib/' },
      to: { path: '^(functions|test|infra)/' },
    },
    {
      name: 'feedback-service-imports-nothing-of-ours',
      comment: 'The API that we test against must not share our misreadings of its document.',
      severity: 'error',
      from: { path: '^lib/feedback-service/' },
      to: { path: '^(lib|functions|test|infra)/', pathNot: '^lib/feedback-service/' },
    },
    {
      name: 'feedback-service-ships-with-nothing',
      comment: 'It is for one machine: only the shell commands and tests know it.',
      severity: 'error',
      from: {
        path: '^(lib|functions|infra)/',
        pathNot: ['^lib/feedback-service/', '^functions/local/'],
      },
      to: { path: '^lib/feedback-service/' },
    },
    {
      name: 'feedback-service-has-one-door',
      comment: 'Its state, routes and sums may change without asking anybody.',
      severity: 'error',
      from: { path: '^functions/' },
      to: { path: '^lib/feedback-service/', pathNot: '/(index|command-line)\\.ts$' },
    },
    home(
      'pdfkit',
      'pdfkit|fontkit|@expo-google-fonts',
      '^lib/adapters/pdf/',
      'Pages are data; only the PDF adapter draws them.',
    ),
    home(
      'd3',
      'd3-[a-z]+',
      '^lib/presentation/charts/',
      'Scales and curves are for charts, and charts are plain data.',
    ),
    home('preact', 'preact', '^lib/report-library/', 'Only the page has elements.'),
    home(
      'unicode',
      'bidi-js|linebreak',
      '^lib/adapters/pdf/text/',
      'How a line runs and where it may end is decided in one place.',
    ),
    home(
      'undici',
      'undici',
      '^lib/adapters/(feedback-api|webhook)/',
      'One client talks to the reporting API, with one limit and one set of manners; another to those who want messages.',
    ),
    home(
      's3',
      '@aws-sdk/(client-s3|s3-request-presigner)',
      '^lib/adapters/s3/',
      'A bucket is a store like any other; what is odd about it stays behind the port.',
    ),
    home(
      'sqs',
      '@aws-sdk/client-sqs',
      '^lib/adapters/queue/',
      'Jobs are handed over, not messages.',
    ),
    home(
      'secrets',
      '@aws-sdk/client-secrets-manager',
      '^lib/adapters/secrets/',
      'One place reads secrets and decides how long they are remembered.',
    ),
    home(
      'events',
      '@aws-sdk/client-eventbridge',
      '^lib/adapters/events/',
      'What is published has one shape and one way out.',
    ),
    home('luxon', 'luxon', '^lib/domain/calendar\\.ts$', 'Zones are odd; one file knows how.'),
    home(
      'zod',
      'zod',
      '^lib/(adapters|feedback-service)/',
      'Shapes are checked at the borders; inside, types hold.',
    ),
    home(
      'pg',
      'pg|pg-[a-z-]+',
      '^lib/feedback-service/database/postgres\\.ts$',
      'Everything else speaks to a database, not to PostgreSQL.',
    ),
    home('hono', 'hono|@hono', '^functions/', 'HTTP ends at the entry points.'),
    home(
      'terminal',
      'cli-progress|cli-table3',
      '^functions/local/',
      'Only the shell commands have a terminal.',
    ),
    home(
      'chance',
      'fast-check',
      '^test/support/properties\\.ts$',
      'Random cases begin at one seed, or a run of the suite tells of the dice.',
      '^(lib|functions|infra|test)/',
    ),
    {
      name: 'commands-run-without-development-packages',
      comment: 'npm start installs no development packages; types alone are gone when it runs.',
      severity: 'error',
      from: {
        path: '^(lib|functions)/|^infra/(build-page|bundle-function|lean-packages|notices|sbom)\\.ts$',
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'Parts that need each other are one part.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      comment: 'A file that nobody imports and that starts nothing is dead.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '\\.d\\.ts$',
          '\\.(mjs|cjs|js)$',
          '^(functions/local/main|lib/adapters/json/publish-schema|infra/[^/]+|test/.*)\\.ts$',
          '^lib/report-library/main\\.tsx$',
        ],
      },
      to: {},
    },
    {
      name: 'not-resolvable',
      comment: 'An import that leads nowhere breaks at run time.',
      severity: 'error',
      from: {},
      // Types alone go by that name.
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
