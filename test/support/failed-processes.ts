// A reporter of Node's test runner: how each process ended that failed without a failing test, after all other output.
import type { TestEvent } from 'node:test/reporters';
import { z } from 'zod';

/** What the error of a process has, and that of a test has not. */
const PROCESS_END = z.object({ exitCode: z.number().nullable(), signal: z.string().nullable() });

export default async function* failedProcesses(
  source: AsyncIterable<TestEvent>,
): AsyncGenerator<string, void> {
  const lines: string[] = [];
  for await (const { type, data } of source) {
    if (type !== 'test:fail') continue;
    const end = PROCESS_END.safeParse(data.details.error).data;
    if (end === undefined) continue;
    const { exitCode, signal } = end;
    const how = signal === null ? `exit code ${exitCode ?? 'unknown'}` : `signal ${signal}`;
    lines.push(`The process of ${data.name} ended with ${how}\n`);
  }
  yield* lines;
}
