// `service`: our feedback service alone, on the sample company, until it is interrupted.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import type { ConfigProblem } from '../../lib/config.ts';
import {
  isLoopback,
  sampleCompany,
  startFeedbackService,
  type FeedbackServiceOptions,
} from '../../lib/feedback-service/index.ts';
import type { Arguments, CommandLine } from './arguments.ts';
import { helpOf, readArguments } from './arguments.ts';
import type { Io } from './io.ts';
import { EXIT, tellProblems } from './io.ts';

const SERVICE: CommandLine = {
  usage: 'feedback-reports service [options]',
  summary: 'Serves the reporting API on a sample company that a seed makes.',
  options: {
    port: { value: 'PORT', help: 'where to listen; 0 takes a free one; default 8080' },
    host: { value: 'HOST', help: 'default 127.0.0.1; any but a loopback address needs TLS' },
    seed: { value: 'NUMBER', help: 'another number, another company; default 1' },
    'tls-cert': { value: 'FILE', help: 'certificate (chain) in PEM; with --tls-key' },
    'tls-key': { value: 'FILE', help: 'its key in PEM; with --tls-cert' },
    data: { value: 'DIR', help: 'a data set of your own: not possible yet' },
  },
  notes: 'Exit codes: 0 ended by a signal · 1 it could not listen · 2 wrong arguments.',
};

interface Wanted {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  readonly tls: FeedbackServiceOptions['tls'];
}

export async function serviceCommand(args: readonly string[], io: Io): Promise<number> {
  const given = readArguments(SERVICE, args);
  if (given.switches.has('help')) {
    io.stdout.write(helpOf(SERVICE));
    return EXIT.done;
  }
  const problems: ConfigProblem[] = [...given.problems];
  const wanted = await readWanted(given, io, problems);
  if (problems.length > 0) {
    tellProblems(io, 'service', problems);
    return EXIT.wrongUsage;
  }
  // The edge of the program: the real clock enters here.
  // eslint-disable-next-line no-restricted-syntax
  const clock = (): number => Date.now();
  const { seed, host, port, tls } = wanted;
  // What others can reach is not guarded by a token that everybody can work out.
  const token = isLoopback(host) ? {} : { token: randomBytes(24).toString('base64url') };
  const sample = sampleCompany({ seed, clock, ...token });
  const service = await startFeedbackService({
    companies: [sample.company],
    clock,
    host,
    port,
    ...(tls === undefined ? {} : { tls }),
    onError: (error) => io.stderr.write(`${error instanceof Error ? error.message : 'error'}\n`),
  }).catch((error: unknown) => {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    io.stderr.write(`The service cannot listen on port ${port} of ${host}: ${reason}.\n`);
    return undefined;
  });
  if (service === undefined) return EXIT.failed;
  io.stdout.write(`listening on ${service.url}\n`);
  io.stderr.write(
    `Sample company ${seed} · client id ${sample.clientId} · token ${sample.token}\n` +
      `Try: curl -u ${sample.clientId}:${sample.token} '${service.url}/v1/folders?surveys=true'\n`,
  );
  if (!io.signal.aborted) await once(io.signal, 'abort');
  await service.close();
  return EXIT.done;
}

async function readWanted(given: Arguments, io: Io, problems: ConfigProblem[]): Promise<Wanted> {
  const { values } = given;
  function number(name: string, whenAbsent: number, to: number): number {
    const text = values.get(name) ?? String(whenAbsent);
    if (/^\d{1,16}$/.test(text) && Number(text) <= to) return Number(text);
    if (text !== '') problems.push({ name: `--${name}`, problem: `must be from 0 to ${to}` });
    return whenAbsent;
  }
  async function file(name: string): Promise<string | undefined> {
    const path = values.get(name);
    if (path === undefined || path === '') return undefined;
    return readFile(path, 'utf8').catch(() => {
      problems.push({ name: `--${name}`, problem: 'names a file that cannot be read' });
      return undefined;
    });
  }
  const host = values.get('host') ?? '127.0.0.1';
  const port = number('port', 8080, 65_535);
  const seed = number('seed', 1, Number.MAX_SAFE_INTEGER);
  const [cert, key] = [await file('tls-cert'), await file('tls-key')];
  if (values.has('tls-cert') !== values.has('tls-key')) {
    const [has, lacks] = values.has('tls-cert')
      ? ['--tls-cert', '--tls-key']
      : ['--tls-key', '--tls-cert'];
    problems.push({ name: has, problem: `needs ${lacks} beside it` });
  } else if (host !== '' && !isLoopback(host) && !values.has('tls-cert')) {
    const problem =
      'is not a loopback address: without --tls-cert and --tls-key, credentials would travel in the clear';
    problems.push({ name: '--host', problem });
  }
  if (values.has('data')) {
    const problem =
      'is not possible yet: this version cannot import data sets, only serve the sample company';
    problems.push({ name: '--data', problem });
  }
  if (io.env['REPORTS_SECRET'] !== undefined && io.env['REPORTS_SECRET'] !== '') {
    const problem = 'is set: where production credentials are, made-up data are not served';
    problems.push({ name: 'REPORTS_SECRET', problem });
  }
  const tls = cert === undefined || key === undefined ? undefined : { cert, key };
  return { port, host, seed, tls };
}
