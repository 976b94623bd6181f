// What the mutation campaign changes, part by part, and the unit tests that must notice.

export interface Group {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
}

function app(...names: readonly string[]): readonly string[] {
  return names.map((name) => `lib/app/${name}.ts`);
}

export const GROUPS: readonly Group[] = [
  { name: 'domain', mutate: ['lib/domain/*.ts'], tests: ['test/domain/*.test.ts'] },
  {
    name: 'client',
    mutate: ['lib/adapters/feedback-api/*.ts', ...app('gather-facts', 'safe-url', 'safe-lookup')],
    tests: [
      'test/adapters/{feedback-api,webhook}/*.test.ts',
      'test/app/{gather-facts,make-week,requested-ranges}.test.ts',
      'test/bad-input/upstream.test.ts',
    ],
  },
  {
    name: 'commit',
    mutate: app('keep-reports', 'keep-plan', 'shelf', 'keys', 'make-report', 'make-folder'),
    tests: ['test/app/*.test.ts', 'test/adapters/folder/contract.test.ts'],
  },
  {
    name: 'access',
    mutate: app('access'),
    tests: [
      'test/app/{access,week-overview}.test.ts',
      'test/functions/{scopes,access-model}.test.ts',
    ],
  },
  {
    name: 'links',
    mutate: app('capability-links', 'link-token', 'open-link', 'revoke-link'),
    tests: ['test/app/*link*.test.ts', 'test/functions/{scopes,signed-files}.test.ts'],
  },
  {
    name: 'stores',
    mutate: ['lib/adapters/{folder,s3}/*.ts', ...app('known-objects', 'change-in-place')],
    tests: [
      'test/adapters/folder/{contract,disk,lock,power-loss,private-file,system-errors}.test.ts',
      'test/adapters/s3/*.test.ts',
      'test/app/{known-objects,change-in-place}.test.ts',
    ],
  },
];

/** Tests that take seconds and would run for every fault that survives the others, or that read a document. */
export const LEFT_OUT: readonly string[] = [
  'tiles time in every zone from 2016 to 2031: it begins at the first instant of a Monday',
  '15: more than 64 levels, 20,000 folders or 50,000 surveys: the tree is refused',
  'is genuine to the code that the documentation gives, and to no other key or body',
  'does what a map of keys to texts does, whatever the order of calls',
  'works with a clock that is twenty minutes off',
];
