// The store of a company with one survey, whose alerts are rehearsed.
import type { CompanyStore } from '../../../lib/feedback-service/company-store.ts';
import { openTestCompany } from '../../support/data-set.ts';
import { companyOf, survey } from '../../support/feedback-service/acme.ts';
import { noon } from '../../support/feedback-service/served-company.ts';

interface Press {
  readonly ts: number;
  readonly r: number;
}

export async function withStore<Result>(
  lines: readonly Press[],
  special: Parameters<typeof survey>[1],
  work: (store: CompanyStore) => Promise<Result>,
): Promise<Result> {
  const company = await openTestCompany(
    companyOf([survey(11, special)], { 11: lines }),
    () => noon,
  );
  try {
    return await work(company.company.store);
  } finally {
    await company.close();
  }
}
