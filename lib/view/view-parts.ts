// Which parts of a view each surface renders, and how it walks over them.
import { joinTexts } from '../i18n/join-texts.ts';
import type { Figure, Row, SurveyView } from './report-view.ts';

export type Surface = 'pdf' | 'page' | 'mail' | 'chat' | 'terminal';

/** What a reader can change, on the page alone. */
type Changeable = 'offers' | 'indexKinds';
/** What needs more room than a message or a terminal has. */
type Detailed = Changeable | 'buttons' | 'moved' | 'children' | 'heat' | 'method' | 'source';

/** The parts of views that a surface leaves out, by design; everything else it must render. */
interface LeftOut {
  readonly pdf: Changeable;
  readonly page: never;
  readonly mail: Detailed;
  readonly chat: Detailed | 'trend';
  readonly terminal: Detailed | 'trend';
}

type DetailedOfSurvey = 'buttons' | 'trend' | 'days' | 'painPoints' | 'highlights';

/** The same of the surveys of a place. */
interface LeftOutOfSurvey {
  readonly pdf: never;
  readonly page: never;
  readonly mail: 'figure' | 'days' | 'highlights' | 'checks' | 'parts';
  readonly chat: DetailedOfSurvey | 'position' | 'figure' | 'checks' | 'parts';
  readonly terminal: DetailedOfSurvey;
}

/** Members of a row that are sorted, coloured or counted by. */
type BesideRow = 'survey' | 'responses' | 'values' | 'heat';
/** Only the page has columns for them, or narrow ones. */
type PageCell = 'change' | 'briefReason' | 'responsesText';

/** The same of a place's row, where it is shown with its reason. */
interface LeftOutOfRow {
  readonly pdf:
    | BesideRow
    | PageCell
    | ('compared' | 'shortReason' | 'line' | 'owner' | 'note' | 'noteSignature');
  readonly page: BesideRow | 'shortReason' | 'line' | 'care';
  readonly mail:
    BesideRow | PageCell | ('state' | 'was' | 'shortReason' | 'line' | 'trend' | 'level' | 'care');
  readonly chat:
    | BesideRow
    | PageCell
    | ('name' | 'suffix' | 'path' | 'state' | 'now' | 'own' | 'was' | 'compared' | 'reason')
    | ('trend' | 'level' | 'owner' | 'note' | 'noteSignature' | 'care');
  readonly terminal: BesideRow | PageCell | 'folder' | 'state' | 'was' | 'level' | 'line' | 'care';
}

/** Parts that identify a view or choose its renderer, and are nothing to show. */
type Identity =
  | 'kind'
  | 'language'
  | 'direction'
  | 'folder'
  | 'week'
  | 'revision'
  | 'asOf'
  | 'isPartial'
  | 'weekName';

/** A function for each part. */
type Renderers<View, Part extends keyof View, Output, Context> = {
  readonly [P in Part]: (part: View[P], context: Context) => Output;
};

/** Those of each part that a surface must show, in its order: a new part of a view is a compile error in each surface. */
export type PartsOf<View, S extends Surface, Output, Context> = Renderers<
  View,
  Exclude<keyof View, LeftOut[S] | Identity>,
  Output,
  Context
>;

/** The same for each part of a survey. */
export type SurveyPartsOf<S extends Surface, Output, Context> = Renderers<
  SurveyView,
  Exclude<keyof SurveyView, LeftOutOfSurvey[S] | 'survey'>,
  Output,
  Context
>;

/** What a surface must show of the row of a place: the renderer takes each member, and what is left satisfies `NothingLeft`. */
export type RowOf<S extends Surface> = Omit<Row, LeftOutOfRow[S]>;

/** What every surface must show of a figure. */
export type FigureTexts = Omit<Figure, 'value'>;

export type NothingLeft = Readonly<Record<string, never>>;

/** The label of a figure, and in one text all else that is said of it. */
export function figureLine(figure: FigureTexts): readonly [label: string, text: string] {
  const { label, text, uncertainty, compared, responses, usualResponses, ...others } = figure;
  others satisfies NothingLeft;
  return [label, joinTexts([text, uncertainty, compared, responses, usualResponses])];
}

/** From which the type of the outputs is inferred. */
type Outputs<Output, Context> = Readonly<Record<string, (part: never, context: Context) => Output>>;

/** What the functions make of their parts, in the order of the functions. */
export function renderParts<View, Part extends keyof View, Output, Context>(
  view: View,
  parts: Renderers<View, Part, Output, Context> & Outputs<Output, Context>,
  context: Context,
): readonly Output[] {
  const renderers: Renderers<View, Part, Output, Context> = parts;
  const outputs: Output[] = [];
  for (const part in renderers) outputs.push(renderers[part](view[part], context));
  return outputs;
}
