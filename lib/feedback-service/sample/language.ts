// The texts of the sample company in one language.

export type SampleTheme = 'visit' | 'service' | 'clean';

export interface SampleLanguage {
  /** IETF BCP 47 language tag. */
  readonly locale: string;
  readonly questions: Readonly<Record<SampleTheme, string>>;
  readonly painPoints: readonly string[];
  readonly highlights: readonly string[];
  /** Open feedback of people who pressed a low button. */
  readonly unhappy: readonly string[];
  readonly happy: readonly string[];
}
