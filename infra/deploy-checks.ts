// What is checked right before a stage is touched: whose credentials these are, and that its removal is meant.
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { GetCallerIdentityCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';

/** Why the credentials at hand may not deploy the stage; null when they may. */
export async function accountProblem(
  { account, region }: { readonly account: string; readonly region: string },
  connection: Pick<STSClientConfig, 'endpoint' | 'credentials'> = {},
): Promise<string | null> {
  const sts = new STSClient({ region, maxAttempts: 2, ...connection });
  try {
    const { Account: found } = await sts.send(new GetCallerIdentityCommand({}));
    if (found === account) return null;
    return `the credentials are of account ${found ?? 'unknown'}, the stage is of ${account}`;
  } catch (error) {
    // The name alone: messages may hold parts of the credentials.
    const name = error instanceof Error ? error.name : 'unknown';
    return `the account of the credentials could not be read: ${name}`;
  } finally {
    sts.destroy();
  }
}

/** Asks for the stage's name; false for any other text, and when the input ends. */
export async function confirmStageName(
  stage: string,
  { input, output }: { readonly input: Readable; readonly output: Writable },
): Promise<boolean> {
  const terminal = createInterface({ input, output });
  const ended = new Promise<string>((resolve) => {
    terminal.once('close', () => {
      resolve('');
    });
  });
  const asked = terminal.question(`This removes the stage ${stage}. Type its name to go on: `);
  const typed = await Promise.race([asked, ended]);
  terminal.close();
  return typed.trim() === stage;
}
