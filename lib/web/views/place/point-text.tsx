// What is read out of a week or a day: its name, value and responses.
import type { JSX } from 'preact';
import type { TrendPoint } from '../../../view/report-view.ts';

/** Weeks and days have the same scale. In points. */
export const PLOT_HEIGHT = 76;

type Point = Pick<TrendPoint, 'name' | 'text' | 'responsesText'>;

export function PointText({ point }: { readonly point: Point | undefined }): JSX.Element | null {
  if (point === undefined) return null;
  return (
    <>
      {point.name} <strong>{point.text}</strong> {point.responsesText}
    </>
  );
}

export function pointText(point: Point | undefined): string {
  if (point === undefined) return '';
  return [point.name, point.text, point.responsesText].filter((part) => part !== '').join(', ');
}
