// Report jobs as messages of the queue: those of earlier releases are read, and earlier releases read those of this one.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jobCodec } from '../../../../lib/adapters/json/index.ts';
import type { ReportJob } from '../../../../lib/ports/job-queue.ts';
import { createJobs, rootsOf } from '../../../../lib/ports/job-queue.ts';

const JOB: ReportJob = { week: '2026-W46', folder: 21, since: null };

function decode(message: unknown): ReportJob {
  return jobCodec.decode(new TextEncoder().encode(JSON.stringify(message)));
}

describe('job codec', () => {
  for (const job of [
    JOB,
    { ...JOB, since: '2026-11-16T08:00:00.000Z' },
    { ...JOB, look: '2026-11-18T12:00:00.000Z' },
    { ...JOB, others: [22, 31] },
    { ...JOB, others: [22], only: true as const, look: '2026-11-18T12:00:00.000Z' },
  ]) {
    it(`encodes and decodes ${JSON.stringify(job)}`, () => {
      assert.deepEqual(jobCodec.decode(jobCodec.encode(job)), job);
    });
  }

  it('ignores members of later releases', () => {
    assert.deepEqual(decode({ ...JOB, priority: 3 }), JOB);
  });

  for (const message of [
    { ...JOB, others: 22 },
    { ...JOB, others: [0] },
    { ...JOB, only: false },
    { week: JOB.week, since: null },
  ]) {
    it(`refuses ${JSON.stringify(message)}`, () => {
      assert.throws(() => decode(message), { code: 'REPORT_DAMAGED' });
    });
  }
});

describe('roots of a job', () => {
  it('are its folder and the others, each once', () => {
    assert.deepEqual(rootsOf(JOB), [21]);
    assert.deepEqual(rootsOf({ ...JOB, others: [22, 21, 22] }), [21, 22]);
  });

  it('are replaced without changing anything else', () => {
    const look = { ...JOB, others: [22], look: '2026-11-18T12:00:00.000Z' };
    const { others: _, ...single } = look;
    const groups = { jobs: [[31, 32], [], [33]], only: [[34]] };
    assert.deepEqual(createJobs(look, groups), [
      { ...look, folder: 31, others: [32] },
      { ...single, folder: 33 },
      { ...single, folder: 34, only: true },
    ]);
    const onlyOne: ReportJob = { ...JOB, only: true };
    assert.deepEqual(createJobs(onlyOne, { jobs: [[31]], only: [] }), [{ ...JOB, folder: 31 }]);
  });
});
