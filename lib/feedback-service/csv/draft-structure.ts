// The questions, folders and surveys of a draft of company.json.
import { normalizeName } from './csv-mapping.ts';

/** The folders of a place, and its question if the file has a column for it. */
export interface DraftPlace {
  readonly path: readonly string[];
  readonly question: string | undefined;
}

export interface DraftFollowUp {
  readonly name: string;
  readonly kind: 'painPoint' | 'highlight';
}

interface DraftFolder {
  readonly key: number;
  readonly name: string;
  readonly folders: DraftFolder[];
  readonly surveys: object[];
}

interface DraftSettings {
  /** Of the company. */
  readonly name: string;
  readonly timeZone: string;
  readonly feedbackScale: string;
}

export function draftStructure(
  places: readonly DraftPlace[],
  followUps: readonly DraftFollowUp[],
  { name, timeZone, feedbackScale }: DraftSettings,
): object {
  let lastFolder = 0;
  const newFolder = (name: string): DraftFolder => {
    lastFolder += 1;
    return { key: lastFolder, name, folders: [], surveys: [] };
  };
  const questions = questionsOf(places, followUps);
  const nextSurveyKey = createSurveyKeys(places);
  const root = newFolder(name);
  for (const place of places) {
    let folder = root;
    for (const name of place.path) {
      const known = folder.folders.find((child) => isSameName(child.name, name));
      const child = known ?? newFolder(name);
      if (known === undefined) folder.folders.push(child);
      folder = child;
    }
    const question = questions.findIndex(({ name }) => isSameName(name, place.question ?? name));
    folder.surveys.push({
      ...{ key: nextSurveyKey(place), question: question + 1, timeZone },
      ...{ surveyType: 'TERMINAL', indexType: 'HAPPY', feedbackScale },
    });
  }
  return { questions, root };
}

/** Every question has all follow-ups, with keys of its own. */
function questionsOf(places: readonly DraftPlace[], followUps: readonly DraftFollowUp[]) {
  const names = new Map(
    places.map(({ question = 'How was it?' }) => [normalizeName(question), question]),
  );
  return [...names.values()].map((name, i) => ({
    ...{ key: i + 1, name, locale: 'en' },
    followUps: followUps.map((followUp, k) => ({
      key: i * followUps.length + k + 1,
      ...followUp,
    })),
  }));
}

function isSameName(one: string, other: string): boolean {
  return normalizeName(one) === normalizeName(other);
}

/** A place that is named by a number has it as key, since an import finds surveys by key, too. */
function createSurveyKeys(places: readonly DraftPlace[]): (place: DraftPlace) => number {
  const numberOf = ({ path, question }: DraftPlace): number => {
    const [name = '', ...others] = [...path, ...(question === undefined ? [] : [question])];
    return others.length === 0 && /^[1-9]\d{0,8}$/.test(name) ? Number(name) : 0;
  };
  const numbers = new Set(places.map(numberOf));
  let last = 0;
  return (place) => {
    const number = numberOf(place);
    if (number > 0) return number;
    do last += 1;
    while (numbers.has(last));
    return last;
  };
}
