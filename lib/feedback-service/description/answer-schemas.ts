// The zod schemas of all answers and of what they contain: folders, surveys, questions, feedback and alerts. The types of
// queries and the description are derived from them.
import * as z from 'zod';
import { faultCodes, problemCodes } from '../problem-json.ts';

const key = z.int().min(0);
const count = z.int().min(0);

const timestamp = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}(Z|[+-]\d{4})$/)
  .describe(
    'ISO 8601 date-time in the zone of the survey. The offset has no colon, unlike in RFC 3339; it is Z where it is 0.',
  );

const responseIndex = z
  .int()
  .min(0)
  .max(4)
  .describe(
    'Response index: which button was pressed. 0 to 3 on a scale of four, from very unhappy to very happy; 0 to 4 on one of five.',
  );

const counts = z
  .array(count)
  .min(4)
  .max(5)
  .readonly()
  .describe('The number of responses of each button, by response index: four or five numbers.');

const timeZone = z.string().min(1).describe('IANA name of the time zone of the survey.');

/** An array of at least one item, for fields that are omitted instead of being empty. */
function nonEmptyArray<Item extends z.ZodType>(item: Item): z.ZodReadonly<z.ZodArray<Item>> {
  return z.array(item).min(1).readonly();
}

const folderReference = z
  .strictObject({ key, name: z.string() })
  .describe('A folder without its content.');

const question = z
  .strictObject({
    key,
    name: z.string().describe('What people are asked.'),
    locale: z.string().min(1).describe('Default language of the question, an IETF BCP 47 tag.'),
  })
  .describe('What was asked, in its default language.');

const period = z
  .strictObject({
    start: timestamp,
    end: timestamp.describe('The first instant after the period.'),
  })
  .describe('A time in which a survey is in use.');

const activePeriods = nonEmptyArray(period).describe('Absent when the survey has no periods.');

const surveyReference = z
  .strictObject({ key, question, timeZone })
  .describe('A survey as its folder lists it.');

/** Declared explicitly, since an inferred type cannot refer to itself. */
interface FolderAnswer {
  readonly key: number;
  readonly name: string;
  readonly folders?: readonly FolderAnswer[];
  readonly surveys?: readonly z.infer<typeof surveyReference>[];
}

const folder: z.ZodType<FolderAnswer> = z
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

const survey = z
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

const questionSurvey = z
  .strictObject({
    key,
    folder: folderReference,
    timeZone,
    activePeriods: z.exactOptional(activePeriods),
  })
  .describe('A survey as its question lists it.');

const followUp = z
  .strictObject({ key, name: z.string().describe('In the default language of the question.') })
  .describe('An answer to choose after the button was pressed.');

const followUpResult = z
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

const followUpResults = z
  .array(followUpResult)
  .readonly()
  .describe('The most chosen first, then by key; options without responses are left out.');

const openFeedback = z
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

const summedResult = z
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

const rawResult = z
  .union([pressResult, hourlySum, oldWebItem])
  .describe('One line of feedback, not passed through the misuse filter.');

const alert = z
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

const sliceMeta = z
  .strictObject({
    offset: count.describe('As requested.'),
    limit: z.int().min(1).max(100).describe('As requested.'),
    total: count.describe('The number of items on all pages together.'),
  })
  .describe('The position of the page in the list.');

const pageMeta = z
  .strictObject({
    moreResultsAfter: z.exactOptional(
      timestamp.describe(
        'One millisecond after the last item, present when later items were left out. Request them with this time as `date_start`: no feedback is repeated; alerts that are open then are.',
      ),
    ),
  })
  .describe('Whether the answer ends before the range does; empty when the answer is complete.');

function slice<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ meta: sliceMeta, data: z.array(item).max(100).readonly() });
}

function page<Item extends z.ZodType>(item: Item) {
  return z.strictObject({ meta: pageMeta, data: z.array(item).readonly() });
}

const fault = z
  .strictObject({
    parameter: z.string().describe('Name of the parameter; its value is never repeated.'),
    code: z.enum(faultCodes),
    message: z.string().describe('What a valid value is.'),
  })
  .describe('One invalid parameter.');

const problem = z
  .strictObject({
    type: z.literal('about:blank'),
    title: z.string(),
    status: z.int().min(400).max(599).describe('The HTTP status.'),
    detail: z.string().describe('For people; programs read `code`.'),
    code: z.enum(problemCodes).describe('The reason, as a stable code.'),
    errors: z.exactOptional(
      nonEmptyArray(fault).describe('Every invalid parameter of the request.'),
    ),
  })
  .describe('The reason why a request cannot be answered: an RFC 9457 problem with a code.');

const emptyMeta = z.strictObject({}).describe('Always empty.');

/** The answers of the endpoints, by their names in the description. */
export const answers = {
  Folder: folder,
  FolderList: slice(folder).describe('Sub-folders of a folder, a page of them.'),
  AlertPage: page(alert).describe('Alerts by `beginTime`, then key.'),
  Survey: survey,
  SummedResults: z
    .array(summedResult)
    .readonly()
    .describe('In ascending order; periods without feedback are left out.'),
  OpenFeedbackPage: page(openFeedback).describe('Texts by time, the earliest first.'),
  FollowUpResults: z
    .strictObject({
      meta: emptyMeta,
      data: z.strictObject({ painPoints: followUpResults, highlights: followUpResults }),
    })
    .describe('What people complained about and what they praised.'),
  RawResultPage: page(rawResult).describe('Lines of feedback by time, the earliest first.'),
  QuestionList: slice(question).describe('Questions of the company, a page of them.'),
  Question: question,
  QuestionSurveyList: slice(questionSurvey).describe(
    'Surveys that ask a question, a page of them.',
  ),
};

/** Schemas that are part of answers, and that of a problem. */
export const shapes = {
  FolderReference: folderReference,
  SurveyReference: surveyReference,
  Period: period,
  QuestionSurvey: questionSurvey,
  FollowUp: followUp,
  FollowUpResult: followUpResult,
  SummedResult: summedResult,
  OpenFeedback: openFeedback,
  RawResult: rawResult,
  Alert: alert,
  Counts: counts,
  ResponseIndex: responseIndex,
  Timestamp: timestamp,
  SliceMeta: sliceMeta,
  PageMeta: pageMeta,
  Problem: problem,
};

export type AnswerName = keyof typeof answers;
export type Answer<Name extends AnswerName> = z.infer<(typeof answers)[Name]>;

type Shape<Name extends keyof typeof shapes> = z.infer<(typeof shapes)[Name]>;
export type FolderReference = Shape<'FolderReference'>;
export type SurveyReference = Shape<'SurveyReference'>;
export type QuestionSurvey = Shape<'QuestionSurvey'>;
export type FollowUp = Shape<'FollowUp'>;
export type FollowUpResult = Shape<'FollowUpResult'>;
export type OpenFeedback = Shape<'OpenFeedback'>;
export type RawResult = Shape<'RawResult'>;
export type AlertAnswer = Shape<'Alert'>;
export type SliceMeta = Shape<'SliceMeta'>;
export type PageMeta = Shape<'PageMeta'>;
