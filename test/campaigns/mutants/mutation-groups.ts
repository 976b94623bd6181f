// Groups of mutated files and the tests that must detect the mutants.

export interface Group {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

export const GROUPS: readonly Group[] = [
  {
    name: 'domain',
    mutate: ['lib/domain/*.ts', '!lib/domain/place-notes.ts'],
    tests: ['test/unit/domain/*.test.ts', 'test/unit/reports/gather-facts.test.ts'],
  },
  {
    name: 'signals',
    mutate: ['lib/domain/signals/*.ts', 'lib/domain/signals/level/*.ts'],
    tests: [
      'test/unit/domain/signals/*.test.ts',
      'test/unit/domain/survey-signals.test.ts',
      'test/unit/i18n/place-headline.test.ts',
    ],
  },
  {
    name: 'client',
    mutate: [
      'lib/adapters/feedback-api/*.ts',
      'lib/reports/gather-{facts,requests}.ts',
      'lib/shared/{safe-url,safe-lookup}.ts',
    ],
    tests: [
      'test/{unit/adapters,integration}/{feedback-api,webhook}/*.test.ts',
      'test/unit/reports/{gather-facts,run-week}.test.ts',
      'test/integration/bad-input/upstream.test.ts',
    ],
  },
  {
    name: 'commit',
    mutate: [
      'lib/reports/{bring-up-to-date,commit,compare-counts,own-data,plan,report-repository,make-report,run-week}.ts',
      'lib/ports/object-store.ts',
    ],
    tests: [
      'test/unit/{reports,jobs,shared,links,delivery}/*.test.ts',
      'test/unit/http/*.test.ts',
      'test/integration/folder/folder-contract.test.ts',
    ],
  },
  {
    name: 'jobs',
    mutate: ['lib/jobs/*.ts'],
    tests: ['test/unit/{jobs,delivery}/*.test.ts', 'test/unit/functions/queue-handlers.test.ts'],
  },
  {
    name: 'csv',
    mutate: ['lib/feedback-service/csv/*.ts'],
    tests: ['test/integration/feedback-service/csv/*.test.ts'],
  },
  {
    name: 'access',
    mutate: ['lib/reports/access.ts'],
    tests: [
      'test/unit/reports/access.test.ts',
      'test/unit/http/week-overview.test.ts',
      'test/integration/http/{scopes,access-model}.test.ts',
    ],
  },
  {
    name: 'links',
    mutate: ['lib/links/*.ts'],
    tests: [
      'test/unit/{links,reports}/*link*.test.ts',
      'test/integration/http/{scopes,signed-files}.test.ts',
    ],
  },
  {
    name: 'stores',
    mutate: ['lib/adapters/{folder,s3}/*.ts', 'lib/reports/object-cache.ts'],
    tests: [
      'test/integration/folder/{folder-contract,disk,write-lock,power-loss,private-file,system-errors}.test.ts',
      'test/{unit/adapters,integration}/s3/*.test.ts',
      'test/unit/reports/object-cache.test.ts',
    ],
  },
  {
    name: 'delivery',
    mutate: [
      'lib/delivery/*.ts',
      '!lib/delivery/{access-*,find-reader}.ts',
      'lib/reports/request-limits.ts',
    ],
    tests: [
      'test/unit/delivery/*.test.ts',
      'test/unit/functions/message-handlers.test.ts',
      'test/unit/reports/request-limits.test.ts',
    ],
  },
  {
    name: 'readers',
    mutate: ['lib/delivery/{access-*,find-reader}.ts', 'lib/http/reader-routes.ts'],
    tests: [
      'test/unit/delivery/access-*.test.ts',
      'test/integration/http/{reader-access,reading-from-a-mail}.test.ts',
    ],
  },
  {
    name: 'notes',
    // Without the routes: a third of them are texts of the description.
    mutate: ['lib/domain/place-notes.ts', 'lib/reports/place-notes.ts'],
    tests: [
      'test/unit/reports/{place-notes,notes-in-reports}.test.ts',
      'test/integration/http/note-routes.test.ts',
    ],
  },
  {
    name: 'mail',
    mutate: ['lib/adapters/{mail,mail-events}/*.ts', 'lib/shared/mail-address.ts'],
    tests: [
      'test/{unit/adapters,integration}/mail/*.test.ts',
      'test/unit/shared/mail-address.test.ts',
      'test/unit/delivery/*.test.ts',
    ],
  },
  {
    name: 'webhook',
    mutate: ['lib/adapters/{webhook,events}/*.ts'],
    tests: [
      'test/{unit/adapters,integration}/{webhook,events}/*.test.ts',
      'test/unit/delivery/*.test.ts',
    ],
  },
  {
    name: 'analytics',
    mutate: [
      'lib/analytics/{week-tables,read-week-tables,kept-rows,report-rows,row-columns,table-formats}.ts',
      'lib/adapters/parquet/*.ts',
    ],
    tests: ['test/unit/analytics/*.test.ts'],
  },
  {
    name: 'figures',
    mutate: ['lib/analytics/figure-table.ts'],
    tests: [
      'test/unit/analytics/fact-tables.test.ts',
      'test/integration/http/{figures,folder-figures}.test.ts',
    ],
  },
  {
    name: 'view',
    mutate: ['lib/view/*.ts'],
    tests: ['test/unit/view/*.test.ts'],
  },
];

/** Excluded tests: they take seconds and would run for every surviving mutant, or they read a document. */
export const LEFT_OUT: readonly string[] = [
  '15: more than 64 levels, 20,000 folders or 50,000 surveys: the tree is refused',
  'is verified by the documented code, and fails with another key or body',
  'is documented by a valid example',
  'behaves as a map of keys to texts, in any order of calls',
  'works with a clock that is twenty minutes off',
  'of which both die leave figures that are right, and tables that the next one repairs',
  'is sent while it is made, stops when the caller goes away, and breaks off where a report is damaged',
  'is refused where it can’t be sent while it is made',
  'carries one request, so that no answer of a server that answers twice is taken for that of another request',
];
