// Checks before a stage is changed: the account of the credentials, and the confirmation of a removal.
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import { GetCallerIdentityCommand, STSClient, type STSClientConfig } from '@aws-sdk/client-sts';

/** The reason why the current credentials may not deploy the stage; null when they may. */
export async function accountProblem(
  { account, region }: { readonly account: string; readonly region: string },
  connection: Pick<STSClientConfig, 'endpoint' | 'credentials'> = {},
): Promise<string | null> {
  const sts = new STSClient({ region, maxAttempts: 2, ...connection });
  try {
    const { Account: credentialsAccount } = await sts.send(new GetCallerIdentityCommand({}));
    if (credentialsAccount === account) return null;
    return `the credentials belong to account ${credentialsAccount ?? 'unknown'}, the stage to ${account}`;
  } catch (error) {
    // Only the name: messages may contain parts of the credentials.
    const name = error instanceof Error ? error.name : 'unknown';
    return `the account of the credentials could not be read: ${name}`;
  } finally {
    sts.destroy();
  }
}

/** Asks the user to type the stage's name; false for any other text, and when the input ends. */
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
  const answer = terminal.question(`This removes the stage ${stage}. Type its name to continue: `);
  const typedName = await Promise.race([answer, ended]);
  terminal.close();
  return typedName.trim() === stage;
}
