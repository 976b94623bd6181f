// Values held against the schemas inside an OpenAPI description, by a validator that had no part in making them.
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';

/** What is wrong with a value by the schema at this place in the description, or nothing. */
export type FaultsAt = (place: readonly string[], value: unknown) => readonly string[];

export function faultsBy(
  description: Readonly<Record<string, unknown>>,
  options: Options = {},
): FaultsAt {
  const ajv = new Ajv2020({ strict: true, allErrors: true, ...options });
  // The document itself is not a schema: its own words mean nothing to a validator.
  ajv.addVocabulary(Object.keys(description));
  ajv.addSchema(description, 'api');
  const validators = new Map<string, ValidateFunction>();
  return (place, value) => {
    const pointer = place
      .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const isValid = validators.get(pointer) ?? ajv.compile({ $ref: `api#/${pointer}` });
    validators.set(pointer, isValid);
    if (isValid(value)) return [];
    return (isValid.errors ?? []).map(({ instancePath, message, params }) =>
      [`body${instancePath}`, message, JSON.stringify(params)].join(' '),
    );
  };
}
