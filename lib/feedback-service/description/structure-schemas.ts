// The schemas of folders, surveys and questions.
import * as z from 'zod';
import { nonEmptyArray, key, timestamp, timeZone } from './value-schemas.ts';

export const folderReference = z
  .strictObject({ key, name: z.string() })
  .describe('A folder without its content.');

export const question = z
  .strictObject({
    key,
    name: z.string().describe('What people are asked.'),
    locale: z.string().min(1).describe('Default language of the question, an IETF BCP 47 tag.'),
  })
  .describe('What was asked, in its default language.');

export const period = z
  .strictObject({
    start: timestamp,
    end: timestamp.describe('The first instant after the period.'),
  })
  .describe('A time in which a survey is in use.');

const activePeriods = nonEmptyArray(period).describe('Absent when the survey has no periods.');

export const surveyReference = z
  .strictObject({ key, question, timeZone })
  .describe('A survey as its folder lists it.');

/** Declared explicitly, since an inferred type cannot refer to itself. */
export interface FolderAnswer {
  readonly key: number;
  readonly name: string;
  readonly folders?: readonly FolderAnswer[];
  readonly surveys?: readonly z.infer<typeof surveyReference>[];
}

export const folder: z.ZodType<FolderAnswer> = z
  .strictObject({
    key,
    name: z.string(),
    get folders() {
      return z.exactOptional(
        nonEmptyArray(folder).describe(
          'Its sub-folders, nested in full; absent when there are none.',
        ),
      );
    },
    surveys: z.exactOptional(
      nonEmptyArray(surveyReference).describe(
        'Absent when not requested or when there is none to list.',
      ),
    ),
  })
  .describe('A place in the hierarchy that groups surveys.');

export const survey = z
  .strictObject({
    key,
    question,
    folder: folderReference,
    timeZone,
    activePeriods: z.exactOptional(activePeriods),
    surveyType: z
      .enum(['TERMINAL', 'TABLET', 'WEB'])
      .describe('What collects the feedback: a terminal, a tablet or a page on the web.'),
    indexType: z
      .enum(['HAPPY', 'NPS', 'AVERAGE'])
      .describe('By which formula the survey is summed up in one number.'),
    feedbackScale: z
      .enum(['FOUR', 'FIVE', 'FIVE_REVERSED'])
      .describe('How many buttons the survey shows, and in which order.'),
  })
  .describe('Where, when and how a question is asked.');

export const questionSurvey = z
  .strictObject({
    key,
    folder: folderReference,
    timeZone,
    activePeriods: z.exactOptional(activePeriods),
  })
  .describe('A survey as its question lists it.');
