import { EUROPE, LAST_WEEK, testNumbers, WEEK } from './numbers-of-company.ts';

testNumbers({
  company: 'the sample company',
  seed: 1,
  runs: [
    [LAST_WEEK, EUROPE],
    [WEEK, null],
  ],
  hasStores: true,
});
