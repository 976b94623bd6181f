// What a folder's report says below its list: sentences, and with the heat map what moved its figure and the folders below it.
import type { JSX } from 'preact';
import { childTrend, panelAxis } from '../../../charts/child-trend.ts';
import { movedBar } from '../../../charts/bars.ts';
import type {
  ChildPanel,
  ChildrenView,
  FolderView,
  Line,
  Moved,
} from '../../../view/report-view.ts';
import type { PartsOf } from '../../../view/view-parts.ts';
import { renderParts } from '../../../view/view-parts.ts';
import { reportRoute } from '../../routes.ts';
import { FittedDrawing } from '../../ui/chart-drawing.tsx';
import { ViewLink } from '../../ui/controls.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';
import { SectionHead } from './section-head.tsx';

/** What the head, the strip, the list, its tools and its foot show; the kinds of index are those of a dialog. */
type ShownAbove =
  | 'name'
  | 'path'
  | 'period'
  | 'notices'
  | 'finding'
  | 'notes'
  | 'offers'
  | 'indexKinds'
  | 'figure'
  | 'buttons'
  | 'trend'
  | 'sections'
  | 'counts'
  | 'heat'
  | 'method'
  | 'source';
type Details = Omit<FolderView, ShownAbove>;

interface FolderDetailsProps {
  readonly view: FolderView;
  /** Whether the list is shown, which has the places alone; else all parts. */
  readonly isList: boolean;
}

const PARTS: PartsOf<Details, 'page', JSX.Element | null, FolderDetailsProps> = {
  lines: (lines) => (lines.length === 0 ? null : <FolderLines lines={lines} />),
  moved: (moved, { isList }) => (moved === null || isList ? null : <MovedParts moved={moved} />),
  children: (children, { view, isList }) =>
    children === null || isList ? null : <ChildPanels view={children} week={view.week} />,
};

export function FolderDetails(props: FolderDetailsProps): JSX.Element {
  return <div class="folder-details">{renderParts(props.view, PARTS, props)}</div>;
}

function FolderLines({ lines }: { readonly lines: readonly Line[] }): JSX.Element {
  return (
    <ul class="folder-lines">
      {lines.map(({ kind, lead, text }, i) => (
        <li key={`${kind} ${i}`}>
          <strong>{lead}</strong> {text}
        </li>
      ))}
    </ul>
  );
}

/** In points. */
const BAR_HEIGHT = 9;

function MovedParts({ moved }: { readonly moved: Moved }): JSX.Element {
  const { title, note, parts } = moved;
  return (
    <section>
      <SectionHead title={title} note={note} />
      <ul class="moved-parts">
        {parts.map((part) => (
          <li key={part.name}>
            <bdi title={part.name}>{part.name}</bdi>
            <FittedDrawing
              draw={(width) => ({
                width,
                height: BAR_HEIGHT,
                operations: movedBar(part, moved, width, BAR_HEIGHT),
              })}
            />
            <strong>{part.text}</strong>
            <span class="muted">{part.detail}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface ChildPanelsProps {
  readonly view: ChildrenView;
  readonly week: string;
}

/** In points. */
const TREND_HEIGHT = 40;

function ChildPanels({ view, week }: ChildPanelsProps): JSX.Element {
  const { title, note, panels } = view;
  const axis = panelAxis(panels);
  const panel = (child: ChildPanel): JSX.Element => (
    <li key={child.key}>
      <p class="child-name">
        <StateGlyph state={child.state} />
        <ViewLink view={reportRoute({ week, folder: child.key })}>
          <bdi>{child.name}</bdi>
        </ViewLink>
        <strong>{child.now}</strong>
      </p>
      <FittedDrawing
        draw={(width) => ({
          width,
          height: TREND_HEIGHT,
          operations: childTrend(child, axis, width, TREND_HEIGHT),
        })}
      />
      <p class="child-cause">{child.cause}</p>
    </li>
  );
  return (
    <section>
      <SectionHead title={title} note={note} />
      <ul class="child-panels">{panels.map(panel)}</ul>
    </section>
  );
}
