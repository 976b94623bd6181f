// Finds everything that is wrong with a CSV file for a data set, without importing it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { checkDataSet, maxCheckedFaults, type CheckOptions } from '../data-set/check-data-set.ts';
import { createFaultCollector, DataSetError } from '../data-set/data-set-problem.ts';
import { readCompany } from '../data-set/location.ts';
import { convertCsv } from './convert-csv.ts';
import { readMapping } from './csv-mapping.ts';

/** Resolves with undefined when an import would have no faults. */
export async function checkCsv(
  path: string,
  options: Omit<CheckOptions, 'files'> & { readonly mapping: string; readonly replaces: boolean },
): Promise<DataSetError | undefined> {
  const { directory, clock, replaces } = options;
  const name = relative(directory, path);
  const faults = createFaultCollector(maxCheckedFaults);
  const temporary = await mkdtemp(join(tmpdir(), 'check-'));
  const dataFile = 'feedback.ndjson';
  const output = join(temporary, dataFile);
  try {
    const mapping = await readMapping(options.mapping, directory);
    const { structure } = await readCompany(directory);
    const now = clock();
    await convertCsv({
      ...{ path, name, structure, mapping, now, replaces, output, maxFaults: maxCheckedFaults },
    }).catch(faults.addError);
    // The valid records may contradict others.
    const file = { name: dataFile, path: output, kind: 'feedback', bytes: 0 } as const;
    const found = await checkDataSet({
      ...options,
      files: [{ ...file, stampAt: () => undefined }],
    });
    if (found !== undefined) faults.addError(found);
  } catch (error) {
    faults.addError(error);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  const error = faults.error();
  if (error === undefined) return undefined;
  const problems = error.problems.map((problem) =>
    problem.file === dataFile ? { ...problem, file: name } : problem,
  );
  return new DataSetError(problems, error.more);
}
