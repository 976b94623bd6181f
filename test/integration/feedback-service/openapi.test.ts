import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { z } from 'zod';
import { fc } from '../../support/property-settings.ts';
import {
  parameterTable,
  type Parameter,
} from '../../../lib/feedback-service/http/endpoint-parameters.ts';
import { parseLocalBound, parseBound } from '../../../lib/feedback-service/timestamp.ts';
import { companyOf, survey } from '../../support/feedback-service/acme.ts';
import {
  description,
  faultsAt,
  violations,
  type Asked,
} from '../../support/feedback-service/description.ts';
import {
  basic,
  clientId,
  problemOf,
  serve,
} from '../../support/feedback-service/served-company.ts';

const company = companyOf([survey(11)]);
const documentPath = '/v1/openapi.json';
const { paths, components } = description;

/** The API document's endpoints with their parameters, in its order. */
const documented: Readonly<Record<string, readonly string[]>> = {
  '/v1/folders': ['surveys', 'state'],
  '/v1/folders/{key}': ['key', 'surveys', 'state'],
  '/v1/folders/{key}/children': ['key', 'surveys', 'state', 'offset', 'limit'],
  '/v1/folders/{key}/alerts': [
    'key',
    'child_folders',
    'date_start',
    'date_end',
    'local_date_start',
    'local_date_end',
  ],
  '/v1/surveys/{key}': ['key'],
  '/v1/surveys/{key}/results': ['key', 'date_start', 'date_end', 'truncate'],
  '/v1/surveys/{key}/openfeedback': ['key', 'date_start', 'date_end'],
  '/v1/surveys/{key}/followup': ['key', 'date_start', 'date_end'],
  '/v1/surveys/{key}/rawresults': ['key', 'date_start', 'date_end', 'followup', 'openfeedback'],
  '/v1/questions': ['offset', 'limit'],
  '/v1/questions/{key}': ['key'],
  '/v1/questions/{key}/surveys': ['key', 'state', 'offset', 'limit'],
};

describe('the description', () => {
  it('has nothing that an OpenAPI linter finds', async () => {
    const config = await createConfig({ extends: ['recommended-strict'] });
    const source = JSON.stringify(description.whole);
    assert.deepEqual(await lintFromString({ source, absoluteRef: 'openapi.json', config }), []);
    // The linter does look: without its licence the document is not what it asks for.
    const { info: _, ...rest } = description.whole;
    const wrongDescription = JSON.stringify({ ...rest, info: { title: 'x', version: '1' } });
    const lintProblems = await lintFromString({
      source: wrongDescription,
      absoluteRef: 'openapi.json',
      config,
    });
    assert.deepEqual(
      lintProblems.map(({ ruleId }) => ruleId),
      ['info-license'],
    );
  });

  it('has the endpoints of the API document with their parameters, and itself', () => {
    const describedPaths = Object.entries(paths).map(([path, { get }]) => [
      path,
      get.parameters.map(({ $ref }) => $ref.replace('#/components/parameters/', '')),
    ]);
    assert.deepEqual(Object.fromEntries(describedPaths), { ...documented, [documentPath]: [] });
  });

  it('closes every object of an answer but the parameters of an alert', () => {
    const open: string[] = [];
    const visit = (at: string, value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      if ('type' in value && value.type === 'object') {
        if (!('additionalProperties' in value) || value.additionalProperties !== false) {
          open.push(at);
        }
      }
      for (const [name, inner] of Object.entries(value)) visit(`${at}/${name}`, inner);
    };
    visit('', components.schemas);
    assert.deepEqual(open, ['/Alert/properties/parameters']);
  });

  it('has an example of every answer, as its schema has it', () => {
    for (const path of Object.keys(documented)) {
      const place = ['paths', path, 'get', 'responses', '200', 'content', 'application/json'];
      const response = paths[path]?.get.responses['200'];
      assert(response !== undefined && !('$ref' in response), path);
      const example = response.content['application/json']?.example;
      assert.notEqual(example, undefined, path);
      assert.deepEqual(faultsAt([...place, 'schema'], example), [], path);
    }
  });

  it('has an example of every problem, as its schema has it', () => {
    const type = 'application/problem+json';
    for (const [name, response] of Object.entries(components.responses)) {
      const place = ['components', 'responses', name, 'content', type, 'schema'];
      const examples = Object.entries(response.content[type]?.examples ?? {});
      assert.notEqual(examples.length, 0, name);
      for (const [code, { value }] of examples) {
        assert.deepEqual(faultsAt(place, value), [], code);
      }
    }
  });

  const faultyPaths: Readonly<Record<string, string>> = {
    KEY_INVALID: '/v1/surveys/abc',
    PARAMETER_INVALID: '/v1/questions?limit=0',
    PARAMETER_REPEATED: '/v1/surveys/11/results?truncate=day&truncate=day',
    RANGE_REVERSED:
      '/v1/surveys/11/results?date_start=2026-11-16T00:00Z&date_end=2026-11-09T00:00Z',
    RANGES_MIXED:
      '/v1/folders/1/alerts?date_start=2026-11-09T00:00Z&local_date_start=2026-11-09T00:00',
  };
  for (const [code, target] of Object.entries(faultyPaths)) {
    it(`shows ${code} as it is answered`, async (t) => {
      const { ask } = await serve(t, company);
      const { examples } =
        components.responses['BadRequest']?.content['application/problem+json'] ?? {};
      assert.deepEqual((await ask(target)).body, examples?.[code]?.value);
    });
  }
});

describe('the description of parameters', () => {
  it('has type, bounds and default', () => {
    const schemaOf = (name: string): unknown => components.parameters[name]?.['schema'];
    assert.deepEqual(schemaOf('limit'), { type: 'integer', minimum: 1, maximum: 100, default: 50 });
    assert.deepEqual(schemaOf('offset'), {
      type: 'integer',
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      default: 0,
    });
    assert.deepEqual(schemaOf('key'), { type: 'integer', minimum: 0 });
    assert.deepEqual(schemaOf('state'), { type: 'string', enum: ['active', 'ended', 'starting'] });
    assert.deepEqual(schemaOf('truncate'), {
      type: 'string',
      enum: ['year', 'month', 'week', 'day', 'hour'],
      default: 'day',
    });
    for (const name of ['surveys', 'child_folders', 'followup', 'openfeedback']) {
      assert.deepEqual(schemaOf(name), { type: 'boolean', default: false });
    }
  });

  const parameters: readonly Parameter<unknown>[] = Object.values(parameterTable);
  for (const { name, parse } of parameters.filter(({ schema }) => !('pattern' in schema))) {
    it(`takes for ${name} what is read, and nothing else`, () => {
      const isDescribed = new Ajv2020().compile(components.parameters[name]?.['schema'] ?? false);
      const value = fc.oneof(
        fc.integer({ min: -3, max: 105 }),
        fc.maxSafeInteger(),
        fc.double({ noNaN: true, noDefaultInfinity: true, min: -5, max: 150 }),
        fc.boolean(),
        fc.constantFrom('active', 'ended', 'starting', 'year', 'month', 'week', 'day', 'hour', ''),
      );
      fc.assert(
        fc.property(value, (value) => {
          const text = Object.is(value, -0) ? '0' : String(value);
          assert.equal(parse(text) !== undefined, isDescribed(value), text);
        }),
      );
    });
  }

  const two = fc.integer({ min: 0, max: 99 }).map((n) => String(n).padStart(2, '0'));
  const spelled = fc
    .tuple(
      fc.constantFrom('2026-11-09', '2026-02-30', '226-11-09', '2026-11-9'),
      fc.constantFrom('T', 't', ' '),
      fc.tuple(two, two).map((parts) => parts.join(':')),
      fc.constantFrom('', ':00', ':59', ':60', ':00.1', ':00,123456789', ':00.', ':00.1234567890'),
      fc.oneof(
        fc.constantFrom('', 'Z', 'z', '+2', ' 0200', '\n'),
        fc
          .tuple(fc.constantFrom('+', '-'), two, fc.constantFrom('', ':'), two)
          .map((parts) => parts.join('')),
        two.map((hours) => `+${hours}`),
      ),
    )
    .map((parts) => parts.join(''));
  for (const [name, parse] of [
    ['date_start', parseBound],
    ['date_end', parseBound],
    ['local_date_start', parseLocalBound],
    ['local_date_end', parseLocalBound],
  ] as const) {
    it(`has a pattern for ${name} that every date-time which is read follows`, () => {
      const isDescribed = new Ajv2020().compile(components.parameters[name]?.['schema'] ?? false);
      const parameter = parameters.find((candidate) => candidate.name === name);
      fc.assert(
        fc.property(spelled, (text) => {
          const ms = parse(text);
          if (ms !== undefined) assert(isDescribed(text), text);
          assert.equal(parameter?.parse(text), ms, text);
        }),
        { numRuns: 1000 },
      );
    });
  }
});

describe('the path of the description', () => {
  it('is available to all clients, with any credentials or none', async (t) => {
    const { ask } = await serve(t, company);
    for (const headers of [{}, { authorization: basic(clientId, 'wrong') }]) {
      const {
        status,
        headers: responseHeaders,
        body,
      } = await ask(`${documentPath}?any=1`, { headers });
      assert.equal(status, 200);
      assert.equal(responseHeaders.get('content-type'), 'application/json; charset=UTF-8');
      assert.deepEqual(body, description.whole);
    }
  });

  it('names the headers that the service takes', async (t) => {
    const { ask } = await serve(t, company, { headerPrefix: 'X-Acme' });
    const { body } = await ask(`${documentPath}/`);
    const { components, security } = z
      .object({
        security: z.array(z.record(z.string(), z.unknown())),
        components: z.object({
          securitySchemes: z.record(z.string(), z.looseObject({ name: z.string().optional() })),
        }),
      })
      .parse(body);
    assert.deepEqual(
      security.map((schemes) =>
        Object.keys(schemes).map((name) => components.securitySchemes[name]?.name),
      ),
      [
        [undefined],
        ['X-SVC-Client-Id', 'X-SVC-API-Token'],
        ['X-Acme-Client-Id', 'X-Acme-API-Token'],
      ],
    );
  });

  it('handles other methods like every path, and no other path is public', async (t) => {
    const { ask } = await serve(t, company);
    const headers = {};
    for (const method of ['POST', 'DELETE', 'OPTIONS']) {
      assert.equal((await ask(documentPath, { method, headers })).status, 401);
      const { status, headers: responseHeaders } = await ask(documentPath, { method });
      assert.deepEqual([status, responseHeaders.get('allow')], [405, 'GET, HEAD']);
    }
    for (const path of ['/v1/openapi', '/openapi.json', '/v1/OpenAPI.json', '/v1']) {
      assert.equal((await ask(path, { headers })).status, 401);
      assert.equal(problemOf(await ask(path)).code, 'ROUTE_UNKNOWN');
    }
  });
});

describe('what the socket itself refuses', () => {
  const refusedHeaders: Readonly<Record<string, string>> = {
    'no HTTP': 'no header',
    'headers that are too large': `X-Long: ${'a'.repeat(17_000)}`,
  };
  for (const [what, header] of Object.entries(refusedHeaders)) {
    it(`is described: ${what}`, async (t) => {
      const { url } = await serve(t, company);
      const socket = connect(Number(new URL(url).port), new URL(url).hostname);
      socket.write(`GET ${documentPath} HTTP/1.1\r\nHost: x\r\n${header}\r\n\r\n`);
      const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
      const [line = '', ...fields] = head.split('\r\n');
      const exchange: Asked = {
        method: 'GET',
        target: documentPath,
        status: Number(line.split(' ')[1]),
        headers: new Headers(
          fields.map((field) => [field.split(': ')[0] ?? '', field.split(': ')[1] ?? '']),
        ),
        body: JSON.parse(body),
      };
      assert.deepEqual(violations(exchange), []);
      const elsewhere = { ...exchange, target: '/v1/surveys/11/results' };
      assert.deepEqual(violations(elsewhere), []);
    });
  }
});

describe('an answer that is not described', () => {
  const json = 'application/json; charset=UTF-8';
  const question = { key: 70, name: 'Miten meni?', locale: 'fi' };
  const right: Asked = {
    method: 'GET',
    target: '/v1/questions/70?x=1',
    status: 200,
    headers: new Headers({ 'content-type': json }),
    body: question,
  };
  const problem = {
    type: 'about:blank',
    title: 'Not Found',
    status: 404,
    detail: 'There is no question with this key.',
    code: 'QUESTION_NOT_FOUND',
  };
  const problemJson = 'application/problem+json; charset=UTF-8';
  const missing: Asked = {
    ...right,
    status: 404,
    headers: new Headers({ 'content-type': problemJson }),
    body: problem,
  };
  const { locale: _, ...incomplete } = question;

  it('is distinguished from one that is', () => {
    assert.deepEqual(violations(right), []);
    assert.deepEqual(violations(missing), []);
  });

  const plantedFaults: Readonly<Record<string, readonly [answer: Asked, told: RegExp]>> = {
    'has an extra field': [{ ...right, body: { ...question, x: 1 } }, /additional.*"x"/],
    'lacks a field': [{ ...right, body: incomplete }, /required property 'locale'/],
    'has a wrong type': [
      { ...right, body: { ...question, key: '70' } },
      /body\/key must be integer/,
    ],
    'has another status': [{ ...right, status: 202 }, /status 202 is not described/],
    'has the body of another endpoint': [{ ...right, target: '/v1/surveys/11' }, /surveyType/],
    'has another content type': [
      { ...right, headers: new Headers({ 'content-type': 'text/html' }) },
      /content type text\/html/,
    ],
    'is a success of another method': [{ ...right, method: 'PUT' }, /status 200 is not described/],
    'is a success of a path that is not': [{ ...right, target: '/v1/q/70' }, /status 200 is not/],
    'has a code of another status': [
      { ...missing, body: { ...problem, code: 'KEY_INVALID' } },
      /body\/code must be equal to one of/,
    ],
    'has a code of another endpoint': [
      { ...missing, body: { ...problem, code: 'SURVEY_NOT_FOUND' } },
      /code SURVEY_NOT_FOUND is not described/,
    ],
    'has another status in its body': [
      { ...missing, body: { ...problem, status: 400 } },
      /body\/status must be equal to one of/,
    ],
    'lacks a header': [
      {
        ...missing,
        method: 'POST',
        status: 405,
        body: { ...problem, status: 405, code: 'METHOD_NOT_ALLOWED' },
      },
      /header Allow is not GET, HEAD/,
    ],
    'lacks a header, without a body': [
      { ...missing, method: 'HEAD', status: 405, body: undefined },
      /header Allow is not GET, HEAD/,
    ],
  };
  for (const [what, [answer, pattern]] of Object.entries(plantedFaults)) {
    it(`is found when it ${what}`, () => {
      assert.match(violations(answer).join('\n'), pattern);
    });
  }

  it('is found in a nested folder', () => {
    const body = { key: 1, name: 'a', folders: [{ key: 2, name: 'b', folders: [] }] };
    const problems = violations({ ...right, target: '/v1/folders', body });
    assert.match(problems.join('\n'), /body\/folders\/0\/folders must NOT have fewer than 1 items/);
  });
});
