import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { fc } from '../../../support/property-settings.ts';
import {
  DataSetError,
  type DataProblem,
} from '../../../../lib/feedback-service/data-set/data-set-problem.ts';
import {
  readLines,
  type NumberedLine,
} from '../../../../lib/feedback-service/data-set/read-lines.ts';

const mebibyte = 1024 * 1024;
let directory = '';
before(async () => {
  directory = await mkdtemp(join(tmpdir(), 'read-lines-'));
});
after(() => rm(directory, { recursive: true }));

interface Read {
  readonly lines: readonly NumberedLine[];
  readonly batches: number;
  readonly sha256: string;
  /** What has been told of the bytes read so far. */
  readonly progress: readonly number[];
}

async function read(name: string, content: string | Uint8Array): Promise<Read> {
  await writeFile(join(directory, name), content);
  return readAll(name);
}

async function readAll(name: string): Promise<Read> {
  const progress: number[] = [];
  const lines: NumberedLine[] = [];
  const batches = readLines(join(directory, name), (bytes) => progress.push(bytes));
  for (let count = 0; ; count += 1) {
    const next = await batches.next();
    if (next.done === true) return { lines, batches: count, sha256: next.value, progress };
    assert.notEqual(next.value.length, 0);
    for (const line of next.value) lines.push(line);
  }
}

async function problemOf(work: Promise<unknown>): Promise<DataProblem | undefined> {
  const error: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  assert.ok(error instanceof DataSetError);
  assert.equal(error.problems.length, 1);
  return error.problems[0];
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function joined(...parts: readonly (string | Uint8Array)[]): Buffer {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
}

describe('the lines of a file', () => {
  it('numbers lines from 1, and counts and leaves out blank ones', async () => {
    const { lines } = await read('feedback.ndjson', 'a\n\n \t\r\nb\r\n\n');
    assert.deepEqual(lines, [
      { number: 1, text: 'a' },
      { number: 4, text: 'b\r' },
    ]);
  });

  it('include a last one without a newline', async () => {
    const { lines } = await read('feedback.ndjson', 'a\nb');
    assert.deepEqual(lines.at(-1), { number: 2, text: 'b' });
  });

  it('reads no lines from a file that is empty or blank', async () => {
    for (const content of ['', '\n\n', '\ufeff']) {
      const { lines, sha256: digest } = await read('feedback.ndjson', content);
      assert.deepEqual(lines, []);
      assert.equal(digest, sha256(content));
    }
  });

  it('begin after one byte order mark; a further one is text', async () => {
    const { lines } = await read('feedback.ndjson', '\ufeff\ufeffa\n\ufeffb\n');
    assert.deepEqual(
      lines.map(({ text }) => text),
      ['\ufeffa', '\ufeffb'],
    );
    const manyLines = await read('feedback.ndjson', '\ufeffa\n'.repeat(200_000));
    assert.deepEqual(
      manyLines.lines.filter(({ text }) => text === 'a'),
      [{ number: 1, text: 'a' }],
    );
  });

  it('reads whole lines and characters wherever chunks of the file end', async () => {
    const line = fc
      .tuple(fc.constantFrom('a', 'ä', '€', '😀', ' '), fc.nat({ max: 200_000 }))
      .map(([character, bytes]) => `x${character.repeat(bytes / Buffer.byteLength(character))}`);
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 12 }), fc.boolean(), async (texts, isPacked) => {
        const content = texts.join('\n');
        const file = isPacked
          ? await read('feedback.ndjson.gz', gzipSync(content))
          : await read('feedback.ndjson', content);
        assert.deepEqual(
          file.lines,
          texts.map((text, i) => ({ number: i + 1, text })),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('come in batches, each as soon as it is read', async () => {
    const content = 'some line of feedback\n'.repeat(100_000);
    await writeFile(join(directory, 'feedback.ndjson'), content);
    let bytes = 0;
    const batches = readLines(join(directory, 'feedback.ndjson'), (readBytes) => {
      bytes = readBytes;
    });
    const firstBatch = await batches.next();
    assert.ok(firstBatch.done !== true && firstBatch.value.length < 20_000);
    assert.ok(bytes < content.length);
    await batches.return('');
  });

  it('report how much of the file on disk was read', async () => {
    const content = 'some line of feedback\n'.repeat(100_000);
    const plainResult = await read('feedback.ndjson', content);
    assert.equal(plainResult.progress.at(-1), content.length);
    assert.ok(plainResult.progress.length > 4 && plainResult.batches > 4);
    assert.deepEqual(
      plainResult.progress,
      [...plainResult.progress].sort((a, b) => a - b),
    );
    const packed = gzipSync(content);
    assert.equal((await read('feedback.ndjson.gz', packed)).progress.at(-1), packed.length);
  });

  it('return the SHA-256 of the stored bytes, compressed or not', async () => {
    const content = 'a\nb\n'.repeat(200_000);
    assert.equal((await read('feedback.ndjson', content)).sha256, sha256(content));
    const packed = gzipSync(content);
    assert.equal((await read('feedback.ndjson.gz', packed)).sha256, sha256(packed));
  });
});

describe('a packed file', () => {
  it('may consist of several gzip members', async () => {
    const packed = joined(gzipSync('a\nb'), gzipSync('c\nd\n'));
    const { lines, sha256: digest } = await read('feedback.ndjson.gz', packed);
    assert.deepEqual(
      lines.map(({ text }) => text),
      ['a', 'bc', 'd'],
    );
    assert.equal(digest, sha256(packed));
  });

  it('may be padded with zeros, which belong to its SHA-256', async () => {
    for (const zeros of [512, 3 * mebibyte]) {
      const packed = joined(gzipSync('a\n'), new Uint8Array(zeros));
      const { lines, sha256: digest, progress } = await read('feedback.ndjson.gz', packed);
      assert.deepEqual(lines, [{ number: 1, text: 'a' }]);
      assert.equal(digest, sha256(packed));
      assert.equal(progress.at(-1), packed.length);
    }
  });

  it('is refused when it is cut off, damaged, continued with something else or not packed', async () => {
    const packed = gzipSync(randomBytes(mebibyte).toString('hex').replaceAll('0', '\n'));
    const damaged = Buffer.from(packed);
    damaged.writeUInt8(damaged.readUInt8(packed.length - 6) ^ 1, packed.length - 6);
    const damagedFiles = [
      Buffer.alloc(0),
      packed.subarray(0, 5),
      packed.subarray(0, packed.length / 2),
      packed.subarray(0, packed.length - 1),
      damaged,
      joined(packed, 'more'),
      Buffer.from('{"survey":1}\n'),
    ];
    for (const content of damagedFiles) {
      const problem = await problemOf(read('feedback.ndjson.gz', content));
      assert.equal(problem?.file, 'feedback.ndjson.gz');
      assert.equal(problem.line, undefined);
      assert.match(problem.reason, /^is incomplete or not a gzip file \(Z_\w+\)$/);
    }
  });
});

describe('a file that cannot be read', () => {
  it('is reported with its name', async () => {
    assert.deepEqual(await problemOf(readAll('absent.ndjson')), {
      file: 'absent.ndjson',
      reason: 'is missing',
    });
  });

  it('is reported with the line that is not UTF-8, after the lines before it', async () => {
    const good = 'good €\n'.repeat(150_000);
    for (const bad of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xff, 0xfe, 0x7b, 0]]) {
      const file = 'feedback.ndjson';
      const reason = 'is not valid UTF-8';
      const bytes = Uint8Array.from(bad);
      assert.deepEqual(await problemOf(read(file, joined(good, bytes, '\n', good))), {
        file,
        line: 150_001,
        reason,
      });
      assert.deepEqual(await problemOf(read(file, joined('a\n\n', bytes))), {
        file,
        line: 3,
        reason,
      });
      assert.deepEqual(await problemOf(read(file, joined(bytes, '\na\n'))), {
        file,
        line: 1,
        reason,
      });
    }
  });

  it('is reported with the line that is longer than 1 MiB', async () => {
    const longest = 'x'.repeat(mebibyte);
    const { lines } = await read('feedback.ndjson', `a\n${longest}\nb\n${longest}`);
    assert.deepEqual(
      lines.map(({ number, text }) => [number, text.length]),
      [
        [1, 1],
        [2, mebibyte],
        [3, 1],
        [4, mebibyte],
      ],
    );
    const reason = 'is longer than 1 MiB';
    for (const end of ['', '\n', 'x'.repeat(5 * mebibyte)]) {
      const content = `a\n\n${longest}x${end}`;
      assert.deepEqual(await problemOf(read('feedback.ndjson', content)), {
        file: 'feedback.ndjson',
        line: 3,
        reason,
      });
      assert.deepEqual(await problemOf(read('feedback.ndjson.gz', gzipSync(content))), {
        file: 'feedback.ndjson.gz',
        line: 3,
        reason,
      });
    }
  });
});
