// Routes of the HTTP API about what people have set for reports: accepted levels, numbers of responses and closures, and
// targets. Who sees a folder may set, list and remove what belongs to it.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { createRoute } from '@hono/zod-openapi';
import { lastSettledWeek } from '../domain/calendar.ts';
import type { Accepted } from '../domain/signals/accepted.ts';
import type { StoredTarget } from '../ports/settings.ts';
import {
  acceptedId,
  listAccepted,
  listTargets,
  removeAccepted,
  removeTarget,
  setAccepted,
  setTarget,
  targetId,
} from '../reports/change-settings.ts';
import { assertWeekOver } from '../reports/subtree.ts';
import type { ApiEnv, ReportsApiContext } from './api-context.ts';
import { callerOfRequest } from './api-context.ts';
import { declareResponses, jsonBody, jsonResponse, PROBLEMS } from './route-descriptions.ts';
import { createSettingFilter, requirePlace, requireSetting } from './setting-access.ts';
import {
  acceptedRequestSchema,
  settingListQuery,
  settingParams,
  targetRequestSchema,
} from './setting-requests.ts';
import type { AcceptedBody, TargetBody } from './setting-responses.ts';
import {
  acceptedListSchema,
  acceptedSchema,
  targetListSchema,
  targetSchema,
} from './setting-responses.ts';

const TAGS = ['Settings'];
const LIST_PROBLEMS = [...PROBLEMS.upstream, 'FOLDER_KEY_INVALID', 'SETTINGS_UNREADABLE'] as const;
const SET_PROBLEMS = [
  ...LIST_PROBLEMS,
  'FOLDER_NOT_FOUND',
  'SETTINGS_FULL',
  'TOO_MANY_SETTINGS',
] as const;
const REMOVE_PROBLEMS = [...PROBLEMS.upstream, 'SETTING_NOT_FOUND', 'SETTINGS_UNREADABLE'] as const;
const REMADE = 'The reports of the last settled week that it concerns are made again.';

const listAcceptedRoute = createRoute({
  method: 'get',
  path: '/v1/accepted',
  operationId: 'listAccepted',
  tags: TAGS,
  summary: 'What is accepted in the folders that the caller sees',
  request: { query: settingListQuery },
  ...declareResponses(
    { 200: jsonResponse('The list may be empty.', acceptedListSchema) },
    LIST_PROBLEMS,
  ),
});

const acceptRoute = createRoute({
  method: 'post',
  path: '/v1/accepted',
  operationId: 'accept',
  tags: TAGS,
  summary: 'Accepts a level, a number of responses or a closure',
  description: `${REMADE} What is accepted already stays as it is.`,
  request: { body: jsonBody(acceptedRequestSchema) },
  ...declareResponses(
    {
      200: jsonResponse('It was accepted before.', acceptedSchema),
      201: jsonResponse('It is accepted.', acceptedSchema),
    },
    [...SET_PROBLEMS, 'SURVEY_NOT_FOUND', 'WEEK_INVALID', 'WEEK_NOT_CLOSED'],
  ),
});

const removeAcceptedRoute = createRoute({
  method: 'delete',
  path: '/v1/accepted/{id}',
  operationId: 'removeAccepted',
  tags: TAGS,
  summary: 'Removes what was accepted',
  description: REMADE,
  request: { params: settingParams },
  ...declareResponses({ 204: { description: 'It no longer counts.' } }, REMOVE_PROBLEMS),
});

const listTargetsRoute = createRoute({
  method: 'get',
  path: '/v1/targets',
  operationId: 'listTargets',
  tags: TAGS,
  summary: 'The targets of the folders that the caller sees',
  request: { query: settingListQuery },
  ...declareResponses(
    { 200: jsonResponse('The list may be empty.', targetListSchema) },
    LIST_PROBLEMS,
  ),
});

const setTargetRoute = createRoute({
  method: 'post',
  path: '/v1/targets',
  operationId: 'setTarget',
  tags: TAGS,
  summary: 'Sets the target of a folder for a kind of index',
  description: `It counts in the folder and those below it that have no nearer one. ${REMADE}`,
  request: { body: jsonBody(targetRequestSchema) },
  ...declareResponses(
    {
      200: jsonResponse('The target had this value before.', targetSchema),
      201: jsonResponse('The target is set.', targetSchema),
    },
    SET_PROBLEMS,
  ),
});

const removeTargetRoute = createRoute({
  method: 'delete',
  path: '/v1/targets/{id}',
  operationId: 'removeTarget',
  tags: TAGS,
  summary: 'Removes a target',
  description: REMADE,
  request: { params: settingParams },
  ...declareResponses({ 204: { description: 'It no longer counts.' } }, REMOVE_PROBLEMS),
});

export const SETTING_ROUTES = [
  listAcceptedRoute,
  acceptRoute,
  removeAcceptedRoute,
  listTargetsRoute,
  setTargetRoute,
  removeTargetRoute,
] as const;

export function addSettingRoutes(app: OpenAPIHono<ApiEnv>, api: ReportsApiContext): void {
  const { repository } = api;
  app.openapi(listAcceptedRoute, async (context) => {
    const { folder = null } = context.req.valid('query');
    const isListed = await createSettingFilter(api, callerOfRequest(context), folder);
    const entries = (await listAccepted(repository)).filter(isListed);
    return context.json({ data: entries.map(toAcceptedBody) }, 200);
  });
  app.openapi(acceptRoute, async (context) => {
    const { week: requestedWeek, ...place } = context.req.valid('json');
    const caller = callerOfRequest(context);
    await requirePlace(api, caller, place);
    const now = api.clock();
    const week = requestedWeek ?? lastSettledWeek(now, api.settleHours);
    assertWeekOver(week, now);
    const { entry, isNew } = await setAccepted(repository, {
      ...place,
      week: week.name,
      by: caller.id,
      at: new Date(now).toISOString(),
    });
    return context.json(toAcceptedBody(entry), isNew ? 201 : 200);
  });
  app.openapi(removeAcceptedRoute, async (context) => {
    const { id } = context.req.valid('param');
    await requireSetting(api, callerOfRequest(context), id);
    await removeAccepted(repository, id);
    return context.body(null, 204);
  });
  app.openapi(listTargetsRoute, async (context) => {
    const { folder = null } = context.req.valid('query');
    const isListed = await createSettingFilter(api, callerOfRequest(context), folder);
    const entries = (await listTargets(repository)).filter(isListed);
    return context.json({ data: entries.map(toTargetBody) }, 200);
  });
  app.openapi(setTargetRoute, async (context) => {
    const target = context.req.valid('json');
    const caller = callerOfRequest(context);
    await requirePlace(api, caller, { folder: target.folder, survey: null });
    const { entry, isNew } = await setTarget(repository, {
      ...target,
      by: caller.id,
      at: new Date(api.clock()).toISOString(),
    });
    return context.json(toTargetBody(entry), isNew ? 201 : 200);
  });
  app.openapi(removeTargetRoute, async (context) => {
    const { id } = context.req.valid('param');
    await requireSetting(api, callerOfRequest(context), id);
    await removeTarget(repository, id);
    return context.body(null, 204);
  });
}

function toAcceptedBody(entry: Accepted): AcceptedBody {
  return { id: acceptedId(entry), ...entry };
}

function toTargetBody(entry: StoredTarget): TargetBody {
  return { id: targetId(entry), ...entry };
}
