// Checks answers against the OpenAPI description of the service.
import { z } from 'zod';
import { faultsBy } from '../openapi-description.ts';
import { createOpenApiJson } from '../../../lib/feedback-service/description/service-openapi.ts';

const mediaSchema = z.object({
  schema: z.record(z.string(), z.unknown()),
  example: z.unknown().optional(),
  examples: z.record(z.string(), z.object({ value: z.unknown() })).default({}),
});
const responseSchema = z.object({
  content: z.record(z.string(), mediaSchema),
  headers: z.record(z.string(), z.object({ schema: z.object({ const: z.string() }) })).default({}),
});
const operationSchema = z.object({
  parameters: z.array(z.object({ $ref: z.string() })).default([]),
  responses: z.record(z.string(), z.union([z.object({ $ref: z.string() }), responseSchema])),
  'x-problem-codes': z.array(z.string()),
});
const documentSchema = z.object({
  paths: z.record(z.string(), z.strictObject({ get: operationSchema })),
  components: z.object({
    parameters: z.record(z.string(), z.record(z.string(), z.unknown())),
    responses: z.record(z.string(), responseSchema),
    schemas: z.record(z.string(), z.record(z.string(), z.unknown())),
  }),
});

const json = z.record(z.string(), z.unknown()).parse(JSON.parse(createOpenApiJson(['X-SVC'])));
export const description = { ...documentSchema.parse(json), whole: json };

/** The faults of a value by the schema at a path of the description. */
export const faultsAt = faultsBy(json);

export interface Asked {
  readonly method: string;
  /** With its query. */
  readonly target: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The parts of an answer that its operation does not describe. */
export function violations(exchange: Asked): readonly string[] {
  const { method, status, headers, body } = exchange;
  const described = find(exchange);
  if (described === undefined) return [`status ${status} is not described`];
  const isProblem = status !== 200;
  const expectedType = isProblem ? 'application/problem+json' : 'application/json';
  const type = headers.get('content-type')?.split(';')[0] ?? 'none';
  const wrongHeaders = [
    ...(type === expectedType ? [] : [`content type ${type} is not described`]),
    ...[...described.headers]
      .filter(([name, value]) => headers.get(name) !== value)
      .map(([name, value]) => `header ${name} is not ${value}`),
  ];
  if (method === 'HEAD') return wrongHeaders;
  const code = isProblem ? problemSchema.safeParse(body).data?.code : undefined;
  const isPossible = code === undefined || described.codes.includes(code);
  return [
    ...wrongHeaders,
    ...(isPossible ? [] : [`code ${code} is not described`]),
    ...faultsAt(described.schema, body),
  ];
}

const problemSchema = z.object({ code: z.string() });

interface Described {
  /** Where the schema of its body is. */
  readonly schema: readonly string[];
  readonly headers: ReadonlyMap<string, string>;
  /** Codes of the problems that can be meant. */
  readonly codes: readonly string[];
}

function find({ method, target, status }: Asked): Described | undefined {
  const [path = ''] = target.split('?');
  const entry = Object.entries(description.paths).find(([template]) => isPath(path, template));
  if (entry === undefined) return findWithoutPath(status);
  const [template, { get: operation }] = entry;
  const response = operation.responses[String(status)];
  if (response === undefined || (!['GET', 'HEAD'].includes(method) && status === 200))
    return undefined;
  if ('$ref' in response) return shared(response.$ref, operation['x-problem-codes']);
  const place = ['paths', template, 'get', 'responses', String(status)];
  return {
    schema: [...place, 'content', 'application/json', 'schema'],
    headers: new Map(),
    codes: [],
  };
}

/** Unknown paths have no operation; their answers are described in the introduction. */
function findWithoutPath(status: number): Described | undefined {
  switch (status) {
    case 401:
      return shared('#/components/responses/Unauthorized', ['CREDENTIALS_INVALID']);
    case 429:
      return shared('#/components/responses/TooManyRequests', ['CREDENTIALS_LIMITED']);
    case 503:
      return shared('#/components/responses/Unavailable', ['DATA_UNAVAILABLE']);
    case 404:
      return {
        schema: ['components', 'schemas', 'Problem'],
        headers: new Map(),
        codes: ['ROUTE_UNKNOWN'],
      };
    default:
      return undefined;
  }
}

function shared($ref: string, codes: readonly string[]): Described | undefined {
  const [, ...place] = $ref.split('/');
  const response = description.components.responses[place.at(-1) ?? ''];
  if (response === undefined) return undefined;
  return {
    schema: [...place, 'content', 'application/problem+json', 'schema'],
    headers: new Map(
      Object.entries(response.headers).map(([name, { schema }]) => [name, schema.const]),
    ),
    codes,
  };
}

function isPath(path: string, template: string): boolean {
  const [segments, templateSegments] = [path, template].map((urlPath) =>
    urlPath.split('/').filter((segment) => segment !== ''),
  );
  return (
    segments?.length === templateSegments?.length &&
    templateSegments?.every((want, i) => want === '{key}' || want === segments?.[i]) === true
  );
}
