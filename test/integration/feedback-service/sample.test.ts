import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { z } from 'zod';
import {
  flattenFolders,
  type ServiceFolder,
  type Survey,
} from '../../../lib/feedback-service/company.ts';
import { sampleCompany, type CompanyStore } from '../../../lib/feedback-service/index.ts';
import { timeZoneOf } from '../../../lib/feedback-service/time-zone.ts';
import { instant } from '../../support/feedback-service/acme.ts';
import { basic, pageOf, serve } from '../../support/feedback-service/served-company.ts';
import { collectPages } from '../../support/outcomes.ts';
import { alertsOf, assertAlertsOfEveryType, surveysOf } from './sample-alerts.ts';

const dayMs = 86_400_000;
const always = { start: -Infinity, end: Infinity };

function storeAt(seed: number, now: number): CompanyStore {
  return sampleCompany({ seed, clock: () => now }).company.store;
}

async function countsOf(
  store: CompanyStore,
  key: number,
  start: number,
  end: number,
): Promise<number[]> {
  const counts = [0, 0, 0, 0, 0];
  await store.forEachCount(key, { start, end }, (_, increments) => {
    for (const [r, count] of increments.entries()) counts[r] = (counts[r] ?? 0) + count;
  });
  return counts;
}

async function eventsOf(
  store: CompanyStore,
  key: number,
  start: number,
  end: number,
): Promise<string> {
  return JSON.stringify(await collectPages(store.events(key, { start, end }, 'all')));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

const now = instant('2026-11-20T14:00:00Z');
const sample = sampleCompany({ seed: 1, clock: () => now });
const { store } = sample.company;

describe('the sample company', () => {
  it('has 5 levels of folders and at least 40 surveys in 10 zones on every continent', () => {
    const { root } = store.structure();
    const depth = (folder: ServiceFolder): number => 1 + Math.max(0, ...folder.folders.map(depth));
    assert.equal(depth(root), 5);
    const surveys = surveysOf(store);
    assert.ok(surveys.length >= 40);
    const zones = new Set(surveys.map(({ timeZone }) => timeZone));
    assert.ok(zones.size >= 10);
    for (const part of [
      'Africa',
      'America',
      'Antarctica',
      'Asia',
      'Australia',
      'Europe',
      'Pacific',
    ]) {
      assert.ok(
        [...zones].some((zone) => zone.startsWith(part)),
        part,
      );
    }
    const offsets = [...zones].map((name) => {
      const [winter, summer] = [0, 6].map((month) =>
        timeZoneOf(name).offsetAt(Date.UTC(2026, month)),
      );
      return { winter: winter ?? 0, summer: summer ?? 0 };
    });
    const minutes = offsets.map(({ winter }) => (((winter / 60_000) % 60) + 60) % 60);
    assert.ok(minutes.includes(30) && minutes.includes(45), '30- and 45-minute offsets');
    assert.ok(
      offsets.some(({ winter, summer }) => winter > summer),
      'southern summer time',
    );
    assert.ok(
      offsets.some(({ winter, summer }) => winter === summer),
      'no summer time',
    );
    assert.ok(
      offsets.some(({ winter }) => winter === 0),
      'Z',
    );
  });

  it('has every index type, scale and survey type, and names of every length', () => {
    const surveys = surveysOf(store);
    const values = (field: 'indexType' | 'feedbackScale' | 'surveyType'): readonly string[] =>
      [...new Set(surveys.map((survey) => survey[field]))].sort();
    assert.deepEqual(values('indexType'), ['AVERAGE', 'HAPPY', 'NPS']);
    assert.deepEqual(values('feedbackScale'), ['FIVE', 'FIVE_REVERSED', 'FOUR']);
    assert.deepEqual(values('surveyType'), ['TABLET', 'TERMINAL', 'WEB']);
    const lengths = flattenFolders(store.structure().root).map(({ name }) => name.length);
    assert.ok(Math.min(...lengths) < 10 && Math.max(...lengths) > 80);
  });

  it('has questions and follow-ups in at least 8 languages and 6 scripts', () => {
    const askedQuestions = new Set(surveysOf(store).map(({ question }) => question));
    const { questions } = store.structure();
    assert.ok(questions.every(({ key }) => askedQuestions.has(key)));
    assert.ok(new Set(questions.map(({ locale }) => locale)).size >= 8);
    const scripts = [
      'Latin',
      'Cyrillic',
      'Greek',
      'Arabic',
      'Hebrew',
      'Devanagari',
      'Thai',
      'Han',
      'Hangul',
    ];
    for (const script of scripts) {
      const isWritten = new RegExp(`^\\p{Script=${script}}`, 'u');
      const scriptQuestions = questions.filter(({ name }) => isWritten.test(name));
      assert.ok(scriptQuestions.length > 0, script);
    }
    for (const { followUps } of questions) {
      for (const kind of ['painPoint', 'highlight']) {
        const count = followUps.filter((option) => option.kind === kind).length;
        assert.ok(count >= 4 && count <= 7);
      }
    }
  });

  it('has surveys that are active, ended, starting, between periods, and without periods', () => {
    const surveys = surveysOf(store);
    const states = surveys.map(({ activePeriods }) => ({
      isActive: activePeriods.some(({ start, end }) => start <= now && now < end),
      isPast: activePeriods.some(({ end }) => end <= now),
      isToCome: activePeriods.some(({ start }) => start > now),
      periods: activePeriods.length,
    }));
    assert.ok(states.some(({ isActive }) => isActive));
    assert.ok(states.some(({ isActive, isPast, isToCome }) => isPast && !isActive && !isToCome));
    assert.ok(states.some(({ isPast, isToCome, isActive }) => isToCome && !isPast && !isActive));
    assert.ok(states.some(({ periods }) => periods > 1));
    assert.ok(states.some(({ periods }) => periods === 0));
  });

  it('has at least 12 reports over at least 4 zones due in every week of a year', () => {
    for (let week = 0; week < 52; week += 1) {
      const start = now - (week + 1) * 7 * dayMs;
      const active = (survey: Survey): boolean =>
        survey.activePeriods.some(
          (period) => period.start < start + 7 * dayMs && period.end > start,
        );
      const owingFolders = flattenFolders(store.structure().root).filter((folder) =>
        flattenFolders(folder).some(({ surveys }) => surveys.some(active)),
      );
      assert.ok(owingFolders.length >= 12);
      const zones = surveysOf(store)
        .filter(active)
        .map(({ timeZone }) => timeZone);
      assert.ok(new Set(zones).size >= 4);
    }
  });

  it('is the same for one seed and another for another', async () => {
    const sameSeedStore = storeAt(1, now);
    const otherStore = storeAt(2, now);
    assert.deepEqual(sameSeedStore.structure(), store.structure());
    assert.notDeepEqual(otherStore.structure(), store.structure());
    const [key] = surveysOf(store).map((survey) => survey.key);
    const from = now - 30 * dayMs;
    assert.equal(
      await eventsOf(sameSeedStore, key ?? 0, from, now),
      await eventsOf(store, key ?? 0, from, now),
    );
  });

  it('keeps its past and its keys as time passes, also over the end of a quarter and of a year', async () => {
    const before = instant('2026-12-31T23:00:00Z');
    let at = before;
    const late = sampleCompany({ seed: 3, clock: () => at }).company.store;
    const early = storeAt(3, before);
    at += 30 * dayMs;
    const lateKeys = new Map(surveysOf(late).map((survey) => [survey.key, survey]));
    const start = before - 53 * 7 * dayMs;
    // Every third survey, and all the pop-up shops, which come and go.
    const sampledSurveys = surveysOf(early).filter(({ key }, i) => i % 3 === 0 || key > 900_000);
    for (const survey of sampledSurveys) {
      const lateSurvey = lateKeys.get(survey.key);
      if (lateSurvey === undefined) {
        assert.equal(sum(await countsOf(early, survey.key, start, before)), 0);
        continue;
      }
      assert.deepEqual({ ...lateSurvey, activePeriods: [] }, { ...survey, activePeriods: [] });
      assert.deepEqual(
        await countsOf(late, survey.key, start, before),
        await countsOf(early, survey.key, start, before),
      );
    }
  });

  it('has no feedback later than the clock', async () => {
    for (const { key } of surveysOf(store)) {
      assert.equal(sum(await countsOf(store, key, now + 1, Infinity)), 0);
    }
  });

  it('has 61 weeks of feedback with plausible days at most places', async () => {
    const monday = instant('2026-11-16T00:00:00Z');
    let full = 0;
    let plausible = 0;
    const long = surveysOf(store).filter(({ activePeriods: [period] }) =>
      period === undefined ? false : period.end - period.start > 1000 * dayMs,
    );
    for (const { key } of long) {
      const weeks = Array.from({ length: 61 }, (_, i) => monday - i * 7 * dayMs);
      const counts = await Promise.all(
        weeks.map((week) => countsOf(store, key, week - 7 * dayMs, week)),
      );
      if (counts.every((week) => sum(week) > 0)) full += 1;
      const perDay = sum(counts.map(sum)) / 61 / 7;
      if (perDay >= 20 && perDay <= 200) plausible += 1;
    }
    assert.ok(full > long.length * 0.8, `${full} of ${long.length}`);
    assert.ok(plausible > long.length * 0.8, `${plausible} of ${long.length}`);
  });

  it('has hourly sums before its last 13 weeks, and single responses in them', async () => {
    const [shop] = surveysOf(store).filter(({ timeZone }) => timeZone === 'Europe/Berlin');
    const local = timeZoneOf('Europe/Berlin').firstInstantOf(instant('2026-08-17T00:00:00Z'));
    const shapes = async (start: number, end: number): Promise<readonly string[]> => {
      const events = await collectPages(store.events(shop?.key ?? 0, { start, end }, 'all'));
      return [...new Set(events.map((event) => ('data' in event ? 'sum' : 'press')))];
    };
    assert.deepEqual(await shapes(local - 365 * dayMs, local), ['sum']);
    assert.deepEqual(await shapes(local, now), ['press']);
  });

  it('opens shops at ten, and Saturday is the busiest day', async () => {
    const shop = surveysOf(store).find(({ timeZone }) => timeZone === 'Europe/Berlin');
    const hours = new Set<number>();
    const days = [0, 0, 0, 0, 0, 0, 0];
    await store.forEachCount(shop?.key ?? 0, { start: now - 140 * dayMs, end: now }, (ts) => {
      const wall = new Date(ts + timeZoneOf('Europe/Berlin').offsetAt(ts));
      hours.add(wall.getUTCHours());
      days[wall.getUTCDay()] = (days[wall.getUTCDay()] ?? 0) + 1;
    });
    assert.deepEqual([Math.min(...hours), Math.max(...hours)], [10, 19]);
    assert.equal(days.indexOf(Math.max(...days)), 6);
  });

  it('has a place with a silent day in every week, though it is open', async () => {
    const accra = surveysOf(store).find(({ timeZone }) => timeZone === 'Africa/Accra');
    const monday = instant('2026-11-16T00:00:00Z');
    for (let week = 1; week <= 20; week += 1) {
      const counts = [];
      for (let day = 0; day < 7; day += 1) {
        const start = monday - week * 7 * dayMs + day * dayMs;
        counts.push(sum(await countsOf(store, accra?.key ?? 0, start, start + dayMs)));
      }
      const silent = counts.filter((count) => count === 0).length;
      assert.ok(silent >= 1 && silent <= 2);
    }
  });

  it('has raw results of all six shapes, and more of them than summed ones', async (t) => {
    const { ask } = await serve(t, sample.company, { clock: () => now });
    const headers = { authorization: basic(sample.clientId, sample.token) };
    const shapes = new Set<string>();
    let raw = 0;
    let countedTotal = 0;
    const day = 'date_start=2026-11-02T00:00:00Z&date_end=2026-11-16T00:00:00Z';
    const archive = 'date_start=2019-01-01T00:00:00Z&date_end=2020-03-01T00:00:00Z';
    const responses = z.object({ data: z.array(z.number()).optional() });
    for (const { key } of surveysOf(store)) {
      for (const range of [day, archive]) {
        const path = `/v1/surveys/${key}/rawresults?followup=true&openfeedback=true&${range}`;
        for (const item of pageOf(await ask(path, { headers })).data) {
          shapes.add(Object.keys(item).join());
          raw += sum(responses.parse(item).data ?? [1]);
        }
      }
      countedTotal += sum(
        await countsOf(
          store,
          key,
          instant('2026-11-02T00:00:00Z'),
          instant('2026-11-16T00:00:00Z'),
        ),
      );
      countedTotal += sum(
        await countsOf(
          store,
          key,
          instant('2019-01-01T00:00:00Z'),
          instant('2020-03-01T00:00:00Z'),
        ),
      );
    }
    assert.deepEqual([...shapes].sort(), [
      'ts,data',
      'ts,o',
      'ts,r',
      'ts,r,f',
      'ts,r,f,o',
      'ts,r,o',
    ]);
    assert.ok(
      raw > countedTotal * 1.01 && raw < countedTotal * 1.1,
      `${raw} raw, ${countedTotal} counted`,
    );
  });

  it('has alerts of every type, open and closed, at any time of a quarter', () =>
    assertAlertsOfEveryType(0));

  it('keeps the keys of its alerts, and no two are equal', async () => {
    const later = storeAt(1, now + dayMs);
    const keys = new Set<number>();
    for (const { key } of surveysOf(store)) {
      const alerts = await alertsOf(store, key, always);
      const next = new Set((await alertsOf(later, key, always)).map((alert) => alert.key));
      assert.ok(alerts.every((alert) => next.has(alert.key) && !keys.has(alert.key)));
      for (const alert of alerts) keys.add(alert.key);
    }
    assert.ok(keys.size > 100 && keys.size < 10_000);
  });

  it('is served to callers with its credentials', async (t) => {
    const { company, clientId, token } = sampleCompany({ seed: 9, clock: () => now });
    const { ask } = await serve(t, company, { clock: () => now });
    const headers = { authorization: basic(clientId, token) };
    assert.equal((await ask('/v1/folders', { headers })).status, 200);
    const wrongHeaders = { authorization: basic(clientId, `${token}x`) };
    assert.equal((await ask('/v1/folders', { headers: wrongHeaders })).status, 401);
  });
});
