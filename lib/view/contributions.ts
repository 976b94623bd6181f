// Which places a folder's difference from usual comes from, on the scale of all lists.
import type { Report } from '../domain/report.ts';
import { responsesOf } from '../domain/scale.ts';
import type { Row } from './report-view.ts';

export interface Contribution {
  readonly row: Row;
  readonly now: number;
  readonly usual: number;
  /** The difference from the place's own level times its share of the responses. */
  readonly value: number;
  readonly share: number;
}

/** Largest first. Places without a level or this week's value contribute nothing. */
export function contributionsOf(rows: readonly Row[]): readonly Contribution[] {
  const total = responsesOf(rows.map(({ responses }) => responses));
  return rows
    .flatMap((row) => {
      const now = row.trend.at(-1) ?? null;
      const { usual } = row.values;
      if (now === null || usual === null || total === 0) return [];
      const share = row.responses / total;
      return [{ row, now, usual, value: (now - usual) * share, share }];
    })
    .sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
}

/** The direct part of the folder in which a folder below it is; for its own surveys the folder itself. */
export type PartOf = (folder: number) => number;

export function partsOf({ folder, summary }: Pick<Report, 'folder' | 'summary'>): PartOf {
  const parts = new Map(summary.places.map((place) => [place.folder.key, place.part]));
  return (key) => parts.get(key) ?? folder.key;
}

export interface FolderContribution {
  readonly folder: number;
  readonly rate: number;
}

export interface PartContribution extends FolderContribution {
  /** The low place from which at least half of a fall comes; null without one. */
  readonly place: FolderContribution | null;
}

/** The contributions of each direct part, largest first. */
export function contributionsOfParts(
  contributions: readonly Contribution[],
  partOf: PartOf,
): readonly PartContribution[] {
  return [...Map.groupBy(contributions, ({ row }) => partOf(row.folder))]
    .map(([folder, ofPart]): PartContribution => {
      const rate = sumOf(ofPart);
      return { folder, rate, place: leadingPlace(ofPart, rate) };
    })
    .sort(largestRateFirst);
}

function leadingPlace(ofPart: readonly Contribution[], rate: number): FolderContribution | null {
  if (rate >= 0) return null;
  const low = ofPart.filter(({ row: { state } }) => state === 'new' || state === 'still');
  const [place] = [...Map.groupBy(low, ({ row }) => row.folder)]
    .map(([folder, ofPlace]): FolderContribution => ({ folder, rate: sumOf(ofPlace) }))
    .sort(largestRateFirst);
  return place !== undefined && place.rate <= rate / 2 ? place : null;
}

function sumOf(contributions: readonly Contribution[]): number {
  return contributions.reduce((sum, { value }) => sum + value, 0);
}

function largestRateFirst(a: FolderContribution, b: FolderContribution): number {
  return Math.abs(b.rate) - Math.abs(a.rate);
}
