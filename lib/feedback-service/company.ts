// The structure of a company (folders, surveys, questions, alert specifications) and its index by key.

export type SurveyType = 'TERMINAL' | 'TABLET' | 'WEB';
export type ServiceIndexType = 'HAPPY' | 'NPS' | 'AVERAGE';
export type FeedbackScale = 'FOUR' | 'FIVE' | 'FIVE_REVERSED';

export interface FollowUpDefinition {
  readonly key: number;
  readonly name: string;
  readonly kind: 'painPoint' | 'highlight';
}

export interface SurveyQuestion {
  readonly key: number;
  readonly name: string;
  /** IETF BCP 47 language tag. */
  readonly locale: string;
  readonly followUps: readonly FollowUpDefinition[];
}

/** UTC milliseconds; the end is exclusive. */
export interface ActiveRange {
  readonly start: number;
  readonly end: number;
}

interface CommonParameters {
  readonly negative?: boolean;
  readonly windowMin: number;
}

interface SpecificationParameters {
  readonly negative: CommonParameters & {
    /** Percent, 0..100. */
    readonly threshold: number;
    readonly countThreshold: number;
  };
  readonly indexThreshold: CommonParameters & {
    /** In the units of the survey's index. */
    readonly threshold: number;
    readonly thresholdType: 'under' | 'over';
    /** Responses without which no alert opens. */
    readonly countThreshold?: number;
  };
  readonly feedbackCount: CommonParameters & {
    readonly countThreshold: number;
    /** Response indexes. */
    readonly responseFilter: readonly number[];
  };
}

/** A specification without its key. */
export type SpecificationContent = {
  readonly [Type in keyof SpecificationParameters]: {
    readonly alertType: Type;
    readonly parameters: SpecificationParameters[Type];
  };
}[keyof SpecificationParameters];

export type AlertSpecification = SpecificationContent & { readonly key: number };

export interface Survey {
  readonly key: number;
  /** Key of the question. */
  readonly question: number;
  /** IANA name. */
  readonly timeZone: string;
  readonly activePeriods: readonly ActiveRange[];
  readonly surveyType: SurveyType;
  readonly indexType: ServiceIndexType;
  readonly feedbackScale: FeedbackScale;
  readonly alertSpecifications: readonly AlertSpecification[];
}

export interface ServiceFolder {
  readonly key: number;
  readonly name: string;
  readonly folders: readonly ServiceFolder[];
  readonly surveys: readonly Survey[];
}

export interface Structure {
  readonly questions: readonly SurveyQuestion[];
  readonly root: ServiceFolder;
}

/** A survey with its question and its folder. */
export interface IndexedSurvey {
  readonly survey: Survey;
  readonly question: SurveyQuestion;
  readonly folder: ServiceFolder;
}

export interface CompanyIndex {
  readonly root: ServiceFolder;
  readonly folders: ReadonlyMap<number, ServiceFolder>;
  readonly surveys: ReadonlyMap<number, IndexedSurvey>;
  readonly followUps: ReadonlyMap<number, FollowUpDefinition>;
  readonly questionsByKey: ReadonlyMap<number, SurveyQuestion>;
}

/** The number of buttons of a device with this scale. */
export function buttonCount(scale: FeedbackScale): number {
  return scale === 'FOUR' ? 4 : 5;
}

const companyIndexes = new WeakMap<Structure, CompanyIndex>();

/** Indexes a company by key, once per structure. Throws when two items of a kind have the same key. */
export function companyIndexOf(structure: Structure): CompanyIndex {
  const cachedIndex = companyIndexes.get(structure);
  if (cachedIndex !== undefined) return cachedIndex;
  const questionsByKey = byKey(structure.questions, 'question');
  const followUps = byKey(
    structure.questions.flatMap(({ followUps }) => followUps),
    'follow-up',
  );
  const folders = new Map<number, ServiceFolder>();
  const surveys = new Map<number, IndexedSurvey>();
  for (const folder of flattenFolders(structure.root)) {
    if (folders.has(folder.key)) throw new Error(`Two folders have the key ${folder.key}.`);
    folders.set(folder.key, folder);
    for (const survey of folder.surveys) {
      if (surveys.has(survey.key)) throw new Error(`Two surveys have the key ${survey.key}.`);
      const question = questionsByKey.get(survey.question);
      if (question === undefined) {
        throw new Error(`Survey ${survey.key} asks the unknown question ${survey.question}.`);
      }
      surveys.set(survey.key, { survey, question, folder });
    }
  }
  const index = { root: structure.root, folders, surveys, followUps, questionsByKey };
  companyIndexes.set(structure, index);
  return index;
}

/** The folder itself and everything below it, parents first. */
export function flattenFolders(folder: ServiceFolder): readonly ServiceFolder[] {
  return [folder, ...folder.folders.flatMap(flattenFolders)];
}

function byKey<Item extends { readonly key: number }>(
  items: readonly Item[],
  kind: string,
): ReadonlyMap<number, Item> {
  const map = new Map(items.map((item) => [item.key, item]));
  if (map.size !== items.length) throw new Error(`Two items of kind ${kind} have the same key.`);
  return map;
}

/** One press as counts by response index. */
export function countsOfPress(r: number): readonly number[] {
  return presses[r] ?? [];
}

const presses: readonly (readonly number[])[] = [
  [1, 0, 0, 0, 0],
  [0, 1, 0, 0, 0],
  [0, 0, 1, 0, 0],
  [0, 0, 0, 1, 0],
  [0, 0, 0, 0, 1],
];
