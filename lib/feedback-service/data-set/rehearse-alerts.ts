// Rehearses an alert specification with what is stored of a data set; nothing is imported or changed.
import { rehearseAlerts, type Rehearsal, type RehearsalRequest } from '../alert-rehearsal.ts';
import { buttonCount } from '../company.ts';
import { readCompanyFile } from './company-file.ts';
import { DataSetError } from './data-set-problem.ts';
import { createDatabaseStore } from './data-set-store.ts';
import { hasCurrentTables, readStoredCompany } from './database-tables.ts';
import { hasDatabase, openDatabase, type DataSetLocation } from './location.ts';

/** Throws a DataSetError when nothing is stored, or the survey or one of its buttons does not exist. */
export async function rehearseStoredAlerts(
  location: DataSetLocation,
  request: RehearsalRequest,
): Promise<Rehearsal> {
  const { survey: key, specification, now } = request;
  if (!(await hasDatabase(location))) throw createFault(nothingImported);
  const database = await openDatabase(location);
  try {
    const isReady = await hasCurrentTables(database);
    const text = isReady ? (await readStoredCompany(database)).text : undefined;
    if (text === undefined) throw createFault(nothingImported);
    const { structure } = readCompanyFile(text);
    const store = createDatabaseStore(database, structure, () => now);
    const rehearsal = await rehearseAlerts(store, request);
    if (rehearsal === undefined) throw createFault(`survey ${key} does not exist`);
    const buttons = buttonCount(rehearsal.survey.feedbackScale);
    const isMissing = (r: number): boolean => r >= buttons;
    if (
      specification.alertType === 'feedbackCount' &&
      specification.parameters.responseFilter.some(isMissing)
    ) {
      throw createFault(`survey ${key} has the buttons 0 to ${buttons - 1}`);
    }
    return rehearsal;
  } finally {
    await database.close();
  }
}

const nothingImported = 'nothing of the data set has been imported yet';

function createFault(reason: string): DataSetError {
  return new DataSetError([{ file: 'company.json', reason }]);
}
