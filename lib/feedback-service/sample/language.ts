// What a language has to say in the sample company: questions, follow-up options, open feedback.

export type Theme = 'visit' | 'service' | 'clean';

export interface Language {
  /** IETF BCP 47 language tag. */
  readonly locale: string;
  readonly questions: Readonly<Record<Theme, string>>;
  readonly painPoints: readonly string[];
  readonly highlights: readonly string[];
  /** Open feedback of people who pressed a low button. */
  readonly unhappy: readonly string[];
  readonly happy: readonly string[];
}
