// The content of a message about a report, in the reader's language; rendered as HTML, plain text, Slack blocks and a Teams
// card. All texts are plain: renderers escape them.

export type Tone = 'worse' | 'better' | 'usual' | 'unknown';

export interface ReportMessage {
  /** BCP 47. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly week: string;
  readonly folder: number;
  readonly revision: number;
  /** One line that states the finding and names the week: "Security control, Terminal 2 53 (was 70) · week 46". */
  readonly subject: string;
  /** The folder's name. */
  readonly title: string;
  /** "9–15 November 2026, week 46". */
  readonly period: string;
  /** What is missing, of a partial report; what is new, of an update. */
  readonly notices: readonly string[];
  /** The report's headline: one sentence. */
  readonly finding: string;
  /** The sentences after it; null without any. */
  readonly details: string | null;
  readonly tone: Tone;
  /** At most three, most responses first. */
  readonly kinds: readonly MessageKind[];
  /** The sections of the list: places that need attention, and places that are better; empty for a single survey. */
  readonly attention: readonly MessageList[];
  readonly improved: readonly MessageList[];
  /** "2 alerts, 1 still open"; null without alerts. */
  readonly alerts: string | null;
  /** Open the report (PDF) and the page; null where links are disabled. */
  readonly reportLink: MessageLink | null;
  readonly pageLink: MessageLink | null;
}

/** A kind of index of the folder, pooled. */
export interface MessageKind {
  readonly name: string;
  /** "53"; null without responses. */
  readonly index: string | null;
  /** "usually 66–74" of a usual week, "usually 70" of others. */
  readonly usual: string | null;
  /** "Still low"; '' without one, and never "as usual" of a partial report. */
  readonly verdict: string;
  readonly tone: Tone;
  /** "1,204 responses (−2%)". */
  readonly responses: string;
  /** Shares of the answers from worst to best; they add up to 1. Empty without responses. */
  readonly distribution: readonly {
    readonly name: string;
    readonly share: number;
    /** "12%". */
    readonly text: string;
    /** "#1a7d70". */
    readonly colour: string;
  }[];
  /** The caption of `weeks`: "Last 13 weeks". */
  readonly weeksTitle: string;
  /** Oldest first; empty when no week has an index. */
  readonly weeks: readonly {
    /** "39". */
    readonly name: string;
    /** The index, "–" with too few responses. */
    readonly text: string;
    readonly tone: Tone;
    readonly isReportWeek: boolean;
  }[];
}

export interface MessageList {
  /** "Still low". */
  readonly title: string;
  readonly places: readonly {
    /** "Security control, Terminal 2". */
    readonly name: string;
    readonly reason: string;
    readonly tone: Tone;
    /** The place's own report; null without one. */
    readonly url: string | null;
  }[];
  /** "Also: Tampere 61 (was 70), Oulu 55 (was 63)."; null when all places are above. */
  readonly also: string | null;
}

export interface MessageLink {
  readonly text: string;
  readonly url: string;
}

export interface MessageFooter {
  /** Why the reader gets the message, and how it was made. */
  readonly texts: readonly string[];
  readonly unsubscribe: MessageLink | null;
}

export interface ConfirmationMessage {
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly confirm: MessageLink;
  /** What to do when the reader did not ask for it. */
  readonly note: string;
}
