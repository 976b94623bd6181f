// The types of a data set as in section 6 of the contract, and the state that the model reads.
export type Scale = 'FOUR' | 'FIVE' | 'FIVE_REVERSED';
export type IndexType = 'HAPPY' | 'AVERAGE' | 'NPS';
export type Kind = 'painPoint' | 'highlight';

export interface FollowUp {
  readonly key: number;
  readonly name: string;
  readonly kind: Kind;
}

export interface Question {
  readonly key: number;
  readonly name: string;
  readonly locale: string;
  readonly followUps: readonly FollowUp[];
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
}

interface FeedbackCount {
  readonly negative: boolean;
  readonly windowMin: number;
  readonly countThreshold: number;
  readonly responseFilter: readonly number[];
}

export type AlertSpecification = { readonly key: number } & (
  | { readonly alertType: 'negative'; readonly parameters: Negative }
  | { readonly alertType: 'indexThreshold'; readonly parameters: IndexThreshold }
  | { readonly alertType: 'feedbackCount'; readonly parameters: FeedbackCount }
);

export interface Survey {
  readonly key: number;
  readonly question: number;
  readonly timeZone: string;
  readonly activePeriods?: readonly { readonly start: string; readonly end: string }[];
  readonly surveyType: 'TERMINAL' | 'TABLET' | 'WEB';
  readonly indexType: IndexType;
  readonly feedbackScale: Scale;
  readonly alertSpecifications?: readonly AlertSpecification[];
}

export interface Folder {
  readonly key: number;
  readonly name: string;
  readonly folders?: readonly Folder[];
  readonly surveys?: readonly Survey[];
}

export interface CompanyFile {
  readonly credentials: readonly { readonly clientId: string; readonly tokenSha256: string }[];
  readonly misuse?: { readonly tamperDelaySeconds: number };
  readonly questions: readonly Question[];
  readonly root: Folder;
}

interface Identified {
  readonly survey: number;
  readonly ts: string;
  readonly id?: string | number;
}

export interface Press extends Identified {
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
  readonly o: { readonly r: number; readonly text: string };
}

export type Line = Press | HourlySum | OldWebItem;

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
  readonly company: CompanyFile;
  readonly lines: readonly Line[];
  /** Present: alerts are these and none is computed. */
  readonly readyAlerts: readonly ReadyAlert[] | undefined;
  readonly now: number;
}

/** UTC milliseconds; an absent bound is open. */
export interface Range {
  readonly start?: number;
  readonly end?: number;
}

export interface Placed {
  readonly survey: Survey;
  readonly folder: Folder;
}

export function buttonsOf({ feedbackScale }: Survey): number {
  switch (feedbackScale) {
    case 'FOUR':
      return 4;
    case 'FIVE':
    case 'FIVE_REVERSED':
      return 5;
  }
}

/** The folder itself first. */
export function subtree(folder: Folder): readonly Folder[] {
  return [folder, ...(folder.folders ?? []).flatMap(subtree)];
}

export function placedSurveys(root: Folder): readonly Placed[] {
  return subtree(root).flatMap((folder) =>
    (folder.surveys ?? []).map((survey) => ({ survey, folder })),
  );
}

export function questionOf(company: CompanyFile, { question: key }: Survey): Question {
  const found = company.questions.find((question) => question.key === key);
  if (found === undefined) throw new Error(`no question ${key}`);
  return found;
}

export function isPress(line: Line): line is Press {
  return 'r' in line;
}

export function within(at: number, { start, end }: Range): boolean {
  return (start === undefined || at >= start) && (end === undefined || at < end);
}
