// The parts that the operations of the description are put together from.
import type { ProblemCode } from './openapi-problems.ts';
import { header, problems } from './openapi-problems.ts';
import { ref } from './openapi-schemas.ts';

export function parameter(
  place: 'path' | 'query' | 'header',
  name: string,
  description: string,
  schema: object,
): object {
  return { name, in: place, ...(place === 'path' ? { required: true } : {}), description, schema };
}

export function body(schema: string): object {
  return { required: true, content: { 'application/json': { schema: ref(schema) } } };
}

export function json(description: string, schema: string): object {
  return { description, content: { 'application/json': { schema: ref(schema) } } };
}

export const queued = {
  description: 'A job waits or runs; ask again at `Location`.',
  headers: {
    Location: {
      description: 'Where the report will be.',
      required: true,
      schema: { type: 'string', format: 'uri' },
    },
    'Retry-After': {
      description: 'Seconds to wait before asking again.',
      required: true,
      schema: { type: 'string', const: '2' },
    },
  },
  content: { 'application/json': { schema: ref('ReportState') } },
};

/** The address of a file, signed now. */
export const signed = {
  description: 'The file is behind an address that works for five minutes and needs no token.',
  ...header('Location', 'Keep it to yourself: whoever has it has the file.', { format: 'uri' }),
};

/** What an operation answers, with the codes that its problems can have. */
export function answers(
  good: Readonly<Record<string, object>>,
  codes: readonly ProblemCode[],
  path: Parameters<typeof problems>[1],
): object {
  return {
    responses: { ...good, ...problems(codes, path) },
    'x-problem-codes': [...new Set(codes)],
  };
}
