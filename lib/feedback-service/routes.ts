// The thirteen endpoints: which path leads to which query with which parameters.
// It hides how a path is matched; nothing here knows about sockets.
import { readParameters, type Parameters } from './parameters.ts';
import { folderAlerts } from './query-alerts.ts';
import { followUps, openFeedback, rawResults, results, type Caps } from './query-feedback.ts';
import {
  children,
  folder,
  question,
  questions,
  questionSurveys,
  survey,
  type Wanted,
} from './query-structure.ts';
import type { Store } from './store.ts';

export interface Asked {
  readonly store: Store;
  readonly now: number;
  readonly caps: Caps;
}

/** Runs a query whose parameters are known to be right. */
export type Query = (asked: Asked) => object | Promise<object>;

interface Route {
  readonly path: readonly string[];
  readonly read: (parameters: Parameters) => Query;
}

const keyMark = ':key';

const routes: readonly Route[] = [
  route('/v1/folders', (p) => {
    const wanted = wantedSurveys(p);
    return ({ store, now }) => folder(store, undefined, wanted, now);
  }),
  route('/v1/folders/:key', (p) => {
    const key = p.key();
    const wanted = wantedSurveys(p);
    return ({ store, now }) => folder(store, key, wanted, now);
  }),
  route('/v1/folders/:key/children', (p) => {
    const key = p.key();
    const wanted = wantedSurveys(p);
    const slice = p.slice();
    return ({ store, now }) => children(store, key, wanted, slice, now);
  }),
  route('/v1/folders/:key/alerts', (p) => {
    const key = p.key();
    const withChildren = p.flag('child_folders');
    const range = p.alertRange();
    return ({ store, caps }) => folderAlerts(store, key, withChildren, range, caps.alerts);
  }),
  route('/v1/surveys/:key', (p) => {
    const key = p.key();
    return ({ store }) => survey(store, key);
  }),
  route('/v1/surveys/:key/results', (p) => {
    const key = p.key();
    const range = p.range('refused');
    const truncation = p.truncation();
    return ({ store }) => results(store, key, range, truncation);
  }),
  route('/v1/surveys/:key/openfeedback', (p) => {
    const key = p.key();
    const range = p.range('refused');
    return ({ store, caps }) => openFeedback(store, key, range, caps);
  }),
  route('/v1/surveys/:key/followup', (p) => {
    const key = p.key();
    const range = p.range('refused');
    return ({ store }) => followUps(store, key, range);
  }),
  route('/v1/surveys/:key/rawresults', (p) => {
    const key = p.key();
    const range = p.range('empty');
    const wanted = { followUp: p.flag('followup'), openFeedback: p.flag('openfeedback') };
    return ({ store, caps }) => rawResults(store, key, range, wanted, caps);
  }),
  route('/v1/questions', (p) => {
    const slice = p.slice();
    return ({ store }) => questions(store, slice);
  }),
  route('/v1/questions/:key', (p) => {
    const key = p.key();
    return ({ store }) => question(store, key);
  }),
  route('/v1/questions/:key/surveys', (p) => {
    const key = p.key();
    const state = p.state();
    const slice = p.slice();
    return ({ store, now }) => questionSurveys(store, key, state, slice, now);
  }),
];

function route(path: string, read: Route['read']): Route {
  return { path: path.split('/'), read };
}

function wantedSurveys(p: Parameters): Wanted {
  return { surveys: p.flag('surveys'), state: p.state() };
}

export interface Match {
  readonly parameters: Parameters;
  readonly query: Query;
}

/** The route of a path and what is asked of it, or undefined when there is no such path. */
export function match(path: string, query: string): (() => Match) | undefined {
  const segments = path.split('/');
  const found = routes.find(
    (route) =>
      route.path.length === segments.length &&
      route.path.every((wanted, i) =>
        wanted === keyMark ? segments[i] !== '' : wanted === segments[i],
      ),
  );
  if (found === undefined) return undefined;
  return () => {
    const parameters = readParameters(segments[found.path.indexOf(keyMark)], query);
    return { query: found.read(parameters), parameters };
  };
}
