// The types of a data set as in section 6 of the contract, and the state that the model reads.
export type Scale = 'FOUR' | 'FIVE' | 'FIVE_REVERSED';
export type ModelIndexType = 'HAPPY' | 'AVERAGE' | 'NPS';
export type ModelKind = 'painPoint' | 'highlight';

export interface ModelFollowUp {
  readonly key: number;
  readonly name: string;
  readonly kind: ModelKind;
}

export interface ModelQuestion {
  readonly key: number;
  readonly name: string;
  readonly locale: string;
  readonly followUps: readonly ModelFollowUp[];
}

interface Negative {
  readonly negative: boolean;
  readonly windowMin: number;
  readonly threshold: number;
  readonly countThreshold: number;
}

interface IndexThreshold {
  readonly negative: boolean;
  readonly windowMin: number;
  readonly threshold: number;
  readonly thresholdType: 'under' | 'over';
  readonly countThreshold?: number;
}

interface FeedbackCount {
  readonly negative: boolean;
  readonly windowMin: number;
  readonly countThreshold: number;
  readonly responseFilter: readonly number[];
}

export type ModelAlertSpecification = { readonly key: number } & (
  | { readonly alertType: 'negative'; readonly parameters: Negative }
  | { readonly alertType: 'indexThreshold'; readonly parameters: IndexThreshold }
  | { readonly alertType: 'feedbackCount'; readonly parameters: FeedbackCount }
);

export interface ModelSurvey {
  readonly key: number;
  readonly question: number;
  readonly timeZone: string;
  readonly activePeriods?: readonly { readonly start: string; readonly end: string }[];
  readonly surveyType: 'TERMINAL' | 'TABLET' | 'WEB';
  readonly indexType: ModelIndexType;
  readonly feedbackScale: Scale;
  readonly alertSpecifications?: readonly ModelAlertSpecification[];
}

export interface ModelFolder {
  readonly key: number;
  readonly name: string;
  readonly folders?: readonly ModelFolder[];
  readonly surveys?: readonly ModelSurvey[];
}

export interface ModelCompanyFile {
  readonly credentials: readonly { readonly clientId: string; readonly tokenSha256: string }[];
  readonly misuse?: { readonly tamperDelaySeconds: number };
  readonly retention?: { readonly openFeedbackDays: number };
  readonly questions: readonly ModelQuestion[];
  readonly root: ModelFolder;
}

interface Identified {
  readonly survey: number;
  readonly ts: string;
  readonly id?: string | number;
}

export interface ModelPress extends Identified {
  readonly r: number;
  readonly device?: string | number;
  readonly f?: number;
  readonly text?: string;
  readonly relevance?: number;
  readonly spam?: boolean;
}

export interface HourlySum extends Identified {
  readonly data: readonly number[];
}

export interface OldWebItem extends Identified {
  /** Without the text when that is forgotten. */
  readonly o: { readonly r: number; readonly text?: string };
}

export type ModelLine = ModelPress | HourlySum | OldWebItem;

export interface ReadyAlert {
  readonly key: number;
  readonly alertType: string;
  readonly survey: number;
  readonly alertSpecification: { readonly key: number };
  readonly beginTime: string;
  readonly endTime?: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** All that answers follow from. Lines of one device at one instant are in their order. */
export interface State {
  readonly company: ModelCompanyFile;
  readonly lines: readonly ModelLine[];
  /** Present: alerts are these and none is computed. */
  readonly readyAlerts: readonly ReadyAlert[] | undefined;
  readonly now: number;
}

/** UTC milliseconds; an absent bound is open. */
export interface ModelRange {
  readonly start?: number;
  readonly end?: number;
}

export interface Placed {
  readonly survey: ModelSurvey;
  readonly folder: ModelFolder;
}

export function buttonsOf({ feedbackScale }: ModelSurvey): number {
  switch (feedbackScale) {
    case 'FOUR':
      return 4;
    case 'FIVE':
    case 'FIVE_REVERSED':
      return 5;
  }
}

/** The folder itself first. */
export function subtree(folder: ModelFolder): readonly ModelFolder[] {
  return [folder, ...(folder.folders ?? []).flatMap(subtree)];
}

export function placedSurveys(root: ModelFolder): readonly Placed[] {
  return subtree(root).flatMap((folder) =>
    (folder.surveys ?? []).map((survey) => ({ survey, folder })),
  );
}

export function questionOf(
  company: ModelCompanyFile,
  { question: key }: ModelSurvey,
): ModelQuestion {
  const modelQuestion = company.questions.find((question) => question.key === key);
  if (modelQuestion === undefined) throw new Error(`no question ${key}`);
  return modelQuestion;
}

export function isPress(line: ModelLine): line is ModelPress {
  return 'r' in line;
}

export function within(at: number, { start, end }: ModelRange): boolean {
  return (start === undefined || at >= start) && (end === undefined || at < end);
}
