// Records all output of a test process, and all files that it removes or overwrites below the temporary folder. Loaded
// into every process before other modules. Plain JavaScript, because it runs in every Node version that tests start.
import childProcess from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import zlib from 'node:zlib';

const RECORD_FOLDER = process.env['CANARY_KEPT'];
const SEED = process.env['CANARY_SEED'];
if (RECORD_FOLDER !== undefined && SEED !== undefined) {
  recordAll(RECORD_FOLDER, join(RECORD_FOLDER, '..', 't'), SEED);
}

function recordAll(recordFolder, temporary, seed) {
  const processId = `${process.pid}-${randomBytes(4).toString('hex')}`;
  // A process of the suite runs several test files, from a temporary module: "test/integration-http".
  const program = relative(process.cwd(), process.argv[1] ?? 'node').replace(
    /^.*\/suite-\w+\/([\w-]+)\.mjs$/,
    'test/$1',
  );
  const { renameSync, linkSync, copyFileSync, mkdirSync, lstatSync, openSync } = fs;
  const { writeSync, writeFileSync, existsSync } = fs;
  const recordedHashes = new Set();
  let texts = null;
  let movedCount = 0;

  /** Appends short contents to one file per process, and writes long ones to files named by their hash. */
  function record(source, content) {
    const bytes = Buffer.from(content);
    if (bytes.length === 0) return;
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (recordedHashes.has(hash)) return;
    recordedHashes.add(hash);
    const name = `${source} of ${program}`.replaceAll(/[\n\t]/g, ' ');
    if (bytes.length > 4096 || bytes.includes(0)) {
      append('names', `${hash}\t${name}\n`);
      const path = join(recordFolder, 'blobs', hash);
      if (!existsSync(path)) writeFileSync(path, bytes);
    } else {
      append('texts', Buffer.concat([Buffer.from(`\0\x01${name}\n`), bytes]));
    }
  }

  function append(folder, content) {
    texts ??= {};
    texts[folder] ??= openSync(join(recordFolder, folder, processId), 'a');
    writeSync(texts[folder], content);
  }

  subscribe('feedback-reports.kept', ({ name, content }) => record(name, content));

  // Child processes load this module too, and their output is recorded.
  const variables = {
    CANARY_KEPT: recordFolder,
    CANARY_SEED: seed,
    TMPDIR: temporary,
    NODE_OPTIONS: `--import=${import.meta.url}`,
  };
  // Some tests check the environment of a process.
  for (const name of ['CANARY_KEPT', 'NODE_OPTIONS']) delete process.env[name];
  const spawn = childProcess.ChildProcess.prototype.spawn;
  childProcess.ChildProcess.prototype.spawn = function (options) {
    const givenVariables = options.envPairs ?? [];
    // The test of this module uses its own folder.
    const isOwn = givenVariables.some((pair) => pair.startsWith('CANARY_KEPT='));
    const otherVariables = givenVariables.filter(
      (pair) => !(pair.slice(0, pair.indexOf('=')) in variables),
    );
    const canaryVariables = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    const result = spawn.call(this, {
      ...options,
      envPairs: isOwn ? givenVariables : [...otherVariables, ...canaryVariables],
    });
    const commandName = (options.args ?? [])
      .slice(0, 3)
      .map((argument) => basename(argument).slice(0, 40))
      .join(' ');
    tee(this.stdout, `stdout of ${commandName}`);
    tee(this.stderr, `stderr of ${commandName}`);
    return result;
  };
  const open = new Set();
  process.on('exit', () => open.forEach((flush) => flush()));
  function tee(stream, source) {
    if (stream === null || stream === undefined) return;
    const chunks = [];
    const flush = () => record(source, Buffer.concat(chunks.splice(0)));
    open.add(flush);
    const { push } = stream;
    stream.push = function (chunk, ...more) {
      if (chunk !== null) chunks.push(Buffer.from(chunk));
      else open.delete(flush) && flush();
      return push.call(this, chunk, ...more);
    };
  }
  for (const name of ['spawnSync', 'execFileSync', 'execSync']) {
    const original = childProcess[name];
    childProcess[name] = (...args) => {
      const givenOptions = args.findLast(isOptions) ?? {};
      const otherArguments = args.filter(
        (argument) => argument !== givenOptions && argument !== undefined,
      );
      const isOwn = givenOptions.env?.CANARY_KEPT !== undefined;
      const env = isOwn ? givenOptions.env : { ...(givenOptions.env ?? process.env), ...variables };
      const recordOutput = ({ stdout, stderr }) => {
        record(`stdout of ${basename(args[0])}`, stdout ?? '');
        record(`stderr of ${basename(args[0])}`, stderr ?? '');
      };
      try {
        const result = original(...otherArguments, { ...givenOptions, env });
        recordOutput(name === 'spawnSync' ? result : { stdout: result });
        return result;
      } catch (error) {
        recordOutput(error);
        throw error;
      }
    };
  }

  // HTTP servers: requests without the headers that carry credentials, and answers.
  const carriers = /^authorization$|-(client-id|api-token)$|^x-amz-security-token$/;
  for (const { prototype } of [http.Server, https.Server]) {
    const { emit } = prototype;
    prototype.emit = function (event, request, response) {
      if (event === 'request') listen(request, response);
      return emit.apply(this, arguments);
    };
  }
  function listen(request, response) {
    const headers = Object.entries(request.headers).filter(([name]) => !carriers.test(name));
    const requestChunks = [];
    const { push } = request;
    request.push = function (chunk, ...more) {
      if (chunk !== null) requestChunks.push(Buffer.from(chunk));
      return push.call(this, chunk, ...more);
    };
    const responseChunks = [];
    const { write, end } = response;
    const add = (chunk, encoding) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
        responseChunks.push(
          typeof chunk === 'string' ? Buffer.from(chunk, encoding || 'utf8') : Buffer.from(chunk),
        );
      }
    };
    response.write = function (chunk, encoding) {
      add(chunk, typeof encoding === 'string' ? encoding : 'utf8');
      return write.apply(this, arguments);
    };
    response.end = function (chunk, encoding) {
      add(chunk, typeof encoding === 'string' ? encoding : 'utf8');
      return end.apply(this, arguments);
    };
    response.on('close', () => {
      const path = String(request.url).split('?')[0].slice(0, 60);
      record(`request ${request.method} ${path}`, `${request.url}\n${JSON.stringify(headers)}`);
      record(`body of ${request.method} ${path}`, Buffer.concat(requestChunks));
      record(`head of the answer to ${request.method} ${path}`, response._header ?? '');
      record(`answer to ${request.method} ${path}`, plain(response, Buffer.concat(responseChunks)));
    });
  }
  function plain(response, body) {
    const encoding = /^content-encoding: *(\w+)/im.exec(response._header ?? '')?.[1];
    try {
      if (encoding === 'gzip') return zlib.gunzipSync(body);
      if (encoding === 'br') return zlib.brotliDecompressSync(body);
      if (encoding === 'deflate') return zlib.inflateSync(body);
    } catch {
      // Damaged on purpose: recorded unchanged.
    }
    return body;
  }

  // Files below the temporary folder: moved when removed, linked or copied when replaced.
  function inside(path) {
    if (typeof path !== 'string' && !(path instanceof URL)) return null;
    const full = path instanceof URL ? fileURLToPath(path) : resolve(path);
    return full.startsWith(temporary + sep) ? full : null;
  }
  function place(full) {
    movedCount += 1;
    const to = join(
      recordFolder,
      'files',
      processId,
      String(movedCount),
      relative(temporary, full),
    );
    mkdirSync(dirname(to), { recursive: true });
    return to;
  }
  function tryTo(work) {
    try {
      work();
      return true;
    } catch {
      return false;
    }
  }
  /** Whether the file was moved. */
  function moveAway(path, isWhole) {
    const full = inside(path);
    if (full === null) return false;
    return tryTo(() => {
      if (lstatSync(full).isDirectory() && !isWhole) throw new Error('a folder');
      renameSync(full, place(full));
    });
  }
  function keepOld(path, how) {
    const full = inside(path);
    if (full === null || !existsSync(full) || !lstatSync(full).isFile()) return;
    tryTo(() => how(full, place(full)));
  }
  patch('rm', (path, options) => moveAway(path, isOptions(options) && options.recursive === true));
  patch('unlink', (path) => moveAway(path, false));
  patch('rename', (from, to) => keepOld(to, linkSync));
  patch('writeFile', (path) => keepOld(path, copyFileSync));
  function patch(name, before) {
    const [sync, callback, promised] = [fs[`${name}Sync`], fs[name], fs.promises[name]];
    fs[`${name}Sync`] = (...args) => (before(...args) === true ? undefined : sync(...args));
    fs[name] = (...args) => {
      if (before(...args) === true) process.nextTick(args.at(-1), null);
      else callback(...args);
    };
    fs.promises[name] = async (...args) =>
      before(...args) === true ? undefined : promised(...args);
  }

  // Log lines that are not written to a stream.
  const { stringify } = JSON;
  JSON.stringify = (...args) => {
    const text = stringify(...args);
    if (typeof text === 'string' && text.startsWith('{"at":')) record('log', text);
    return text;
  };

  // Errors of the project and of packages; errors of tests are not recorded.
  const NativeError = Error;
  globalThis.Error = new Proxy(NativeError, {
    construct(target, args, newTarget) {
      const error = Reflect.construct(target, args, newTarget);
      NativeError.captureStackTrace(error, this.construct);
      queueMicrotask(() => {
        if (made(error)) record('error', inspect(error, { depth: 9 }));
      });
      return error;
    },
  });
  const here = process.cwd();
  function made(error) {
    const frame = String(error.stack)
      .split('\n')
      .find((line) => /^ +at (?!new |Object\.construct)/.test(line));
    return frame !== undefined && !frame.includes(`${here}/test/`) && !frame.includes('node:');
  }

  syncBuiltinESMExports();
}

function isOptions(value) {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof URL)
  );
}
