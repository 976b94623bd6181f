// Alerts of a survey's week: which belong in it, whether they began in it, and for how long they were open.

/** Specification parameters and the values that triggered the alert, as the API gives them. */
export type AlertParameters = Readonly<Record<string, ParameterValue>>;
export type ParameterValue =
  | string
  | number
  | boolean
  | null
  | readonly ParameterValue[]
  | { readonly [name: string]: ParameterValue };
