import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { z } from 'zod';
import { systemContext } from '../../../lib/composition/compose.ts';
import { dataDirectory, presses } from '../../support/feedback-service/data-directory.ts';
import {
  assertRefused,
  ended,
  type WrongArguments,
} from '../../support/feedback-service/service-run.ts';

const result = z.object({
  survey: z.number(),
  presses: z.number(),
  alerts: z.array(z.object({ begin: z.string(), end: z.string() })),
  beginsByHour: z.array(z.number()).length(24),
  nearest: z.object({ threshold: z.number(), alerts: z.number() }).nullable(),
});

describe('service alerts try', () => {
  it('prints what a specification would have done, and the nearest threshold that is rare', async (t) => {
    const dayMs = 86_400_000;
    const now = systemContext.clock();
    const days = [9, 8, 7].map((days) => new Date(now - days * dayMs).toISOString());
    const lines = days.flatMap((from) => presses(8, { from }));
    const folder = await dataDirectory(t, { files: { 'feedback.ndjson': lines } });
    const place = ['alerts', 'try', '--data', folder, '--survey', '11'];
    const counted = [...place, '--type', 'feedbackCount', '--window', '60', '--threshold', '3'];
    const before = await ended(t, counted);
    assert.equal(before.code, 1);
    assert.match(before.err, /nothing of the data set has been imported yet/);
    assert.deepEqual((await readdir(folder)).toSorted(), ['company.json', 'feedback.ndjson']);
    assert.equal((await ended(t, ['import', '--data', folder])).code, 0);

    const { code, out } = await ended(t, [...counted, '--json']);
    assert.equal(code, 0);
    const { survey, presses: count, alerts, beginsByHour, nearest } = result.parse(JSON.parse(out));
    assert.deepEqual([survey, count, alerts.length], [11, 24, 3]);
    assert.equal(
      beginsByHour.reduce((sum, hour) => sum + hour),
      3,
    );
    assert.deepEqual(nearest, { threshold: 5, alerts: 0 });
    // Presses 0 and 1 of four are sad: the third one of each day is its fifth press.
    assert.equal(Date.parse(alerts[0]?.begin ?? ''), Date.parse(days[0] ?? '') + 4 * 60_000);

    const text = (await ended(t, counted)).out;
    assert.match(text, /: 24 responses in 1\.3 weeks\n3 alerts, 2\.3 a week\nopen for 3 h /);
    assert.match(text, /\nbegin at \(Europe\/Helsinki\): \d\d:00 /);
    assert.match(text, /\nat most 1 a week: threshold 5 \(0 alerts, 0\.0 a week\)\n$/);
  });

  const wrong: WrongArguments = {
    'no type': [['--window', '60', '--threshold', '3'], /--type is required/],
    'an option of another type': [
      ['--type', 'negative', '--window', '60', '--threshold', '30', '--buttons', '0'],
      /--buttons has no effect on negative/,
    ],
    'a threshold that is no number': [
      ['--type', 'indexThreshold', '--window', '60', '--threshold', 'low'],
      /--threshold must be a number/,
    ],
  };
  for (const [name, [args, ...errors]] of Object.entries(wrong)) {
    it(`refuses ${name}`, async (t) => {
      const folder = await dataDirectory(t);
      const place = ['alerts', 'try', '--data', folder, '--survey', '11'];
      await assertRefused(t, [...place, ...args], errors);
    });
  }

  it('names a survey or a button that does not exist', async (t) => {
    const folder = await dataDirectory(t);
    assert.equal((await ended(t, ['import', '--data', folder])).code, 0);
    const what = ['--type', 'feedbackCount', '--window', '60', '--threshold', '3'];
    const place = ['alerts', 'try', '--data', folder, ...what];
    const noSurvey = await ended(t, [...place, '--survey', '12']);
    assert.equal(noSurvey.code, 1);
    assert.match(noSurvey.err, /survey 12 does not exist/);
    const noButton = await ended(t, [...place, '--survey', '11', '--buttons', '4']);
    assert.equal(noButton.code, 1);
    assert.match(noButton.err, /survey 11 has the buttons 0 to 3/);
  });
});
