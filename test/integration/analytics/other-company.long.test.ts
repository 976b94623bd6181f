import { testNumbers, WEEK } from './numbers-of-company.ts';

testNumbers({
  company: 'a company of another seed',
  seed: 20_261,
  runs: [[WEEK, null]],
  hasStores: false,
});
