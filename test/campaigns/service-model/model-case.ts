// A random case: one or two companies of a service, the starts at which their files arrive, and queries.
import { createHash } from 'node:crypto';
import { fc } from '../../support/property-settings.ts';
import { queryPicks, type ModelQuery, type Caps } from './query-choices.ts';
import { createQuery, keysIn } from './queries.ts';
import type { ForgetSelection } from '../../../lib/feedback-service/index.ts';
import {
  countSelected,
  forgetOrder,
  forgetPicks,
  withoutForgotten,
  type ForgetPicks,
  type GivenOrder,
} from './model-forgetting.ts';
import { placedSurveys } from './model-company.ts';
import type {
  ModelCompanyFile,
  ModelFolder,
  ModelLine,
  ReadyAlert,
  State,
} from './model-company.ts';
import { filePicks, starts, type ModelDataFile } from './model-files.ts';
import { dayMs } from './model-zones.ts';
import { companyFile, companyPicks } from './generate-company.ts';
import { clockOf, feedbackPicks, linesOf, readyAlertsOf } from './generate-feedback.ts';

const documentedCaps: Caps = {
  openFeedback: 10_000,
  rawWithOpenFeedback: 10_000,
  raw: 150_000,
  alerts: 10_000,
};
/** Events set the clock and the clock sets the periods. */
const anyTime = Date.UTC(2020, 0, 1);
const tiny = fc.integer({ min: 1, max: 7 });

const oneCompany = fc.record({
  company: companyPicks,
  feedback: feedbackPicks,
  files: filePicks,
  /** For each start, by its place modulo the length: the structure that it finds. */
  changes: fc.array(
    fc.record({
      delay: fc.constantFrom(undefined, undefined, 1, 10),
      /** Each survey gets the zone of the one that is as many places after it. */
      zones: fc.constantFrom(0, 0, 1, 2),
      openFeedbackDays: fc.constantFrom(undefined, undefined, undefined, 1, 30),
    }),
    { minLength: 1, maxLength: 3, size: 'max' },
  ),
  /** What is forgotten after each start, by its place modulo the length. */
  forgets: fc.array(forgetPicks, { minLength: 1, maxLength: 3, size: 'max' }),
  /** What is done after each start, by its place modulo the length; it changes no answer. */
  upkeep: fc.array(fc.constantFrom('nothing', 'nothing', 'compact', 'restore'), {
    minLength: 1,
    maxLength: 3,
    size: 'max',
  }),
  /** The survey that is removed, modulo their number, before the last start if that finds no new files. */
  removal: fc.option(fc.nat(3), { nil: undefined }),
  queries: fc.array(queryPicks, { minLength: 8, maxLength: 24, size: 'max' }),
});

export const casePicks = fc.record({
  companies: fc.oneof(
    { weight: 9, arbitrary: fc.tuple(oneCompany) },
    { weight: 1, arbitrary: fc.tuple(oneCompany, oneCompany) },
  ),
  caps: fc.option(
    fc.record({ openFeedback: tiny, rawWithOpenFeedback: tiny, raw: tiny, alerts: tiny }),
    { freq: 3, nil: documentedCaps },
  ),
  /** Ask after each start, not only after the last. */
  early: fc.constantFrom(false, false, true),
  /** Whether each start is one of the service; otherwise a running service follows an import. */
  restarts: fc.array(fc.boolean(), { minLength: 1, maxLength: 3, size: 'max' }),
  /** company.json is young before the last start: see `withoutUnusedSurveys`. */
  grows: fc.boolean(),
});
export type CasePicks = ReturnType<typeof casePicks.generate>['value'];

interface StructureChange {
  readonly delay: number | undefined;
  readonly zones: number;
  readonly openFeedbackDays: number | undefined;
}

export interface CompanyCase {
  readonly name: string;
  readonly authorization: string;
  readonly company: ModelCompanyFile;
  readonly lines: readonly ModelLine[];
  readonly readyAlerts: readonly ReadyAlert[] | undefined;
  readonly starts: readonly (readonly ModelDataFile[])[];
  readonly changes: readonly StructureChange[];
  readonly forgets: readonly ForgetPicks[];
  readonly upkeep: readonly ('nothing' | 'compact' | 'restore')[];
  /** Key of the survey that is removed before the last start. */
  readonly removed: number | undefined;
  readonly queries: readonly (ModelQuery & { readonly walk: boolean })[];
}

export interface ModelCase {
  readonly companies: readonly CompanyCase[];
  readonly now: number;
  readonly caps: Caps;
  readonly early: boolean;
  readonly restarts: readonly boolean[];
  readonly grows: boolean;
}

export function caseOf({ companies, caps, early, restarts, grows }: CasePicks): ModelCase {
  const credentials = companies.map((_, index) => ({
    clientId: `client ${index}`,
    token: `token: ${index}`,
  }));
  const companyFiles = companies.map(({ company, feedback }, index) => {
    const { clientId = '', token = '' } = credentials[index] ?? {};
    const credential = {
      clientId,
      tokenSha256: createHash('sha256').update(token).digest('hex'),
    };
    return { picks: company, feedback, credential };
  });
  const now = Math.max(
    ...companyFiles.map(({ picks, feedback, credential }) =>
      clockOf(feedback, companyFile(picks, credential, anyTime)),
    ),
  );
  const files = companyFiles.map(({ picks, credential }) => companyFile(picks, credential, now));
  return {
    now,
    caps,
    early,
    restarts,
    grows,
    companies: companies.flatMap((picks, index): readonly CompanyCase[] => {
      const company = files[index];
      if (company === undefined) return [];
      const lines = linesOf(picks.feedback, company);
      const readyAlerts = readyAlertsOf(picks.feedback, company, now);
      const wholeState: State = { company, lines, readyAlerts, now };
      const foreign = files.filter((_, otherIndex) => otherIndex !== index).flatMap(keysIn);
      const { clientId = '', token = '' } = credentials[index] ?? {};
      return [
        {
          name: `company-${index}`,
          authorization: `Basic ${Buffer.from(`${clientId}:${token}`).toString('base64')}`,
          company,
          lines,
          readyAlerts,
          ...withRemoval(starts(picks.files, lines, readyAlerts), company, picks.removal),
          changes: picks.changes,
          forgets: picks.forgets,
          upkeep: picks.upkeep,
          queries: picks.queries.map((ask) => ({
            ...createQuery(ask, wholeState, caps, foreign),
            walk: ask.walk,
          })),
        },
      ];
    }),
  };
}

function withRemoval(
  starts: CompanyCase['starts'],
  { root }: ModelCompanyFile,
  removal: number | undefined,
): Pick<CompanyCase, 'starts' | 'removed'> {
  const surveys = placedSurveys(root);
  const isPossible = removal !== undefined && starts.length > 1 && starts.at(-1)?.length === 0;
  const removed = isPossible ? surveys[removal % Math.max(surveys.length, 1)] : undefined;
  return { starts, removed: removed?.survey.key };
}

/** The survey that is removed before a start, and the number of its lines. */
export function removalBefore(
  companyCase: CompanyCase,
  startCount: number,
): { readonly survey: number; readonly events: number } | undefined {
  const { starts, removed: survey } = companyCase;
  if (survey === undefined || startCount !== starts.length) return undefined;
  const lines = linesAfter(companyCase, startCount - 1);
  return { survey, events: lines.filter((line) => line.survey === survey).length };
}

export function upkeepAfter({ upkeep, starts }: CompanyCase, startCount: number) {
  return startCount > starts.length ? 'nothing' : upkeep[(startCount - 1) % upkeep.length];
}

/** What the service knows after some starts and the orders to forget that came after each of them. */
export function stateAfter(
  modelCase: Pick<ModelCase, 'now' | 'grows'>,
  companyCase: CompanyCase,
  startCount: number,
): State {
  const state = importedAfter(modelCase, companyCase, startCount);
  return {
    ...state,
    lines: withoutForgotten(state.lines, [
      ...ordersBefore(modelCase, companyCase, startCount),
      ...givenOrders(companyCase, startCount),
    ]),
  };
}

/** The order to forget after a start, and the number of texts that it has to find. */
export function orderAfter(
  modelCase: Pick<ModelCase, 'now'>,
  companyCase: CompanyCase,
  startCount: number,
): { readonly order: ForgetSelection; readonly found: number } | undefined {
  const [given] = givenOrders(companyCase, startCount);
  if (given === undefined) return undefined;
  const left = withoutForgotten(given.lines, ordersBefore(modelCase, companyCase, startCount));
  return { order: given.order, found: countSelected(given.order, left) };
}

/** With the retention of company.json, which every import applies. */
function ordersBefore(
  { now }: Pick<ModelCase, 'now'>,
  companyCase: CompanyCase,
  startCount: number,
): readonly GivenOrder[] {
  const { changes } = companyCase;
  const today = Math.floor(now / dayMs) * dayMs;
  const retentions = Array.from({ length: startCount }, (_, i): readonly GivenOrder[] => {
    const days = changes[i % changes.length]?.openFeedbackDays;
    if (days === undefined) return [];
    return [{ order: { before: today - days * dayMs }, lines: [] }];
  });
  const given = Array.from({ length: startCount - 1 }, (_, i) => givenOrders(companyCase, i + 1));
  return [...retentions, ...given].flat();
}

function givenOrders(
  companyCase: CompanyCase,
  startCount: number,
): readonly GivenOrder<ForgetSelection>[] {
  const { forgets } = companyCase;
  const lines = linesAfter(companyCase, startCount);
  const order = forgetOrder(forgets[(startCount - 1) % forgets.length], lines);
  return order === undefined ? [] : [{ order, lines }];
}

/** In the generator's order, which is that of ties. */
function linesAfter(
  { starts, lines, removed }: CompanyCase,
  startCount: number,
): readonly ModelLine[] {
  const arrived = starts.slice(0, startCount).flat();
  const here = new Set(arrived.flatMap((file) => file.lines));
  const isRemoved = startCount >= starts.length ? removed : undefined;
  return lines.filter((line) => here.has(line) && line.survey !== isRemoved);
}

function importedAfter(
  { now, grows }: Pick<ModelCase, 'now' | 'grows'>,
  companyCase: CompanyCase,
  startCount: number,
): State {
  const { starts, company, changes, removed } = companyCase;
  const gone = startCount >= starts.length ? removed : undefined;
  const arrived = starts.slice(0, startCount).flat();
  const lines = linesAfter(companyCase, startCount);
  const readyAlerts = arrived.some(({ name }) => name.startsWith('alerts'))
    ? merged(arrived.flatMap(({ alerts }) => alerts)).filter(({ survey }) => survey !== gone)
    : undefined;
  const namedSurveys = new Set([...lines, ...(readyAlerts ?? [])].map(({ survey }) => survey));
  const isYoung = grows && startCount < starts.length;
  const change = changes[(startCount - 1) % changes.length];
  const whole = gone === undefined ? company : withoutSurvey(company, gone);
  return {
    company: changed(isYoung ? withoutUnusedSurveys(whole, namedSurveys) : whole, change),
    lines,
    readyAlerts,
    now,
  };
}

function changed(company: ModelCompanyFile, change: StructureChange | undefined): ModelCompanyFile {
  if (change === undefined) return company;
  const { delay, zones, openFeedbackDays } = change;
  const surveys = placedSurveys(company.root).map(({ survey }) => survey);
  const zoneOf = new Map(
    surveys.map(({ key, timeZone }, i) => [
      key,
      surveys[(i + zones) % surveys.length]?.timeZone ?? timeZone,
    ]),
  );
  const folderOf = ({ folders, surveys: own, ...folder }: ModelFolder): ModelFolder => ({
    ...folder,
    ...(folders === undefined ? {} : { folders: folders.map(folderOf) }),
    ...(own === undefined
      ? {}
      : {
          surveys: own.map((survey) => ({
            ...survey,
            timeZone: zoneOf.get(survey.key) ?? survey.timeZone,
          })),
        }),
  });
  return {
    ...company,
    ...(delay === undefined ? {} : { misuse: { tamperDelaySeconds: delay } }),
    ...(openFeedbackDays === undefined ? {} : { retention: { openFeedbackDays } }),
    root: folderOf(company.root),
  };
}

function withoutSurvey(company: ModelCompanyFile, key: number): ModelCompanyFile {
  const folderOf = ({ folders, surveys, ...folder }: ModelFolder): ModelFolder => ({
    ...folder,
    ...(folders === undefined ? {} : { folders: folders.map(folderOf) }),
    ...(surveys === undefined ? {} : { surveys: surveys.filter((survey) => survey.key !== key) }),
  });
  return { ...company, root: folderOf(company.root) };
}

/** Lines with one key tell of one alert, which is closed when one of them closes it. */
function merged(alerts: readonly ReadyAlert[]): readonly ReadyAlert[] {
  return alerts
    .filter(({ key }, index) => alerts.findIndex((candidate) => candidate.key === key) === index)
    .map(
      (alert) =>
        alerts.find(({ key, endTime }) => key === alert.key && endTime !== undefined) ?? alert,
    )
    .sort((a, b) => a.key - b.key);
}

/** Without periods and alert specifications, with another delay, and with no survey but `named`. */
function withoutUnusedSurveys(
  company: ModelCompanyFile,
  named: ReadonlySet<number>,
): ModelCompanyFile {
  return {
    ...company,
    misuse: { tamperDelaySeconds: 10 },
    root: folderWithoutUnusedSurveys(company.root, named),
  };
}

function folderWithoutUnusedSurveys(
  { key, name, folders, surveys }: ModelFolder,
  named: ReadonlySet<number>,
): ModelFolder {
  const youngSurveys = (surveys ?? [])
    .filter((survey) => named.has(survey.key))
    .map(({ activePeriods: _, alertSpecifications: _too, ...survey }) => survey);
  return {
    key,
    name,
    ...(folders === undefined
      ? {}
      : { folders: folders.map((subfolder) => folderWithoutUnusedSurveys(subfolder, named)) }),
    ...(youngSurveys.length === 0 ? {} : { surveys: youngSurveys }),
  };
}
