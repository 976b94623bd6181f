// Creates the OpenAPI 3.1 description of the service from the declarations of its endpoints and the
// schemas of its answers.
import * as z from 'zod';
import {
  examples,
  commonProblemCodes,
  problemResponses,
  problemResponsesFor,
} from './problem-schemas.ts';
import { headerNames } from '../http/authentication.ts';
import { parameterTable, type Parameter } from '../http/endpoint-parameters.ts';
import type { Route } from '../http/endpoint.ts';
import { routes } from '../http/endpoints.ts';
import { answers, shapes } from './answer-schemas.ts';

export const descriptionPath = '/v1/openapi.json';

const version = '1.0.0';

const tags: Readonly<Record<Route['tag'] | 'Description', string>> = {
  Folders: 'The hierarchy that groups surveys, and the alerts of those surveys.',
  Surveys: 'Where and how a question is asked, and everything that was answered.',
  Questions: 'The questions, and the surveys that ask them.',
  Description: 'This document.',
};

const documents = new Map<string, string>();

/** The document as JSON, created once for these prefixes of the credential headers. */
export function createOpenApiJson(headerPrefixes: readonly string[]): string {
  const key = headerPrefixes.join(' ');
  const text = documents.get(key) ?? JSON.stringify(createDocument(headerPrefixes));
  documents.set(key, text);
  return text;
}

function createDocument(headerPrefixes: readonly string[]): object {
  const headerSchemes = headerPrefixes.map(createHeaderSchemes);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Feedback Survey Reporting Service',
      version,
      summary: 'Read-only access to the feedback that a company collects.',
      description:
        'Every operation is a GET, which HEAD answers without the body, and every body is JSON. Every answer has an `X-Request-Id`. Requests are checked in this order: credentials (401), path (404, `ROUTE_UNKNOWN`), method (405), parameters (400, with all invalid parameters), key (404). Empty path segments and a slash at the end of the path are ignored, as are parameters that are not described. A parameter that is given twice is refused, even with equal values. Results have the local time of their survey.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [
      { basic: [] },
      ...headerSchemes.map((schemes) =>
        Object.fromEntries(Object.keys(schemes).map((name) => [name, []])),
      ),
    ],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: {
      ...Object.fromEntries(routes.map((route) => [route.path, { get: describeOperation(route) }])),
      [descriptionPath]: { get: describeOwnOperation() },
    },
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description: 'The client id is the user name, the API token the password.',
        },
        ...Object.fromEntries(headerSchemes.flatMap((schemes) => Object.entries(schemes))),
      },
      parameters: Object.fromEntries(
        Object.values(parameterTable).map((parameter) => [
          parameter.name,
          describeParameter(parameter),
        ]),
      ),
      responses: problemResponses(),
      schemas: componentSchemas(),
    },
  };
}

/** The schemes of the two headers; those of the first prefix are `clientId` and `apiToken`. */
function createHeaderSchemes(prefix: string, index: number): Readonly<Record<string, object>> {
  const names = headerNames(prefix);
  const suffix = index === 0 ? '' : String(index + 1);
  return {
    [`clientId${suffix}`]: headerScheme(
      names.clientId,
      'The client id, together with the API token.',
    ),
    [`apiToken${suffix}`]: headerScheme(names.token, 'The API token, together with the client id.'),
  };
}

function headerScheme(name: string, description: string): object {
  return { type: 'apiKey', in: 'header', name, description };
}

function describeOperation(route: Route): object {
  const { operationId, tag, summary, description, answer, rules } = route;
  const codes = [
    ...commonProblemCodes,
    ...route.codes,
    ...(route.missing === undefined ? [] : [route.missing]),
  ];
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, ...rules].join('\n\n'),
    parameters: route.parameters.map(({ name }) => ref('parameters', name)),
    responses: {
      200: {
        description: answers[answer].description,
        content: {
          'application/json': { schema: ref('schemas', answer), example: examples[answer] },
        },
      },
      ...problemResponsesFor(codes),
    },
    'x-problem-codes': codes,
  };
}

function describeOwnOperation(): object {
  return {
    operationId: 'getDescription',
    tags: ['Description'],
    summary: 'This document',
    description: 'Answered without credentials.',
    security: [],
    responses: {
      200: {
        description: 'An OpenAPI description of the service.',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: {
                openapi: { type: 'string', pattern: String.raw`^3\.1\.\d+$` },
                info: { type: 'object' },
                paths: { type: 'object' },
              },
              required: ['openapi', 'info', 'paths'],
            },
          },
        },
      },
      ...problemResponsesFor(commonProblemCodes),
    },
    'x-problem-codes': commonProblemCodes,
  };
}

function describeParameter({
  name,
  in: place,
  description,
  schema,
  whenAbsent,
}: Parameter<unknown>) {
  // An open side of a range is infinite, which JSON cannot represent.
  const hasDefault =
    typeof whenAbsent === 'number' ? Number.isFinite(whenAbsent) : whenAbsent !== undefined;
  return {
    name,
    in: place,
    ...(place === 'path' ? { required: true } : {}),
    description,
    schema: { ...schema, ...(hasDefault ? { default: whenAbsent } : {}) },
  };
}

function componentSchemas(): Readonly<Record<string, object>> {
  const namedSchemas = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries({ ...answers, ...shapes }))
    namedSchemas.add(schema, { id });
  const { schemas } = z.toJSONSchema(namedSchemas, {
    uri: (id) => ref('schemas', id).$ref,
    override: ({ jsonSchema }) => {
      // zod adds the largest safe integer as a maximum, which has no meaning for clients.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // `readonly` is for TypeScript; the API cannot be written to.
      delete jsonSchema.readOnly;
    },
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [name, schema]),
  );
}

function ref(kind: 'parameters' | 'schemas', name: string): { readonly $ref: string } {
  return { $ref: `#/components/${kind}/${name}` };
}
