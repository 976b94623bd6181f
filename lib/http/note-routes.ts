// Routes of the HTTP API about the owners and notes of places. Who sees a folder may list and write them; who wrote one, and
// who sees the whole company, may remove it.
import type { OpenAPIHono } from '@hono/zod-openapi';
import { createRoute } from '@hono/zod-openapi';
import type { Week } from '../domain/calendar.ts';
import { lastSettledWeek } from '../domain/calendar.ts';
import type { PlaceNote, PlaceOwner } from '../domain/place-notes.ts';
import type { FolderNotes } from '../ports/settings.ts';
import type { IdentifiedCaller } from '../reports/access.ts';
import {
  foldersBelow,
  NO_TREE,
  readTreeOr,
  seesWholeCompany,
  visibleFoldersNow,
} from '../reports/access.ts';
import type { NoteRemover } from '../reports/place-notes.ts';
import {
  addNote,
  listPlaceNotes,
  mayRemove,
  releasePlace,
  removeNote,
  takePlace,
} from '../reports/place-notes.ts';
import { createPlannedTree } from '../reports/week-folders.ts';
import { assertWeekOver } from '../reports/subtree.ts';
import type { ApiEnv, ReportsApiContext } from './api-context.ts';
import { callerOfRequest } from './api-context.ts';
import {
  noteListQuery,
  noteRequestSchema,
  ownerParams,
  ownerRequestSchema,
} from './note-requests.ts';
import type { PlaceNotesBody } from './note-responses.ts';
import { noteListSchema, noteSchema, ownerSchema } from './note-responses.ts';
import { declareResponses, jsonBody, jsonResponse, PROBLEMS } from './route-descriptions.ts';
import { requirePlace, requireSetting, requireVisible } from './setting-access.ts';
import { settingParams } from './setting-requests.ts';

const TAGS = ['Notes'];
const COMMON = [...PROBLEMS.upstream, 'NOTES_OFF', 'SETTINGS_UNREADABLE'] as const;
const KEPT = 'PDFs and messages that were made before keep it.';

const WRITE_PROBLEMS = [
  ...COMMON,
  'FOLDER_KEY_INVALID',
  'FOLDER_NOT_FOUND',
  'TOO_MANY_SETTINGS',
  'WEEK_INVALID',
  'WEEK_NOT_CLOSED',
] as const;
const REMOVE_PROBLEMS = [...COMMON, 'NOTE_OF_ANOTHER', 'SETTING_NOT_FOUND'] as const;

const listNotesRoute = createRoute({
  method: 'get',
  path: '/v1/notes',
  operationId: 'listNotes',
  tags: TAGS,
  summary: 'The owners and notes of the places that the caller sees',
  request: { query: noteListQuery },
  ...declareResponses({ 200: jsonResponse('The list may be empty.', noteListSchema) }, [
    ...COMMON,
    'ANSWER_TOO_LARGE',
    'FOLDER_KEY_INVALID',
    'FOLDER_NOT_FOUND',
  ]),
});

const addNoteRoute = createRoute({
  method: 'post',
  path: '/v1/notes',
  operationId: 'addNote',
  tags: TAGS,
  summary: 'Writes a note on a place',
  description:
    'The same note of the same caller and name in the same week stays as it is. A place has at most 20; another one is refused (`NOTES_FULL`).',
  request: { body: jsonBody(noteRequestSchema) },
  ...declareResponses(
    {
      200: jsonResponse('The note was there before.', noteSchema),
      201: jsonResponse('The note is written.', noteSchema),
    },
    [...WRITE_PROBLEMS, 'NOTES_FULL'],
  ),
});

const removeNoteRoute = createRoute({
  method: 'delete',
  path: '/v1/notes/{id}',
  operationId: 'removeNote',
  tags: TAGS,
  summary: 'Removes a note',
  description: KEPT,
  request: { params: settingParams },
  ...declareResponses({ 204: { description: 'It is removed.' } }, REMOVE_PROBLEMS),
});

const takePlaceRoute = createRoute({
  method: 'put',
  path: '/v1/owners/{folder}',
  operationId: 'takePlace',
  tags: TAGS,
  summary: 'Makes the caller the owner of a place: “I’m on it”',
  description: 'Another owner is replaced.',
  request: { params: ownerParams, body: jsonBody(ownerRequestSchema) },
  ...declareResponses(
    {
      200: jsonResponse('The caller was the owner before.', ownerSchema),
      201: jsonResponse('The caller is the owner.', ownerSchema),
    },
    WRITE_PROBLEMS,
  ),
});

const releasePlaceRoute = createRoute({
  method: 'delete',
  path: '/v1/owners/{folder}',
  operationId: 'releasePlace',
  tags: TAGS,
  summary: 'Removes the owner of a place',
  description: KEPT,
  request: { params: ownerParams },
  ...declareResponses({ 204: { description: 'The place has no owner.' } }, [
    ...REMOVE_PROBLEMS,
    'FOLDER_KEY_INVALID',
    'FOLDER_NOT_FOUND',
  ]),
});

export const NOTE_ROUTES = [
  listNotesRoute,
  addNoteRoute,
  removeNoteRoute,
  takePlaceRoute,
  releasePlaceRoute,
] as const;

export function addNoteRoutes(app: OpenAPIHono<ApiEnv>, api: ReportsApiContext): void {
  const { repository } = api;
  app.openapi(listNotesRoute, async (context) => {
    const { below = null } = context.req.valid('query');
    const caller = callerOfRequest(context);
    const entries = await listVisibleNotes(api, caller, below);
    const remover = await toRemover({ tree: () => readTreeOr(api.tree, NO_TREE) }, caller);
    return context.json({ data: entries.map((entry) => toPlaceNotesBody(entry, remover)) }, 200);
  });
  app.openapi(addNoteRoute, async (context) => {
    const { folder, name, text, week } = context.req.valid('json');
    const caller = callerOfRequest(context);
    await requirePlace(api, caller, { folder, survey: null });
    const { at, ...written } = writtenBy(api, caller, name, week);
    const { entry, isNew } = await addNote(repository, folder, { ...written, text, at });
    return context.json({ ...entry, canRemove: true }, isNew ? 201 : 200);
  });
  app.openapi(removeNoteRoute, async (context) => {
    const { id } = context.req.valid('param');
    const caller = callerOfRequest(context);
    await requireSetting(api, caller, id);
    await removeNote(repository, id, await toRemover(api, caller));
    return context.body(null, 204);
  });
  app.openapi(takePlaceRoute, async (context) => {
    const { folder } = context.req.valid('param');
    const { name, week } = context.req.valid('json');
    const caller = callerOfRequest(context);
    await requirePlace(api, caller, { folder, survey: null });
    const { at, ...written } = writtenBy(api, caller, name, week);
    const { entry, isNew } = await takePlace(repository, folder, { ...written, since: at });
    return context.json({ ...entry, canRemove: true }, isNew ? 201 : 200);
  });
  app.openapi(releasePlaceRoute, async (context) => {
    const { folder } = context.req.valid('param');
    const caller = callerOfRequest(context);
    await requireVisible(api, caller, folder);
    await releasePlace(repository, folder, await toRemover(api, caller));
    return context.body(null, 204);
  });
}

/**
 * `below`: null for all that the caller sees. Fails with FOLDER_NOT_FOUND when it doesn't see that folder. While the reporting API
 * can't be read, those of the folders that it was given, and what is below a folder is as in the newest plan.
 */
async function listVisibleNotes(
  api: ReportsApiContext,
  caller: IdentifiedCaller,
  below: number | null,
): Promise<readonly FolderNotes[]> {
  const { repository, tree } = api;
  let folders: readonly number[] | null = null;
  if (below !== null) {
    await requireVisible(api, caller, below);
    folders = [
      below,
      ...foldersBelow(await readTreeOr(tree, createPlannedTree(repository)), below),
    ];
  }
  const isVisible = await visibleFoldersNow(api, caller);
  return (await listPlaceNotes(repository, folders)).filter(({ folder }) => isVisible(folder));
}

/** Who writes now, with the last settled week where none is requested. Fails with WEEK_NOT_CLOSED. */
function writtenBy(
  { clock, settleHours }: ReportsApiContext,
  { id }: IdentifiedCaller,
  name: string,
  requestedWeek: Week | undefined,
): Pick<PlaceNote, 'by' | 'name' | 'week' | 'at'> {
  const now = clock();
  const week = requestedWeek ?? lastSettledWeek(now, settleHours);
  assertWeekOver(week, now);
  return { by: id, name, week: week.name, at: new Date(now).toISOString() };
}

async function toRemover(
  access: Pick<ReportsApiContext, 'tree'>,
  caller: IdentifiedCaller,
): Promise<NoteRemover> {
  // A reader with an access link only reads, also the whole company.
  const isWholeCompany = caller.reader === undefined && (await seesWholeCompany(access, caller));
  return { id: caller.id, isWholeCompany };
}

function toPlaceNotesBody(
  { folder, owner, notes }: FolderNotes,
  remover: NoteRemover,
): PlaceNotesBody {
  return {
    folder,
    owner: owner === null ? null : withRemovable(owner, remover),
    notes: notes.map((note) => withRemovable(note, remover)),
  };
}

function withRemovable<T extends PlaceOwner | PlaceNote>(
  entry: T,
  remover: NoteRemover,
): T & { readonly canRemove: boolean } {
  return { ...entry, canRemove: mayRemove(remover, entry) };
}
