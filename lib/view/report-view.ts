// What a report says, worded in one language: the PDF, the page, mails, chats and the terminal render it, and choose, order and
// word nothing. Texts are plain and isolated for the language's direction; numbers beside them are for drawing and sorting.
import type { AcceptedKind } from '../domain/signals/accepted.ts';
import type { Direction } from '../i18n/text-direction.ts';

/** The states of places that a folder has sections for, in their order. */
const LISTED_STATES = ['new', 'noSignal', 'still', 'recovered', 'better', 'newPlace'] as const;

/** What a place or a section is about; `unknown` in reports of earlier versions and where the weeks before could not be read. */
export const PLACE_STATES = [...LISTED_STATES, 'few', 'usual', 'unknown'] as const;
export type PlaceState = (typeof PLACE_STATES)[number];

/** The sections of a folder, in their order; the last has all other places. */
export const SECTION_STATES = [...LISTED_STATES, 'usual'] as const;
export type SectionState = (typeof SECTION_STATES)[number];

export type ReportView = FolderView | PlaceView;

/** The parts of every view. */
export interface CommonView {
  readonly language: string;
  readonly direction: Direction;
  readonly folder: number;
  readonly week: string;
  readonly revision: number;
  /** UTC instant. */
  readonly asOf: string;
  readonly name: string;
  /** The folders above, root first. */
  readonly path: readonly NamedFolder[];
  /** 'Week 47 · 16–22 November 2026 · Helsinki time'; of a folder of places without a time zone. */
  readonly period: string;
  /** 'Week 47' */
  readonly weekName: string;
  /** What is missing, nothing was received, or what the revision changed; each a sentence. */
  readonly notices: readonly string[];
  readonly isPartial: boolean;
  readonly finding: Finding;
  /** The owner and the notes of the folder; null where nothing was written. */
  readonly notes: NotesView | null;
  /** Changes that have lasted and can be accepted. */
  readonly offers: readonly Offer[];
  /** The kinds of index of the folder, which can each have a target. */
  readonly indexKinds: readonly IndexKind[];
  /** How figures are made: the text at the end of a page. */
  readonly method: string;
  /** 'Data as of 26 November 2026, 09:36, Helsinki time · Revision 1' */
  readonly source: string;
}

/** The parts of a kind of view that follow from its kind. */
export type PartsBesides<View extends CommonView> = Omit<
  View,
  Exclude<keyof CommonView, 'finding'>
>;

/** A folder with folders below it. */
export interface FolderView extends CommonView {
  readonly kind: 'folder';
  readonly figure: Figure | null;
  readonly buttons: ButtonsView | null;
  readonly trend: Trend | null;
  /** Those that have rows, in their order. */
  readonly sections: readonly Section[];
  /** The number of places by section, also of those without rows. */
  readonly counts: readonly SectionCount[];
  /** Open alerts, good alerts, closures, places that are a little low or far below the others, targets. */
  readonly lines: readonly Line[];
  /** Null where the figure is as usual or only one place contributes. */
  readonly moved: Moved | null;
  readonly children: ChildrenView | null;
  readonly heat: Heat | null;
}

/** A folder without folders below it. */
export interface PlaceView extends CommonView {
  readonly kind: 'place';
  /** The one whose state the finding tells comes first. */
  readonly surveys: readonly SurveyView[];
  readonly alerts: AlertsView | null;
  /** Accepted changes, targets, invisible characters, problems of the data. */
  readonly remarks: readonly string[];
}

export interface Offer {
  /** Null for the level of the folder. */
  readonly survey: number | null;
  readonly kind: AcceptedKind;
  /** From which it would count. */
  readonly week: string;
}

export interface IndexKind {
  readonly indexType: string;
  readonly feedbackScale: string;
  /** 'Happy Index · 4 buttons' */
  readonly name: string;
  /** The values that a target can have. */
  readonly limits: { readonly lower: number; readonly upper: number };
}

export interface NamedFolder {
  readonly key: number;
  readonly name: string;
}

export interface Finding {
  readonly state: PlaceState;
  /** 'New this week'; of a folder ''. */
  readonly label: string;
  readonly headline: string;
  readonly details: readonly string[];
}

export interface Figure {
  /** '67', '2.42 / 4', '+15' */
  readonly text: string;
  /** On the scale of the chart beside it. */
  readonly value: number;
  /** 'All places together, 0–100', 'Happy Index · 4 buttons' */
  readonly label: string;
  /** '±2'; '' for a folder. */
  readonly uncertainty: string;
  /** 'was 68', or 'usually 63–72' where the week is as usual; '' without a level to compare with. */
  readonly compared: string;
  /** '35,675 responses (+2%)' */
  readonly responses: string;
  /** 'usually 1,459'; '' where it is not known. */
  readonly usualResponses: string;
}

export interface ButtonsView {
  /** Worst first; a folder with scales of four and five buttons has five. */
  readonly buttons: readonly Button[];
  /** 'very unhappy 18%' and 'very happy 49%' */
  readonly worst: string;
  readonly best: string;
  /** Every button with its responses, for who can't see the bar. */
  readonly description: string;
}

export interface Button {
  readonly name: string;
  readonly count: number;
  readonly countText: string;
  /** 0–1 */
  readonly share: number;
  readonly shareText: string;
  /** From worst to best on a scale of five: 0–4; null on a scale of an unknown number of buttons. */
  readonly position: number | null;
}

export interface Axis {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly { readonly value: number; readonly text: string }[];
}

export interface TrendPoint {
  readonly week: string;
  /** 'W47' for the axis, 'Week 47' for what is read out, '47' where thirteen stand in a narrow row. */
  readonly label: string;
  readonly name: string;
  readonly number: string;
  /** Null where it is not measured. */
  readonly value: number | null;
  readonly text: string;
  /** −2 to 2: how far from the level, see `Heat`; null where it is not measured. */
  readonly heat: number | null;
  readonly responses: number;
  readonly responsesText: string;
}

/** Thirteen weeks, oldest first, with what is usual. */
export interface Trend {
  readonly title: string;
  /** 'Blue band: usual range.'; '' without a band. */
  readonly note: string;
  readonly points: readonly TrendPoint[];
  readonly axis: Axis;
  /** From the first week of the present level on; null where no range may be drawn. */
  readonly band: {
    readonly lower: number;
    readonly upper: number;
    readonly fromWeek: string;
    readonly label: string;
  } | null;
  /** Levels of earlier or later weeks, dashed. */
  readonly levels: readonly {
    readonly value: number;
    readonly fromWeek: string;
    readonly toWeek: string;
    readonly label: string;
  }[];
  /** States the finding, for who can't see the chart. */
  readonly description: string;
}

export interface Section {
  readonly state: SectionState;
  readonly title: string;
  readonly rows: readonly Row[];
}

export interface SectionCount {
  readonly state: SectionState;
  readonly title: string;
  /** Where there is little room: 'New', and 'No signal' without the second state that the section may have. */
  readonly shortTitle: string;
  readonly count: number;
  /** '4'; '3 + 1' of two states. */
  readonly countText: string;
}

/** A survey in a list, on the scale of all lists: the mean of the buttons, worst 0, best 100. */
export interface Row {
  readonly folder: number;
  readonly survey: number;
  readonly name: string;
  /** Tells surveys of a place apart: 'NPS', '2nd survey'; '' for most. */
  readonly suffix: string;
  /** 'Helsinki Airport, Finland': the nearest folder first. */
  readonly path: string;
  readonly state: PlaceState;
  /** '29'; '' with too few responses. */
  readonly now: string;
  /** The figure of its own kind: '2.42 / 4', 'NPS +15'; '' for the mean of the buttons. */
  readonly own: string;
  /** The level that is compared with; '' without one, and as usual. */
  readonly was: string;
  /** 'was 68'; '' without `was`. */
  readonly compared: string;
  /** '−39': the difference of the printed numbers; '' without `was`. */
  readonly change: string;
  /** Why, or what is usual: at most two lines of 60 mm. */
  readonly reason: string;
  /** At most 48 characters where it can be said so; else `reason`. */
  readonly shortReason: string;
  /** At most 30 characters where it can be said so: the name of an option may be cut. */
  readonly briefReason: string;
  /** 'Security control 29 (was 68)': the row within a sentence. */
  readonly line: string;
  readonly responses: number;
  readonly responsesText: string;
  /** `usual`: the level that the week is compared with, whether or not it is printed. */
  readonly values: {
    readonly now: number | null;
    readonly was: number | null;
    readonly usual: number | null;
  };
  /** 0–100, thirteen weeks, oldest first. */
  readonly trend: readonly (number | null)[];
  /** The level that the small chart has as a dotted line. */
  readonly level: number | null;
  /** −2 to 2 by week: how far from the level of the place, see `Heat`; null where it is not measured. */
  readonly heat: readonly (number | null)[];
  readonly owner: OwnerView | null;
  /** The newest note; '' without one. */
  readonly note: string;
  /** 'M. Virtanen · Tuesday 10 November': who wrote that note, and when; '' without one. */
  readonly noteSignature: string;
  /** 'M. Virtanen is on it · “Two lanes closed.”': the owner and the newest note; '' without either. */
  readonly care: string;
}

export interface Line {
  readonly kind:
    | 'openAlerts'
    | 'goodAlerts'
    | 'closure'
    | 'weak'
    | 'standingLow'
    | 'inAlarm'
    | 'setting'
    | 'quality';
  /** Printed bold: '5 alerts are still open:' */
  readonly lead: string;
  readonly text: string;
}

/** Which places the difference from usual comes from; the parts add up. */
export interface Moved {
  readonly title: string;
  readonly note: string;
  readonly parts: readonly {
    readonly name: string;
    readonly value: number;
    readonly text: string;
    /** '29 instead of 68, 35% of the responses'; '' for sums. */
    readonly detail: string;
  }[];
}

export interface ChildrenView {
  readonly title: string;
  readonly note: string;
  /** The folder itself comes first. */
  readonly panels: readonly ChildPanel[];
}

export interface ChildPanel {
  readonly key: number;
  readonly name: string;
  readonly state: PlaceState;
  /** '' with too few responses. */
  readonly now: string;
  readonly trend: readonly (number | null)[];
  readonly band: { readonly lower: number; readonly upper: number } | null;
  /** 'As usual (63–72).', 'Was 71. Security control T2 takes 6.6 of the points lost.' */
  readonly cause: string;
}

/** Every place and thirteen weeks. */
export interface Heat {
  readonly title: string;
  readonly note: string;
  /** The numbers of the weeks, as axis labels. */
  readonly weeks: readonly string[];
  /** From far below to far above: −2 … 2. */
  readonly legend: readonly {
    readonly value: number;
    readonly text: string;
    readonly sample: string;
  }[];
  readonly groups: readonly {
    readonly name: string;
    /** In the order of the sections. */
    readonly rows: readonly Pick<Row, 'folder' | 'survey'>[];
  }[];
}

export interface SurveyView {
  readonly survey: number;
  readonly question: string;
  /** 'First survey, 914 responses'; '' for the only one. */
  readonly position: string;
  readonly finding: Finding;
  readonly figure: Figure | null;
  readonly buttons: ButtonsView | null;
  readonly trend: Trend | null;
  readonly days: DaysView | null;
  /** Null where the answers could not be read; empty lists are left out by renderers with a heading. */
  readonly painPoints: OptionsView | null;
  readonly highlights: OptionsView | null;
  /** What to check at a place without a signal; null in other states. */
  readonly checks: { readonly title: string; readonly items: readonly string[] } | null;
  /** Parts of the week that differ from their usual: sentences. */
  readonly parts: readonly string[];
}

export interface DaysView {
  /** Whether the days show numbers of responses, because an index would have too few. */
  readonly showsCounts: boolean;
  readonly title: string;
  readonly note: string;
  readonly axis: Axis;
  readonly usual: number | null;
  readonly band: { readonly lower: number; readonly upper: number } | null;
  readonly days: readonly {
    readonly date: string;
    /** 'Mon' and 'Monday 16 November'. */
    readonly label: string;
    readonly name: string;
    readonly value: number | null;
    readonly text: string;
    /** The 95 % interval. */
    readonly lower: number | null;
    readonly upper: number | null;
    readonly responses: number;
    /** '234 responses' where it is read out, '234' below the name of the day. */
    readonly responsesText: string;
    readonly countText: string;
    /** The usual number of responses, where the chart shows numbers and no index. */
    readonly usualCount: number | null;
    /** Fewer than ten responses: drawn hollow. */
    readonly isFew: boolean;
    /** Within a told spell without responses: hatched. */
    readonly isSilent: boolean;
    /** Not over when the data were read: framed. */
    readonly isMissing: boolean;
  }[];
  readonly description: string;
}

export interface OptionsView {
  readonly title: string;
  readonly note: string;
  readonly options: readonly {
    readonly key: number;
    readonly name: string;
    readonly presses: number;
    readonly pressesText: string;
    readonly before: number;
    /** '+13' */
    readonly change: string;
    /** Named as a reason: drawn in the colour of bad news. */
    readonly isReason: boolean;
  }[];
  /** Said instead of the list where it is empty or unread. */
  readonly empty: string;
}

export interface AlertsView {
  readonly title: string;
  readonly note: string;
  /** Ranges of hours from local Monday midnight, within `hours`. */
  readonly strip: readonly { readonly from: number; readonly to: number }[];
  readonly hours: number;
  readonly dayLabels: readonly string[];
  readonly items: readonly {
    readonly name: string;
    /** '3 times, 167 of 168 hours' */
    readonly detail: string;
    /** 'open since Tuesday, 04:15'; '' for an ended one. */
    readonly since: string;
    readonly isOpen: boolean;
  }[];
  /** 'In alarm all week' */
  readonly summary: string;
  /** '' without alerts about good feedback. */
  readonly good: string;
}

export interface OwnerView {
  readonly name: string;
  /** 'M. Virtanen is on it' */
  readonly text: string;
  /** 'on it since Tuesday 17 November' */
  readonly since: string;
}

export interface NotesView {
  readonly owner: OwnerView | null;
  /** Newest first. */
  readonly notes: readonly {
    readonly id: string;
    readonly text: string;
    /** 'M. Virtanen · Tuesday 17 November' */
    readonly signature: string;
  }[];
}
