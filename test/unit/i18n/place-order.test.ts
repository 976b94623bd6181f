// The order of the lists in a report.
import { describe, it } from 'node:test';
import assert from 'node:assert/strict';
import { fc } from '../../support/property-settings.ts';
import { groupName } from '../../../lib/domain/ranking.ts';
import type { OpenAlert, QuietSurvey, SurveyAlert } from '../../../lib/domain/report.ts';
import { createNames } from '../../../lib/i18n/localization.ts';
import { messagesFor } from '../../../lib/i18n/catalogues.ts';
import {
  openAlertsFirst,
  alertsByPlace,
  quietSurveysFirst,
  rankingByKind,
} from '../../../lib/i18n/report-texts/place-order.ts';
import { createAllKindsReport, createRegionReport } from '../../support/test-reports.ts';

const en = messagesFor('en');

describe('the ranking', () => {
  it('preserves the order of the report within a kind and counts ranks from 1', () => {
    for (const report of [createRegionReport(), createAllKindsReport()]) {
      for (const places of rankingByKind(report)) {
        const [firstPlace] = places;
        assert.ok(firstPlace !== undefined);
        const sameKind = report.ranking.filter(
          (place) => groupName(place) === groupName(firstPlace.place),
        );
        assert.deepEqual(
          places.map(({ place }) => place),
          sameKind,
        );
        assert.deepEqual(
          places.map(({ rank }) => rank),
          sameKind.map((_, i) => i + 1),
        );
      }
    }
  });

  it('starts with the kind with the most responses and contains every place', () => {
    const report = createAllKindsReport();
    const kinds = rankingByKind(report);
    const responses = kinds.map((places) =>
      places.reduce((sum, { place }) => sum + place.responses, 0),
    );
    assert.ok(kinds.length > 2);
    assert.deepEqual(
      responses,
      responses.toSorted((a, b) => b - a),
    );
    assert.equal(kinds.flat().length, report.ranking.length);
  });

  it('contains the figures of the kind of each place', () => {
    for (const { place, figures } of [createRegionReport(), createAllKindsReport()].flatMap(
      (report) => rankingByKind(report).flat(),
    )) {
      assert.equal(figures?.responses, place.responses);
      assert.equal(figures.index, place.index);
    }
  });

  it('has no figures for a place that is missing from the report', () => {
    const report = createRegionReport();
    const kinds = rankingByKind({ ...report, subfolders: [], surveys: [] });
    assert.ok(kinds.flat().every(({ figures }) => figures === null));
  });
});

const ALERT: SurveyAlert = {
  key: 1,
  alertType: 'negative',
  alertSpecification: 1,
  beginTime: '2026-11-09T00:00:00+02:00',
  endTime: null,
  state: 'open',
  started: true,
  minutesInWeek: 0,
  parameters: {},
};

describe('alerts', () => {
  it('sorts open alerts first and then by duration', () => {
    const alerts = fc.array(
      fc.record({
        key: fc.nat({ max: 1000 }),
        minutesInWeek: fc.nat({ max: 5 }),
        state: fc.constantFrom('open', 'closed'),
      }),
    );
    fc.assert(
      fc.property(alerts, (unsorted) => {
        const sorted = openAlertsFirst(unsorted.map((alert) => ({ ...ALERT, ...alert })));
        sorted.slice(1).forEach((alert, i) => {
          const before = sorted[i];
          assert.ok(before !== undefined);
          if (before.state === 'closed') assert.equal(alert.state, 'closed');
          if (before.state === alert.state) {
            assert.ok(before.minutesInWeek >= alert.minutesInWeek);
          }
        });
      }),
    );
  });

  it('sorts alerts of a region by the name of their place, not by its key', () => {
    const report = createRegionReport(2);
    const [firstFolder, secondFolder] = report.subfolders;
    assert.ok(firstFolder !== undefined && secondFolder !== undefined);
    const renamed = {
      ...report,
      subfolders: [
        { ...firstFolder, name: 'Zoo' },
        { ...secondFolder, name: 'Airport' },
      ],
    };
    const openAlert = (folder: number, minutesInWeek: number): OpenAlert => ({
      ...ALERT,
      folder,
      survey: folder,
      minutesInWeek,
    });
    const ordered = alertsByPlace(
      [
        openAlert(firstFolder.key, 9),
        openAlert(secondFolder.key, 1),
        openAlert(secondFolder.key, 5),
      ],
      createNames(renamed, en, 'ltr'),
    );
    assert.deepEqual(
      ordered.map(({ folder, minutesInWeek }) => [folder, minutesInWeek]),
      [
        [secondFolder.key, 5],
        [secondFolder.key, 1],
        [firstFolder.key, 9],
      ],
    );
  });
});

describe('the place of a survey in a subfolder', () => {
  it('is its folder when that has a name, and otherwise the direct child that reports it', () => {
    const report = createRegionReport(2);
    const [child] = report.subfolders;
    assert.ok(child !== undefined);
    const below = { ...ALERT, folder: 987, survey: 654 };
    const summary = { ...child.summary, openAlerts: [below] };
    const holding = { ...report, subfolders: [{ ...child, summary }] };
    const place = (name: string | null): readonly [number, string] => {
      const names = createNames(holding, en, 'ltr', () => name);
      return [names.placeKey(below.folder, below.survey), names.place(below.folder, below.survey)];
    };
    assert.deepEqual(place(null), [child.key, child.name]);
    assert.deepEqual(place('\u0007'), [child.key, child.name]);
    assert.deepEqual(place('Platform 2'), [below.folder, 'Platform 2']);
    // Names in the report itself are not replaced by current names.
    assert.equal(createNames(report, en, 'ltr', () => 'Renamed').folder(child.key), child.name);
  });
});

describe('quiet places', () => {
  it('sorts quiet places by number of responses', () => {
    const quiet = (survey: number, responses: number, silentDays: number): QuietSurvey => ({
      folder: 1,
      survey,
      responses,
      silentDays,
    });
    const ordered = quietSurveysFirst([
      quiet(1, 4, 1),
      quiet(3, 0, 7),
      quiet(2, 4, 5),
      quiet(4, 0, 7),
      quiet(5, 1, 0),
    ]);
    assert.deepEqual(
      ordered.map(({ survey }) => survey),
      [3, 4, 5, 2, 1],
    );
  });
});
