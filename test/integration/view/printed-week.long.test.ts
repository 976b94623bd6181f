// A printed week of the sample company in the languages and on the papers that sample-week.test.ts leaves out.
import { describe, it } from 'node:test';
import { MISSING_POPPLER } from '../pdf/printed-pages.ts';
import { listPrints } from '../pdf/sample-pages.ts';
import { assertPrinted, EXAMPLES, IS_PRINTED } from './sample-week.ts';

describe('a week of the sample company as PDF', { skip: MISSING_POPPLER }, () => {
  for (const print of listPrints().filter(({ name }) => !EXAMPLES.includes(name)))
    it(`${IS_PRINTED}: ${print.name}`, () => assertPrinted(print));
});
