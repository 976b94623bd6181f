import { sampleReports } from '../../support/sample-reports.ts';
import { testNumbers } from './numbers-of-company.ts';

testNumbers({ company: 'the sample company', makeReports: sampleReports, hasStores: true });
