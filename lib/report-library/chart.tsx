// Charts of the report as SVG: the same drawings as on paper, made for the width that the page has.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ChartSetting, Drawing } from '../presentation/charts/drawing.ts';
import type { Reading } from '../presentation/reading.ts';
import { Drawn } from './drawn.tsx';
import { useLetters } from './lettering.ts';

interface ChartProps {
  readonly reading: Reading;
  /** What it shows, in a few words: the name of what is scrolled where it doesn't fit. */
  readonly title: string;
  /** Draws for a width in points; the same drawing for the same width. */
  readonly draw: (width: number, setting: ChartSetting) => readonly Drawing[];
  /** No wider than this, in CSS pixels. */
  readonly most?: number;
  /** No narrower than this: what has more columns than a phone is wide is scrolled. */
  readonly least?: number;
}

/** CSS pixels for each point of paper: what is small print there must be read at arm's length here. */
const SCALE = 1.6;

/** The first drawing says what is shown; others, such as a legend, belong to it. */
export function Chart({ reading, title, draw, most = 1100, least = 0 }: ChartProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const room = useRoom(box);
  const letters = useLetters();
  const isScrolled = room > 0 && room < least;
  const width = Math.max(least, Math.min(room, most));
  const drawings = room === 0 ? [] : draw(width / SCALE, { ...reading, typesetter: letters });
  return (
    <div
      ref={box}
      class={isScrolled ? 'chart is-scrolled' : 'chart'}
      {...(isScrolled ? { role: 'region', 'aria-label': title, tabIndex: 0 } : {})}
    >
      {drawings.map((drawing, i) => (
        <Drawn key={i} drawing={drawing} reading={reading} scale={SCALE} isNamed={i === 0} />
      ))}
    </div>
  );
}

/** In CSS pixels; known before anything is painted, so that nothing below moves when the drawing comes. */
function useRoom(box: { readonly current: HTMLElement | null }): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => {
      setRoom(Math.floor(element.clientWidth));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      observer.disconnect();
    };
  }, [box]);
  return room;
}
