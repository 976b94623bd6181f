// The signs of states where only text can be shown: their shapes are those that pages and paper draw.
import type { PlaceState } from './report-view.ts';

export const STATE_SIGNS: Readonly<Record<PlaceState, string>> = {
  new: '▼',
  noSignal: '⊘',
  still: '▽',
  recovered: '▲',
  better: '▲',
  newPlace: '+',
  few: '○',
  usual: '●',
  unknown: '○',
};
