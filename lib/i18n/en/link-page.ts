// English texts of the page for a link that opens no report. Plain text, no markup.

type TitleAndSentence = readonly [title: string, sentence: string];

export interface LinkPageTexts {
  /** A generic name: a reader with an invalid link must not learn the name of the company. */
  readonly product: string;
  readonly invalid: TitleAndSentence;
  readonly expired: TitleAndSentence;
  readonly revoked: TitleAndSentence;
  readonly gone: TitleAndSentence;
  /** A failure of the service, which may be temporary. */
  readonly unavailable: TitleAndSentence;
  /** Advice where a new link would help. */
  readonly newLink: string;
  /** Advice where the report itself no longer exists. */
  readonly copy: string;
}

export const en: LinkPageTexts = {
  product: 'Feedback reports',
  invalid: [
    'This link does not work',
    'It is not one of our links, or part of it is missing. Check that you copied the whole link.',
  ],
  expired: ['This link has expired', 'It was valid for a limited time only.'],
  revoked: ['This link was revoked', 'The person who shared the report has revoked the link.'],
  gone: ['This report was removed', 'The link is correct, but the report is no longer available.'],
  unavailable: [
    'The report cannot be opened right now',
    'The problem is on our side. Please try again in a few minutes.',
  ],
  newLink: 'Ask the person who sent it for a new link.',
  copy: 'Ask the person who sent it whether they have a copy.',
};
