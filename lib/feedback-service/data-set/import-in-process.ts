// Runs an import in a process of its own.
import { fork, type ChildProcess } from 'node:child_process';
import pLimit from 'p-limit';
import { DatabaseError } from '../database/database.ts';
import { DataSetError } from './data-set-problem.ts';
import type { ImportOptions, ImportOutcome } from './import-data-set.ts';
import { importMessage, type StoredFault } from './import-messages.ts';

export interface RunningImport {
  /** Rejects with a DataSetError, a DatabaseError or an unexpected error. */
  readonly outcome: Promise<ImportOutcome>;
  /** Ends the process; what it has not committed is rolled back. */
  readonly stop: () => void;
}

/** Several imports would take the processor from requests, and connections from the database. */
const oneAtATime = pLimit(1);

/** Begins when earlier imports of this process have ended. */
export function startImport(
  options: ImportOptions,
  knownFaults: ReadonlySet<string>,
): RunningImport {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  let child: ChildProcess | undefined;
  let isStopped = false;
  const outcome = oneAtATime(async () => {
    if (isStopped) return stopped;
    child = startChild();
    return outcomeOf(child, options, knownFaults);
  });
  return {
    outcome: Promise.race([outcome, stopped]),
    stop: () => {
      isStopped = true;
      if (child === undefined) reject(new Error('The import was stopped before it began.'));
      else child.kill('SIGKILL');
    },
  };
}

function startChild(): ChildProcess {
  return fork(new URL('./import-process.ts', import.meta.url), [], {
    // Options of this process, such as those of a debugger, are not meant for another.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}

function outcomeOf(
  child: ChildProcess,
  { directory, database, clock, onProgress, onBusy }: ImportOptions,
  knownFaults: ReadonlySet<string>,
): Promise<ImportOutcome> {
  const { promise: outcome, resolve, reject } = Promise.withResolvers<ImportOutcome>();
  child.on('error', reject);
  child.on('exit', (code, signal) => {
    reject(new Error(`The import ended early (${signal ?? `exit code ${code}`}).`));
  });
  child.on('message', (sent) => {
    const message = importMessage.parse(sent);
    switch (message.kind) {
      case 'progress':
        onProgress?.(message.progress);
        return;
      case 'busy':
        onBusy?.();
        return;
      case 'imported':
        resolve({ imported: message.imported, faults: message.faults.map(toError) });
        break;
      case 'refused':
        reject(toError(message.fault));
        break;
      case 'database':
        reject(new DatabaseError(message.message));
        break;
      case 'failed':
        reject(new Error(message.message));
    }
    child.disconnect();
  });
  child.send({ directory, database, knownFaults: [...knownFaults], now: clock() });
  return outcome;
}

function toError({ problems, more, files }: StoredFault): DataSetError {
  return new DataSetError(problems, more, files);
}
