// `service`: our feedback service alone, on the sample company, until it is interrupted.
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { realWorld } from '../../lib/compose.ts';
import type { ConfigProblem } from '../../lib/config.ts';
import {
  isLoopback,
  sampleCompany,
  startFeedbackService,
  type FeedbackServiceOptions,
} from '../../lib/feedback-service/index.ts';
import type { Arguments, CommandLine } from './arguments.ts';
import { helpOf, MOST_SEED, readArguments, readWholeNumber } from './arguments.ts';
import type { Io } from './io.ts';
import { EXIT, listenTrouble, tellBug, tellProblems, untilInterrupted } from './io.ts';

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
  const { clock } = realWorld;
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
    onError: (error) => {
      tellBug(io, error);
    },
  }).catch((error: unknown) => {
    io.stderr.write(`${listenTrouble(error, host, port)}\n`);
    return undefined;
  });
  if (service === undefined) return EXIT.failed;
  io.stdout.write(`listening on ${service.url}\n`);
  io.stderr.write(
    `Sample company ${seed} · client id ${sample.clientId} · token ${sample.token}\n` +
      `Try: curl -u ${sample.clientId}:${sample.token} '${service.url}/v1/folders?surveys=true'\n`,
  );
  await untilInterrupted(io);
  await service.close();
  return EXIT.done;
}

async function readWanted(given: Arguments, io: Io, problems: ConfigProblem[]): Promise<Wanted> {
  const { values } = given;
  function number(name: string, most: number, fallback: number): number {
    const read = readWholeNumber(given, name, { least: 0, most, fallback });
    problems.push(...read.problems);
    return read.value;
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
  const port = number('port', 65_535, 8080);
  const seed = number('seed', MOST_SEED, 1);
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
