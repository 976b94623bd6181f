// The schemas of feedback and alerts.
import * as z from 'zod';
import { folderReference, question } from './structure-schemas.ts';
import { counts, key, responseIndex, timestamp, timeZone } from './value-schemas.ts';

export const followUp = z
  .strictObject({ key, name: z.string().describe('In the default language of the question.') })
  .describe('An answer to choose after the button was pressed.');

export const followUpResult = z
  .strictObject({
    ...followUp.shape,
    data: counts,
    percentages: z
      .array(z.number().min(0).max(1))
      .min(4)
      .max(5)
      .readonly()
      .describe(
        'By response index, each count as a fraction (0 to 1) of all counts of all options in this list.',
      ),
  })
  .describe('How often a follow-up was chosen.');

export const followUpResults = z
  .array(followUpResult)
  .readonly()
  .describe('The most chosen first, then by key; options without responses are left out.');

export const openFeedback = z
  .strictObject({
    ts: timestamp,
    r: responseIndex,
    relevance: z.exactOptional(
      z.number().min(0).max(1).describe('Quality of the text as analysed, from 0 to 1, the best.'),
    ),
    spam: z.exactOptional(z.boolean().describe('Whether the text is marked as spam.')),
    f: z.exactOptional(followUp),
    text: z.string().describe('What the person wrote.'),
  })
  .describe('A text that a person wrote in addition to pressing a button.');

export const summedResult = z
  .strictObject({
    ts: timestamp.describe(
      'First instant of the local period, which may lie before `date_start`: only feedback of the range is counted.',
    ),
    data: counts,
  })
  .describe('The feedback of one local year, month, week (from Monday), day or hour.');

const pressResult = z
  .strictObject({
    ts: timestamp,
    r: responseIndex,
    f: z.exactOptional(followUp),
    o: z.exactOptional(z.strictObject({ text: z.string() })),
  })
  .describe('One press of a button, with its follow-up and text if requested.');

const hourlySum = z
  .strictObject({ ts: timestamp.describe('Start of the hour.'), data: counts })
  .describe('One hour of a device that does not report single presses.');

const oldWebItem = z
  .strictObject({ ts: timestamp, o: z.strictObject({ r: responseIndex, text: z.string() }) })
  .describe('A text from an older web collector (before March 2020), its button beside it.');

export const rawResult = z
  .union([pressResult, hourlySum, oldWebItem])
  .describe('One line of feedback, not passed through the misuse filter.');

export const alert = z
  .strictObject({
    key: key.describe('The key does not change for the same specification and `beginTime`.'),
    alertType: z
      .string()
      .min(1)
      .describe(
        'negative: the share of unhappy responses reached a percentage. indexThreshold: the index fell below or rose above a value. feedbackCount: the number of responses of chosen buttons reached a value. Further types may be added without a new version of the API.',
      ),
    survey: z
      .strictObject({ key, question, folder: folderReference, timezone: timeZone })
      .describe('The survey whose specification led to the alert. Here the zone is `timezone`.'),
    alertSpecification: z
      .strictObject({ key })
      .describe('The same for all alerts of the specification.'),
    beginTime: timestamp.describe('When the alert opened.'),
    endTime: z.exactOptional(timestamp.describe('When it closed; absent while it is open.')),
    parameters: z
      .record(z.string(), z.unknown())
      .describe(
        'What was specified and what was computed when the alert opened. Known parameters are `negative` (boolean), `windowMin` (minutes), `responses`, `actual`, `threshold`, `thresholdType`, `negativeResponses`, `countThreshold`, `responseFilter` (response indexes).',
      ),
  })
  .describe('A time in which a survey’s responses met an alert specification.');
