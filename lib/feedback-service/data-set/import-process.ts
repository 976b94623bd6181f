// The process that imports the files of a data set, so that requests are answered meanwhile. It gets its
// task as a message and sends progress and result. It ends when its parent closes the connection or ends;
// an import that has not been committed by then is rolled back.
import { setPriority } from 'node:os';
import { DatabaseError } from '../database/database.ts';
import { DataSetError } from './data-set-problem.ts';
import { importValidFiles } from './import-data-set.ts';
import { importTask, type ImportMessage, type StoredFault } from './import-messages.ts';

/** Requests go first. */
const importPriority = 10;

function send(message: ImportMessage): void {
  process.send?.(message);
}

function toFault({ problems, more, files }: DataSetError): StoredFault {
  return { problems: [...problems], more, files: [...files] };
}

async function importFor(task: unknown): Promise<ImportMessage> {
  try {
    const { directory, database, knownFaults, now } = importTask.parse(task);
    const { imported, faults } = await importValidFiles(
      {
        directory,
        ...(database === undefined ? {} : { database }),
        reads: 1,
        clock: () => now,
        onProgress: (progress) => {
          send({ kind: 'progress', progress });
        },
        onBusy: () => {
          send({ kind: 'busy' });
        },
      },
      new Set(knownFaults),
    );
    return { kind: 'imported', imported, faults: faults.map(toFault) };
  } catch (error) {
    if (error instanceof DataSetError) return { kind: 'refused', fault: toFault(error) };
    if (error instanceof DatabaseError) return { kind: 'database', message: error.message };
    return { kind: 'failed', message: error instanceof Error ? String(error.stack) : 'unknown' };
  }
}

process.once('disconnect', () => process.exit());
process.once('message', (task) => {
  setPriority(importPriority);
  void importFor(task).then(send);
});
