import { makeSampleReports } from '../../support/sample-reports.ts';
import { testNumbers, WEEK } from './numbers-of-company.ts';

testNumbers({
  company: 'a company of another seed',
  makeReports: () => makeSampleReports({ seed: 20_261, runs: [[WEEK, null]] }),
  hasStores: false,
});
