// Runs commands of the program: each in a process of its own, as a user does, or in the process of the tests.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestContext } from 'node:test';
import { acceptCommand } from '../../functions/cli/commands/accept.ts';
import { noteCommand } from '../../functions/cli/commands/note.ts';
import { backfillCommand } from '../../functions/cli/commands/backfill.ts';
import { companyCommand } from '../../functions/cli/commands/company.ts';
import { configCommand } from '../../functions/cli/commands/config.ts';
import { deliveriesCommand } from '../../functions/cli/commands/deliveries.ts';
import { doctorCommand } from '../../functions/cli/commands/doctor.ts';
import { exportCommand } from '../../functions/cli/commands/export.ts';
import { factsCommand } from '../../functions/cli/commands/facts.ts';
import { healthCommand } from '../../functions/cli/commands/health.ts';
import { linkCommand } from '../../functions/cli/commands/link.ts';
import { mailCommand } from '../../functions/cli/commands/mail.ts';
import { pruneCommand } from '../../functions/cli/commands/prune.ts';
import { reportCommand } from '../../functions/cli/commands/report.ts';
import { serveCommand } from '../../functions/cli/commands/serve.ts';
import { startCommand } from '../../functions/cli/commands/start.ts';
import { statusCommand } from '../../functions/cli/commands/status.ts';
import { subscribeCommand } from '../../functions/cli/commands/subscribe.ts';
import {
  subscriptionsCommand,
  unsubscribeCommand,
} from '../../functions/cli/commands/subscriptions.ts';
import { tokenCommand } from '../../functions/cli/commands/token.ts';
import { targetCommand } from '../../functions/cli/commands/target.ts';
import { verifyCommand } from '../../functions/cli/commands/verify.ts';
import { MACHINE } from './machine-environment.ts';
import { publishContent } from './open-temporary-store.ts';

const MAIN = resolve(import.meta.dirname, '../../functions/cli/main.ts');

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in a process whose environment contains only what a test sets. */
export function feedbackReports(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return startReports(args, env).ended;
}

/** As `feedbackReports`, for a test that does something to the process before it ends. */
export function startReports(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { ...MACHINE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const { promise: ended, resolve: resolveEnded } = Promise.withResolvers<Ended>();
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.on('close', (code) => {
    resolveEnded({ code, stdout, stderr });
  });
  return { child, ended };
}

const COMMANDS = {
  accept: acceptCommand,
  backfill: backfillCommand,
  company: companyCommand,
  config: configCommand,
  deliveries: deliveriesCommand,
  doctor: doctorCommand,
  export: exportCommand,
  facts: factsCommand,
  health: healthCommand,
  link: linkCommand,
  mail: mailCommand,
  note: noteCommand,
  prune: pruneCommand,
  report: reportCommand,
  serve: serveCommand,
  start: startCommand,
  status: statusCommand,
  subscribe: subscribeCommand,
  subscriptions: subscriptionsCommand,
  target: targetCommand,
  token: tokenCommand,
  unsubscribe: unsubscribeCommand,
  verify: verifyCommand,
};

/**
 * Runs a command in this process, which takes a fraction of the time of a process of its own. Signals, the memory limit,
 * and variables that Node or the AWS SDK reads need `feedbackReports`.
 */
export async function runCommand(
  name: keyof typeof COMMANDS,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const writtenText = { stdout: '', stderr: '' };
  const output = (stream: keyof typeof writtenText) => ({
    write: (bytes: string | Uint8Array) => {
      const text = Buffer.from(bytes).toString();
      writtenText[stream] += text;
      publishContent(`${stream} of a command`, text);
    },
  });
  const io = {
    stdout: output('stdout'),
    stderr: output('stderr'),
    env,
    signal: new AbortController().signal,
  };
  const code = await COMMANDS[name](args, io);
  return { code, ...writtenText };
}

type ReportRun = (
  folder: string,
  args?: readonly string[],
  env?: Readonly<Record<string, string>>,
) => Promise<Ended>;

/** `report` of a week into a folder, in this process, with what it needs to ask an API. */
export function reportRun(week: string, access: Readonly<Record<string, string>>): ReportRun {
  return (folder, args = [], env = {}) =>
    runCommand('report', reportArguments(week, folder, args), { ...access, ...env });
}

/** As `reportRun`, each time in a process of its own. */
export function reportProcess(week: string, access: Readonly<Record<string, string>>): ReportRun {
  return (folder, args = [], env = {}) =>
    feedbackReports(['report', ...reportArguments(week, folder, args)], { ...access, ...env });
}

function reportArguments(week: string, folder: string, args: readonly string[]) {
  return ['--week', week, '--store', `file:${folder}`, ...args];
}

/** A folder of the test's own, gone when it ends. */
export async function temporaryFolder(test: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'reports-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
