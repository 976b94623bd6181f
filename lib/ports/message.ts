// Messages in the reader's language: a report's view with its addresses and what only messages say, and the request to confirm
// a subscription; rendered as HTML, plain text, Slack blocks and a Teams card. All texts are plain: renderers escape them.
import type { ReportView } from '../view/report-view.ts';

export interface ReportMessage {
  readonly view: ReportView;
  /** One line that states the finding and names the week: 'Security control 53 (was 70) · week 46'. */
  readonly subject: string;
  /** What lists of mails show after the subject: the reason. */
  readonly preheader: string;
  /** What is new of an update, and what follows a partial report. */
  readonly notices: readonly string[];
  /** The report's page; null where links are disabled. */
  readonly pageLink: MessageLink | null;
  /** The PDF; null where links are disabled or it is attached. */
  readonly pdfLink: MessageLink | null;
  /** Pages of the places below that have a report of the week, by folder. */
  readonly placeUrls: ReadonlyMap<number, string>;
  /** What the colours of weeks and the numbers of options mean. */
  readonly notes: { readonly weeks: string; readonly presses: string };
  /** The page that asks whether the reader takes on the place; null where there is nothing to take on. */
  readonly takeOnLink: TakeOnLink | null;
}

export interface MessageLink {
  readonly text: string;
  readonly url: string;
}

export interface TakeOnLink extends MessageLink {
  readonly folder: number;
  /** Names the place, where it stands apart from it. */
  readonly longText: string;
}

export interface MessageFooter {
  /** Why the reader gets the message, and what its links open. */
  readonly texts: readonly string[];
  readonly unsubscribe: MessageLink | null;
}

export interface ConfirmationMessage {
  /** BCP 47. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly confirm: MessageLink;
  /** What to do when the reader did not ask for it. */
  readonly note: string;
}
