// What callers may send about accepted levels, numbers of responses and closures, and about targets.
import { z } from '@hono/zod-openapi';
import { INDEX_TYPES, indexLimits, SCALES } from '../domain/scale.ts';
import { ACCEPTED_KINDS } from '../domain/signals/accepted.ts';
import { folderKey, folderParameter, requestBody, weekNamed } from './request-schemas.ts';

const SURVEY_INVALID = 'survey must be the key of a survey, or null for the folder’s own level.';
const SURVEY_MISSING = 'survey must be given for this kind.';
const KIND_INVALID = 'kind must be "level", "volume" or "closed".';
const TYPE_INVALID = 'indexType must be "HAPPY", "AVERAGE" or "NPS".';
const SCALE_INVALID = 'feedbackScale must be "FOUR", "FIVE" or "FIVE_REVERSED".';
const VALUE_INVALID = 'value must be a number.';

const surveyKey = z.int({ error: SURVEY_INVALID }).min(1, { error: SURVEY_INVALID });

export const acceptedRequestSchema = requestBody({
  folder: folderKey.openapi('FolderKey'),
  survey: surveyKey
    .nullable()
    .default(null)
    .openapi({ description: 'A survey of the folder; null for the folder’s own level.' }),
  kind: z.enum(ACCEPTED_KINDS, { error: KIND_INVALID }).openapi({
    description:
      'Level, volume: earlier weeks no longer tell what is usual. Closed: no silence is reported until the next response.',
  }),
  week: weekNamed('week')
    .openapi('Week')
    .optional()
    .openapi({ description: 'From which it counts. Default: the last week that has settled.' }),
})
  .check(({ value: { survey, kind }, issues }) => {
    if (survey !== null || kind === 'level') return;
    issues.push({ code: 'custom', path: ['survey'], message: SURVEY_MISSING, input: null });
  })
  .openapi('AcceptedRequest', { description: 'What is accepted, where and from when.' });

export const targetRequestSchema = requestBody({
  folder: folderKey.openapi('FolderKey'),
  indexType: z.enum(INDEX_TYPES, { error: TYPE_INVALID }),
  feedbackScale: z.enum(SCALES, { error: SCALE_INVALID }),
  value: z.number({ error: VALUE_INVALID }).openapi({ description: 'On the scale of the index.' }),
})
  .check(({ value: { indexType, feedbackScale, value }, issues }) => {
    const limits = indexLimits(indexType, feedbackScale);
    if (limits === null || (value >= limits.lower && value <= limits.upper)) return;
    const message = `value must be from ${limits.lower} to ${limits.upper}.`;
    issues.push({ code: 'custom', path: ['value'], message, input: null });
  })
  .openapi('TargetRequest', { description: 'A target for a folder and those below it.' });

export const settingListQuery = z.strictObject({
  folder: folderParameter('Only those of this folder.').optional(),
});

export const settingParams = z.object({
  id: z.string().openapi({ param: { description: 'The id of an entry of the list.' } }),
});
