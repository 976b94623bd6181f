// What a company is: folders, surveys, questions and alert specifications, and how they are found by key.
// It hides the shape of the tree from the queries.

export type SurveyType = 'TERMINAL' | 'TABLET' | 'WEB';
export type IndexType = 'HAPPY' | 'NPS' | 'AVERAGE';
export type FeedbackScale = 'FOUR' | 'FIVE' | 'FIVE_REVERSED';

export interface FollowUp {
  readonly key: number;
  readonly name: string;
  readonly kind: 'painPoint' | 'highlight';
}

export interface Question {
  readonly key: number;
  readonly name: string;
  /** IETF BCP 47 language tag. */
  readonly locale: string;
  readonly followUps: readonly FollowUp[];
}

/** UTC milliseconds; the end is exclusive. */
export interface Period {
  readonly start: number;
  readonly end: number;
}

interface SpecificationOf<Type extends string, Parameters> {
  readonly key: number;
  readonly alertType: Type;
  readonly parameters: Parameters;
}

export type NegativeSpecification = SpecificationOf<
  'negative',
  {
    readonly negative?: boolean;
    readonly windowMin: number;
    /** Percent, 0..100. */
    readonly threshold: number;
    readonly countThreshold: number;
  }
>;

export type IndexThresholdSpecification = SpecificationOf<
  'indexThreshold',
  {
    readonly negative?: boolean;
    readonly windowMin: number;
    /** In the units of the survey's index. */
    readonly threshold: number;
    readonly thresholdType: 'under' | 'over';
  }
>;

export type FeedbackCountSpecification = SpecificationOf<
  'feedbackCount',
  {
    readonly negative?: boolean;
    readonly windowMin: number;
    readonly countThreshold: number;
    /** Response indexes. */
    readonly responseFilter: readonly number[];
  }
>;

export type AlertSpecification =
  NegativeSpecification | IndexThresholdSpecification | FeedbackCountSpecification;

export interface Survey {
  readonly key: number;
  /** Key of the question. */
  readonly question: number;
  /** IANA name. */
  readonly timeZone: string;
  readonly activePeriods: readonly Period[];
  readonly surveyType: SurveyType;
  readonly indexType: IndexType;
  readonly feedbackScale: FeedbackScale;
  readonly alertSpecifications: readonly AlertSpecification[];
}

export interface Folder {
  readonly key: number;
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly surveys: readonly Survey[];
}

export interface Structure {
  readonly questions: readonly Question[];
  readonly root: Folder;
}

/** A survey with what its key leads to. */
export interface IndexedSurvey {
  readonly survey: Survey;
  readonly question: Question;
  readonly folder: Folder;
}

export interface CompanyIndex {
  readonly root: Folder;
  readonly questions: readonly Question[];
  readonly folders: ReadonlyMap<number, Folder>;
  readonly surveys: ReadonlyMap<number, IndexedSurvey>;
  readonly followUps: ReadonlyMap<number, FollowUp>;
  readonly questionsByKey: ReadonlyMap<number, Question>;
}

/** How many buttons a device of this scale has. */
export function buttonCount(scale: FeedbackScale): number {
  return scale === 'FOUR' ? 4 : 5;
}

const directories = new WeakMap<Structure, CompanyIndex>();

/** Everything of a company by key; made once for each structure. Throws when two things share a key. */
export function companyIndexOf(structure: Structure): CompanyIndex {
  const known = directories.get(structure);
  if (known !== undefined) return known;
  const questionsByKey = byKey(structure.questions, 'question');
  const followUps = byKey(
    structure.questions.flatMap(({ followUps }) => followUps),
    'follow-up',
  );
  const folders = new Map<number, Folder>();
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
  const { root, questions } = structure;
  const directory = { root, questions, folders, surveys, followUps, questionsByKey };
  directories.set(structure, directory);
  return directory;
}

/** The folder itself and everything below it, parents first. */
export function flattenFolders(folder: Folder): readonly Folder[] {
  return [folder, ...folder.folders.flatMap(flattenFolders)];
}

function byKey<Thing extends { readonly key: number }>(
  things: readonly Thing[],
  what: string,
): ReadonlyMap<number, Thing> {
  const map = new Map(things.map((thing) => [thing.key, thing]));
  if (map.size !== things.length) throw new Error(`Two things of kind ${what} have the same key.`);
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
