// An example of each answer and of each fault, for the description.
import type { ParameterFault } from '../problem-json.ts';
import type { Answer, AnswerName, FolderReference } from './answer-schemas.ts';

const question: Answer<'Question'> = { key: 301, name: 'How was your visit?', locale: 'en' };
const folder: FolderReference = { key: 12, name: 'Helsinki Airport' };
const timeZone = 'Europe/Helsinki';
const survey = { key: 1204, question, timeZone };
const activePeriods = [
  { start: '2026-01-01T00:00:00.000+0200', end: '2027-01-01T00:00:00.000+0200' },
];
const queue = { key: 41, name: 'Waiting time' };
const staff = { key: 43, name: 'Friendly staff' };

export const examples: { readonly [Name in AnswerName]: Answer<Name> } = {
  Folder: {
    key: 1,
    name: 'Example Airports',
    folders: [{ ...folder, folders: [{ key: 15, name: 'Security' }], surveys: [survey] }],
  },
  FolderList: {
    meta: { offset: 0, limit: 50, total: 1 },
    data: [{ ...folder, surveys: [survey] }],
  },
  AlertPage: {
    meta: {},
    data: [
      {
        key: 88412,
        alertType: 'negative',
        survey: { key: 1204, question, folder, timezone: timeZone },
        alertSpecification: { key: 9 },
        beginTime: '2026-11-09T16:42:10.000+0200',
        endTime: '2026-11-09T17:20:03.000+0200',
        parameters: {
          negative: true,
          windowMin: 30,
          threshold: 40,
          countThreshold: 10,
          responses: 16,
          actual: 43.75,
          negativeResponses: 7,
        },
      },
    ],
  },
  Survey: {
    key: 1204,
    question,
    folder,
    timeZone,
    activePeriods,
    surveyType: 'TERMINAL',
    indexType: 'HAPPY',
    feedbackScale: 'FOUR',
  },
  SummedResults: [
    { ts: '2026-11-09T00:00:00.000+0200', data: [12, 7, 41, 160] },
    { ts: '2026-11-10T00:00:00.000+0200', data: [9, 11, 38, 148] },
  ],
  OpenFeedbackPage: {
    meta: { moreResultsAfter: '2026-11-09T16:41:55.000+0200' },
    data: [
      {
        ts: '2026-11-09T16:41:55.000+0200',
        r: 0,
        relevance: 0.83,
        spam: false,
        f: queue,
        text: 'Only one lane was open.',
      },
    ],
  },
  FollowUpResults: {
    meta: {},
    data: {
      painPoints: [{ ...queue, data: [9, 6, 1, 0], percentages: [0.5625, 0.375, 0.0625, 0] }],
      highlights: [{ ...staff, data: [0, 0, 1, 3], percentages: [0, 0, 0.25, 0.75] }],
    },
  },
  RawResultPage: {
    meta: {},
    data: [
      { ts: '2026-11-09T08:00:00.000+0200', data: [0, 1, 4, 22] },
      {
        ts: '2026-11-09T16:41:55.000+0200',
        r: 0,
        f: queue,
        o: { text: 'Only one lane was open.' },
      },
      { ts: '2026-11-09T16:42:10.000+0200', r: 3 },
    ],
  },
  QuestionList: { meta: { offset: 0, limit: 50, total: 1 }, data: [question] },
  Question: question,
  QuestionSurveyList: {
    meta: { offset: 0, limit: 50, total: 1 },
    data: [{ key: 1204, folder, timeZone, activePeriods }],
  },
};

export const faultExamples: { readonly [Code in ParameterFault['code']]: ParameterFault } = {
  KEY_INVALID: {
    parameter: 'key',
    code: 'KEY_INVALID',
    message: 'The key in the path must be a number.',
  },
  PARAMETER_INVALID: {
    parameter: 'limit',
    code: 'PARAMETER_INVALID',
    message: 'limit must be an integer from 1 to 100.',
  },
  PARAMETER_REPEATED: {
    parameter: 'truncate',
    code: 'PARAMETER_REPEATED',
    message: 'truncate is given more than once.',
  },
  RANGE_REVERSED: {
    parameter: 'date_end',
    code: 'RANGE_REVERSED',
    message: 'The end of the range is before its start.',
  },
  RANGES_MIXED: {
    parameter: 'local_date_start',
    code: 'RANGES_MIXED',
    message: 'A local and an absolute range cannot be combined.',
  },
};
