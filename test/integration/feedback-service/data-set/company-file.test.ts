import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCompanyFile } from '../../../../lib/feedback-service/data-set/company-file.ts';
import {
  DataSetError,
  type DataProblem,
} from '../../../../lib/feedback-service/data-set/data-set-problem.ts';
import { instant } from '../../../support/feedback-service/acme.ts';

const digest = 'AB'.repeat(32);
const credential = { clientId: 'acme', tokenSha256: digest };
const question = {
  key: 70,
  name: 'Miten meni?',
  locale: 'fi',
  followUps: [
    { key: 701, name: 'Odotusaika', kind: 'painPoint' },
    { key: 702, name: 'Palvelu', kind: 'highlight' },
  ],
};
const survey = {
  key: 12,
  question: 70,
  timeZone: 'Europe/Helsinki',
  surveyType: 'TERMINAL',
  indexType: 'HAPPY',
  feedbackScale: 'FOUR',
};
const company = {
  credentials: [credential],
  questions: [question],
  root: { key: 1, name: 'Acme', surveys: [survey] },
};

function problemsOfText(text: string): readonly DataProblem[] {
  try {
    readCompanyFile(text);
  } catch (error) {
    assert.ok(error instanceof DataSetError);
    assert.ok(error.problems.every(({ file }) => file === 'company.json'));
    return error.problems;
  }
  return [];
}

function reasonsOf(special: object): readonly string[] {
  return problemsOfText(JSON.stringify({ ...company, ...special })).map(({ reason }) => reason);
}

/** Reasons of a company whose only survey is this. */
function reasonsOfSurvey(special: object): readonly string[] {
  return reasonsOf({ root: { key: 1, name: 'Acme', surveys: [{ ...survey, ...special }] } });
}

function reasonsOfSpecifications(
  alertSpecifications: readonly unknown[],
  special: object = {},
): readonly string[] {
  return reasonsOfSurvey({ ...special, alertSpecifications }).map((reason) =>
    reason.replace('root.surveys[0].alertSpecifications', '…'),
  );
}

function specification(alertType: string, parameters: object, key = 1): object {
  return { key, alertType, parameters };
}

const key = 'a whole number from 0 to 9007199254740991';

describe('company.json', () => {
  it('is a structure, credentials and the delay of the misuse filter', () => {
    const alertSpecifications = [
      specification('negative', { windowMin: 15, threshold: 25.5, countThreshold: 3 }),
      specification('indexThreshold', { windowMin: 0.5, threshold: -5, thresholdType: 'over' }, 2),
      specification(
        'feedbackCount',
        { negative: false, windowMin: 60, countThreshold: 1, responseFilter: [3, 0] },
        0,
      ),
    ];
    const input = {
      ...company,
      misuse: { tamperDelaySeconds: 0.1 },
      root: {
        key: 1,
        name: 'Acme',
        folders: [
          {
            key: 2,
            name: 'North',
            surveys: [
              {
                ...survey,
                activePeriods: [{ start: '2026-01-01T00:00:00+02:00', end: '2026-07-01T00:00Z' }],
                alertSpecifications,
              },
            ],
          },
        ],
      },
    };
    const period = { start: instant('2025-12-31T22:00Z'), end: instant('2026-07-01T00:00Z') };
    assert.deepEqual(readCompanyFile(JSON.stringify(input)), {
      structure: {
        questions: [question],
        root: {
          key: 1,
          name: 'Acme',
          folders: [
            {
              key: 2,
              name: 'North',
              folders: [],
              surveys: [{ ...survey, activePeriods: [period], alertSpecifications }],
            },
          ],
          surveys: [],
        },
      },
      credentials: [{ clientId: 'acme', tokenSha256: digest.toLowerCase() }],
      tamperDelayMs: 100,
    });
  });

  it('needs neither folders, surveys, periods, alert specifications nor a delay', () => {
    const companyData = readCompanyFile(JSON.stringify(company));
    assert.equal(companyData.tamperDelayMs, 3000);
    assert.deepEqual(companyData.structure.root.folders, []);
    assert.deepEqual(companyData.structure.root.surveys, [
      { ...survey, activePeriods: [], alertSpecifications: [] },
    ]);
    assert.deepEqual(reasonsOf({ misuse: {} }), []);
    assert.deepEqual(
      reasonsOf({ credentials: [], questions: [], root: { key: 0, name: 'Empty' } }),
      [],
    );
  });

  it('may begin with a byte order mark', () => {
    assert.deepEqual(problemsOfText(`\ufeff${JSON.stringify(company)}`), []);
  });

  it('keeps unknown parameters of alert specifications', () => {
    const parameters = {
      windowMin: 15,
      threshold: 25,
      countThreshold: 3,
      note: ['x', { y: null }],
    };
    const root = {
      ...company.root,
      surveys: [{ ...survey, alertSpecifications: [specification('negative', parameters)] }],
    };
    const companyData = readCompanyFile(JSON.stringify({ ...company, root }));
    assert.deepEqual(
      companyData.structure.root.surveys[0]?.alertSpecifications[0]?.parameters,
      parameters,
    );
  });
});

describe('a company.json that is not JSON', () => {
  it('is reported with its position and without its text', () => {
    assert.deepEqual(problemsOfText('{\n  "name": "secret",,\n}'), [
      { file: 'company.json', line: 2, reason: 'is not valid JSON at column 20' },
    ]);
  });

  it('is reported when it is not an object', () => {
    const reason =
      'the file must be an object with credentials, misuse, retention, questions, root';
    for (const text of ['[]', '5', 'null', '"x"']) {
      assert.deepEqual(problemsOfText(text), [{ file: 'company.json', reason }]);
    }
  });
});

describe('a company.json with faults', () => {
  it('is reported with all of them', () => {
    assert.deepEqual(
      reasonsOf({
        credentials: [{ clientId: 'a:b', tokenSha256: 'x' }],
        questions: [question, question],
        root: {
          key: 1,
          name: '',
          folders: [{ key: 1, name: 'Twice', surveys: [survey, { ...survey, timeZone: 'Mars' }] }],
          surveys: [{ ...survey, key: 13, question: 99, feedbackScale: 'SIX' }],
        },
      }),
      [
        'credentials[0].clientId must not contain a colon or be longer than 100 characters',
        'credentials[0].tokenSha256 must be the SHA-256 of the API token: 64 hexadecimal digits',
        'questions[1].key is used twice: another question has the key 70',
        'questions[1].followUps[0].key is used twice: another follow-up has the key 701',
        'questions[1].followUps[1].key is used twice: another follow-up has the key 702',
        'root.name must be a non-empty string',
        'root.folders[0].key is used twice: another folder has the key 1',
        'root.folders[0].surveys[1].key is used twice: another survey has the key 12',
        'root.folders[0].surveys[1].timeZone must be an IANA time zone that this runtime supports, such as Europe/Helsinki',
        'root.surveys[0].question must be the key of a question: question 99 does not exist',
        'root.surveys[0].feedbackScale must be one of FOUR, FIVE, FIVE_REVERSED',
      ],
    );
  });

  it('is reported with its missing fields', () => {
    assert.deepEqual(
      problemsOfText('{"root":{"surveys":[{"question":7}]}}').map(({ reason }) => reason),
      [
        'credentials is missing: it must be a list',
        'questions is missing: it must be a list',
        `root.key is missing: it must be ${key}`,
        'root.name is missing: it must be a non-empty string',
        `root.surveys[0].key is missing: it must be ${key}`,
        'root.surveys[0].timeZone is missing: it must be a non-empty string',
        'root.surveys[0].surveyType is missing: it must be one of TERMINAL, TABLET, WEB',
        'root.surveys[0].indexType is missing: it must be one of HAPPY, NPS, AVERAGE',
        'root.surveys[0].feedbackScale is missing: it must be one of FOUR, FIVE, FIVE_REVERSED',
      ],
    );
  });

  it('is reported with its unknown fields and the known ones', () => {
    assert.deepEqual(reasonsOf({ root: { key: 1, name: 'x', survey: [], 'all of it': 1 } }), [
      'root.survey is not a known field: the fields here are key, name, folders, surveys',
      'root["all of it"] is not a known field: the fields here are key, name, folders, surveys',
    ]);
    const text = JSON.stringify({ ...company, misuse: {} }).replace('{}', '{"__proto__":{}}');
    assert.deepEqual(problemsOfText(text), [
      {
        file: 'company.json',
        reason: 'misuse.__proto__ is not a known field: the fields here are tamperDelaySeconds',
      },
    ]);
  });

  it('has keys that are not whole numbers', () => {
    for (const wrongKey of ['12', -1, 1.5, 2 ** 53, null]) {
      assert.deepEqual(reasonsOfSurvey({ key: wrongKey }), [`root.surveys[0].key must be ${key}`]);
      assert.deepEqual(reasonsOfSurvey({ question: wrongKey }), [
        `root.surveys[0].question must be ${key}`,
      ]);
    }
  });

  it('has an unknown time zone or an offset', () => {
    for (const timeZone of ['Mars/Olympus', '+02:00', 'Europe', 'Europe/Helsinki ']) {
      assert.deepEqual(reasonsOfSurvey({ timeZone }), [
        'root.surveys[0].timeZone must be an IANA time zone that this runtime supports, such as Europe/Helsinki',
      ]);
    }
    for (const timeZone of ['UTC', 'Etc/GMT+5', 'Asia/Calcutta', 'Asia/Kolkata']) {
      assert.deepEqual(reasonsOfSurvey({ timeZone }), []);
    }
  });

  it('has a locale that is not a language tag', () => {
    const reason = 'questions[0].locale must be a BCP 47 language tag such as en or pt-BR';
    for (const locale of ['en_GB', 'x', 'suomi kieli']) {
      assert.deepEqual(reasonsOf({ questions: [{ ...question, locale }] }), [reason]);
    }
    for (const locale of ['en', 'pt-BR', 'zh-Hant-TW', 'sr-Latn']) {
      assert.deepEqual(reasonsOf({ questions: [{ ...question, locale }] }), []);
    }
  });

  it('has invalid or empty periods', () => {
    const start = '2026-01-01T00:00:00+02:00';
    const spelling =
      'a valid date-time in the years 1 to 9998 with an offset, such as 2026-11-09T00:00:00+02:00';
    const periods = [
      { start, end: '2025-12-31T22:00:00Z' },
      { start: '2026-01-01', end: 5 },
      { start },
    ];
    assert.deepEqual(reasonsOfSurvey({ activePeriods: periods }), [
      'root.surveys[0].activePeriods[0].end must be after start',
      `root.surveys[0].activePeriods[1].start must be ${spelling}`,
      `root.surveys[0].activePeriods[1].end must be ${spelling}`,
      `root.surveys[0].activePeriods[2].end is missing: it must be ${spelling}`,
    ]);
  });

  it('has texts that are blank or cannot be stored', () => {
    const names = [' \n', 'a\0b', '\udc00', 7].map((name, i) => ({ ...question, key: i, name }));
    const questions = [question, ...names.map((fields) => ({ ...fields, followUps: [] }))];
    assert.deepEqual(reasonsOf({ questions }), [
      'questions[1].name must be a non-empty string',
      'questions[2].name contains the character U+0000, which databases cannot store',
      'questions[3].name contains half of a surrogate pair, which is not a character',
      'questions[4].name must be a non-empty string',
    ]);
  });

  it('has a credential twice, in upper or lower case', () => {
    const repeatedCredential = { ...credential, tokenSha256: digest.toLowerCase() };
    const rotated = { ...credential, tokenSha256: 'cd'.repeat(32) };
    assert.deepEqual(reasonsOf({ credentials: [credential, rotated, repeatedCredential] }), [
      'credentials[2] is a duplicate of an earlier credential',
    ]);
  });

  it('has an invalid delay of the misuse filter', () => {
    for (const tamperDelaySeconds of [-1, -0.0001, '3', 1e300, null]) {
      assert.deepEqual(reasonsOf({ misuse: { tamperDelaySeconds } }), [
        'misuse.tamperDelaySeconds must be a number of seconds, 0 or more',
      ]);
    }
    assert.deepEqual(reasonsOf({ misuse: { tamperDelaySeconds: 0 } }), []);
  });

  it('has folders that are nested deeper than 200 levels', () => {
    const nested = (depth: number): string => {
      const openings = Array.from(
        { length: depth },
        (_, i) => `{"key":${i},"name":"x","folders":[`,
      );
      const root = `${openings.join('')}{"key":${depth},"name":"x"}${']}'.repeat(depth)}`;
      return `{"credentials":[],"questions":[],"root":${root}}`;
    };
    assert.deepEqual(problemsOfText(nested(200)), []);
    for (const depth of [201, 1_000, 50_000]) {
      assert.deepEqual(problemsOfText(nested(depth)), [
        { file: 'company.json', reason: 'root has folders nested deeper than 200 levels' },
      ]);
    }
  });
});

describe('an alert specification', () => {
  const right = { windowMin: 15, threshold: 20, countThreshold: 3 };

  it('has a key of its own in its survey, but not in the company', () => {
    const two = [specification('negative', right), specification('negative', right)];
    assert.deepEqual(reasonsOfSpecifications(two), [
      '…[1].key is used twice: another alert specification of the survey has the key 1',
    ]);
    const alertSpecifications = [specification('negative', right)];
    const surveys = [12, 13].map((key) => ({ ...survey, key, alertSpecifications }));
    assert.deepEqual(reasonsOf({ root: { ...company.root, surveys } }), []);
  });

  it('is of a known type', () => {
    const rule = 'must be one of negative, indexThreshold, feedbackCount';
    assert.deepEqual(
      reasonsOfSpecifications([specification('silence', right), { key: 2, parameters: {} }, 7]),
      [
        `…[0].alertType ${rule}`,
        `…[1].alertType ${rule}`,
        '…[2] must be an object with key, alertType, parameters',
      ],
    );
  });

  it('has the parameters of its type', () => {
    const wrongParameters = { negative: 1, windowMin: 0, threshold: '20', countThreshold: 0.5 };
    assert.deepEqual(
      reasonsOfSpecifications([
        specification('negative', wrongParameters, 1),
        specification(
          'indexThreshold',
          { windowMin: -1, thresholdType: 'below', countThreshold: 0 },
          2,
        ),
        specification('feedbackCount', right, 3),
        specification('feedbackCount', { ...right, countThreshold: 0, responseFilter: [] }, 4),
      ]),
      [
        '…[0].parameters.negative must be true or false',
        '…[0].parameters.windowMin must be a number of minutes above 0 and at most 525600',
        '…[0].parameters.threshold must be a number',
        '…[0].parameters.countThreshold must be a whole number from 1 to 9007199254740991',
        '…[1].parameters.windowMin must be a number of minutes above 0 and at most 525600',
        '…[1].parameters.threshold is missing: it must be a number',
        '…[1].parameters.thresholdType must be one of under, over',
        '…[1].parameters.countThreshold must be a whole number from 1 to 9007199254740991',
        '…[2].parameters.responseFilter is missing: it must be a list',
        '…[3].parameters.countThreshold must be a whole number from 1 to 9007199254740991',
        '…[3].parameters.responseFilter must contain at least one response index',
      ],
    );
  });

  it('counts responses that the scale of its own survey has, each once', () => {
    const filter = (responseFilter: readonly unknown[]): readonly object[] => [
      specification('feedbackCount', { ...right, responseFilter }),
    ];
    assert.deepEqual(reasonsOfSpecifications(filter([4])), [
      '…[0].parameters.responseFilter[0] must be a response index of the scale, from 0 to 3',
    ]);
    assert.deepEqual(reasonsOfSpecifications(filter([0, 4]), { feedbackScale: 'FIVE' }), []);
    assert.deepEqual(reasonsOfSpecifications(filter([5, -1]), { feedbackScale: 'FIVE' }), [
      '…[0].parameters.responseFilter[0] must be a response index of the scale, from 0 to 4',
      `…[0].parameters.responseFilter[1] must be ${key}`,
    ]);
    assert.deepEqual(reasonsOfSpecifications(filter([1, 1])), [
      '…[0].parameters.responseFilter contains a response index twice',
    ]);
    const surveys = [
      { ...survey, key: 13, feedbackScale: 'FIVE' },
      { ...survey, alertSpecifications: filter([4]) },
      { ...survey, key: 14, feedbackScale: 'SIX', alertSpecifications: filter([4]) },
    ];
    assert.deepEqual(reasonsOf({ root: { ...company.root, surveys } }), [
      'root.surveys[1].alertSpecifications[0].parameters.responseFilter[0] must be a response index of the scale, from 0 to 3',
      'root.surveys[2].feedbackScale must be one of FOUR, FIVE, FIVE_REVERSED',
    ]);
  });

  it('has parameters that can be stored as JSON', () => {
    const text = JSON.stringify({
      ...company,
      root: {
        ...company.root,
        surveys: [
          {
            ...survey,
            alertSpecifications: [specification('negative', { ...right, more: 'MORE' })],
          },
        ],
      },
    });
    const path = 'root.surveys[0].alertSpecifications[0].parameters';
    const deep = '['.repeat(1_000) + ']'.repeat(1_000);
    for (const [more, fault] of [
      ['1e999', 'contain a number that is too large'],
      [deep, 'are nested deeper than 100 levels'],
    ] as const) {
      assert.deepEqual(problemsOfText(text.replace('"MORE"', more)), [
        { file: 'company.json', reason: `${path} ${fault}` },
      ]);
    }
  });
});
