// Keeps all that a process of the tests writes, and all that is removed or written over below the temporary folder;
// loaded into every process before anything else. Plain JavaScript: it runs in every Node that tests start.
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

const KEPT = process.env['CANARY_KEPT'];
const SEED = process.env['CANARY_SEED'];
if (KEPT !== undefined && SEED !== undefined) keepAll(KEPT, join(KEPT, '..', 't'), SEED);

function keepAll(kept, temporary, seed) {
  const own = `${process.pid}-${randomBytes(4).toString('hex')}`;
  const program = relative(process.cwd(), process.argv[1] ?? 'node');
  const { renameSync, linkSync, copyFileSync, mkdirSync, lstatSync, openSync } = fs;
  const { writeSync, writeFileSync, existsSync } = fs;
  const told = new Set();
  let texts = null;
  let moved = 0;

  /** Short ones go into one file of the process, others each into one by its hash. */
  function record(what, content) {
    const bytes = Buffer.from(content);
    if (bytes.length === 0) return;
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (told.has(hash)) return;
    told.add(hash);
    const name = `${what} of ${program}`.replaceAll(/[\n\t]/g, ' ');
    if (bytes.length > 4096 || bytes.includes(0)) {
      append('names', `${hash}\t${name}\n`);
      const path = join(kept, 'blobs', hash);
      if (!existsSync(path)) writeFileSync(path, bytes);
    } else {
      append('texts', Buffer.concat([Buffer.from(`\0\x01${name}\n`), bytes]));
    }
  }

  function append(folder, content) {
    texts ??= {};
    texts[folder] ??= openSync(join(kept, folder, own), 'a');
    writeSync(texts[folder], content);
  }

  subscribe('feedback-reports.kept', ({ name, content }) => record(name, content));

  // Child processes: each loads this, and each's output is kept.
  const variables = {
    CANARY_KEPT: kept,
    CANARY_SEED: seed,
    TMPDIR: temporary,
    NODE_OPTIONS: `--import=${import.meta.url}`,
  };
  // Tests look at what a process finds in its environment.
  for (const name of ['CANARY_KEPT', 'NODE_OPTIONS']) delete process.env[name];
  const spawn = childProcess.ChildProcess.prototype.spawn;
  childProcess.ChildProcess.prototype.spawn = function (options) {
    const given = options.envPairs ?? [];
    // A test of this file has a place of its own.
    const isOwn = given.some((pair) => pair.startsWith('CANARY_KEPT='));
    const others = given.filter((pair) => !(pair.slice(0, pair.indexOf('=')) in variables));
    const ours = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
    const result = spawn.call(this, {
      ...options,
      envPairs: isOwn ? given : [...others, ...ours],
    });
    const what = (options.args ?? []).slice(0, 3).map((one) => basename(one).slice(0, 40));
    tee(this.stdout, `stdout of ${what.join(' ')}`);
    tee(this.stderr, `stderr of ${what.join(' ')}`);
    return result;
  };
  const open = new Set();
  process.on('exit', () => open.forEach((flush) => flush()));
  function tee(stream, what) {
    if (stream === null || stream === undefined) return;
    const chunks = [];
    const flush = () => record(what, Buffer.concat(chunks.splice(0)));
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
      const given = args.findLast(isOptions) ?? {};
      const rest = args.filter((one) => one !== given && one !== undefined);
      const isOwn = given.env?.CANARY_KEPT !== undefined;
      const env = isOwn ? given.env : { ...(given.env ?? process.env), ...variables };
      const say = ({ stdout, stderr }) => {
        record(`stdout of ${basename(args[0])}`, stdout ?? '');
        record(`stderr of ${basename(args[0])}`, stderr ?? '');
      };
      try {
        const result = original(...rest, { ...given, env });
        say(name === 'spawnSync' ? result : { stdout: result });
        return result;
      } catch (error) {
        say(error);
        throw error;
      }
    };
  }

  // HTTP servers: what they are asked, without the headers that carry credentials, and what they answer.
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
    const asked = [];
    const { push } = request;
    request.push = function (chunk, ...more) {
      if (chunk !== null) asked.push(Buffer.from(chunk));
      return push.call(this, chunk, ...more);
    };
    const answered = [];
    const { write, end } = response;
    const add = (chunk, encoding) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) {
        answered.push(
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
      record(`body of ${request.method} ${path}`, Buffer.concat(asked));
      record(`head of the answer to ${request.method} ${path}`, response._header ?? '');
      record(`answer to ${request.method} ${path}`, plain(response, Buffer.concat(answered)));
    });
  }
  function plain(response, body) {
    const encoding = /^content-encoding: *(\w+)/im.exec(response._header ?? '')?.[1];
    try {
      if (encoding === 'gzip') return zlib.gunzipSync(body);
      if (encoding === 'br') return zlib.brotliDecompressSync(body);
      if (encoding === 'deflate') return zlib.inflateSync(body);
    } catch {
      // Damaged on purpose: as it is.
    }
    return body;
  }

  // Files below the temporary folder: moved when removed, linked or copied when something takes their place.
  function inside(path) {
    if (typeof path !== 'string' && !(path instanceof URL)) return null;
    const full = path instanceof URL ? fileURLToPath(path) : resolve(path);
    return full.startsWith(temporary + sep) ? full : null;
  }
  function place(full) {
    moved += 1;
    const to = join(kept, 'files', own, String(moved), relative(temporary, full));
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
  /** Whether it is gone from where it was. */
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

  // Lines of logs that stay in the process.
  const { stringify } = JSON;
  JSON.stringify = (...args) => {
    const text = stringify(...args);
    if (typeof text === 'string' && text.startsWith('{"at":')) record('log', text);
    return text;
  };

  // Errors that our code or a package makes; a test's own may say anything.
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
