// Writes a data set of the benchmark as a stream of lines.
import { createWriteStream } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inputOf, sendResult } from '../child.ts';
import { companyLines, companyText } from './service-company.ts';
import { writeInput, type WriteFigures } from './service-figures.ts';
import { surveyLines, surveyText } from './one-survey.ts';

const BLOCK_CHARACTERS = 256 * 1024;

function* blocksOf(lines: Iterable<string>): Generator<string> {
  let block = '';
  for (const line of lines) {
    block += `${line}\n`;
    if (block.length < BLOCK_CHARACTERS) continue;
    yield block;
    block = '';
  }
  yield block;
}

const { directory, kind, seed, events } = inputOf(writeInput);
const start = performance.now();
const [text, lines] =
  kind === 'company'
    ? [companyText(), companyLines(seed, events)]
    : [surveyText(), surveyLines(seed, events)];
await mkdir(directory);
await writeFile(join(directory, 'company.json'), text);
const file = createWriteStream(join(directory, 'feedback.ndjson'));
await pipeline(Readable.from(blocksOf(lines)), file);
const figures: WriteFigures = { wallMs: performance.now() - start, bytes: file.bytesWritten };
sendResult(figures);
