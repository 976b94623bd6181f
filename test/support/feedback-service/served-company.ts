// Starts a service for a test and sends requests to it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import { z } from 'zod';
import {
  startFeedbackService,
  type Company,
  type FeedbackServiceOptions,
} from '../../../lib/feedback-service/index.ts';

import { openTestCompany, type CompanyData } from '../data-set.ts';
import { violations } from './description.ts';
import { canary } from '../secret-markers.ts';

export const clientId = 'acme';
export const token = canary('service token', ':');
export const credential = { clientId, tokenSha256: sha256(token) };

export interface ServiceResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export interface Served {
  readonly url: string;
  /** Sends the credentials of `acme` by default; fails when the answer differs from its description. */
  readonly ask: (path: string, init?: RequestInit) => Promise<ServiceResponse>;
}

export const noon = Date.parse('2026-11-20T12:00:00Z');

/** The `company.json` of a company with one survey, 11, which has one alert specification. */
export function companyFile(timeZone: string): string {
  const parameters = { windowMin: 60, countThreshold: 2, responseFilter: [0] };
  return JSON.stringify({
    credentials: [credential],
    questions: [
      {
        ...{ key: 7, name: 'How was it?', locale: 'en' },
        followUps: [{ key: 71, name: 'Queue', kind: 'painPoint' }],
      },
    ],
    root: {
      key: 1,
      name: 'Acme',
      surveys: [
        {
          ...{ key: 11, question: 7, timeZone, surveyType: 'TERMINAL', indexType: 'HAPPY' },
          feedbackScale: 'FOUR',
          alertSpecifications: [{ key: 90, alertType: 'feedbackCount', parameters }],
        },
      ],
    },
  });
}

export async function serve(
  t: TestContext,
  companiesOrData: Company | CompanyData | readonly (Company | CompanyData)[],
  options: Partial<FeedbackServiceOptions> = {},
): Promise<Served> {
  const clock = options.clock ?? (() => noon);
  const inputs =
    'store' in companiesOrData || 'structure' in companiesOrData
      ? [companiesOrData]
      : companiesOrData;
  const companies = await Promise.all(
    inputs.map(async (input) => {
      if ('store' in input) return input;
      const openedCompany = await openTestCompany(input, clock);
      t.after(() => openedCompany.close());
      return openedCompany.company;
    }),
  );
  const service = await startFeedbackService({
    companies,
    clock,
    onError: (error) => {
      throw error;
    },
    pause: () => Promise.resolve(),
    ...options,
  });
  t.after(() => service.close());
  return {
    url: service.url,
    ask: async (path, init = {}) => {
      const headers = { authorization: basic(clientId, token) };
      const response = await fetch(service.url + path, { headers, ...init });
      const text = await response.text();
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      const answer = { status: response.status, headers: response.headers, body };
      assert.deepEqual(violations({ method: init.method ?? 'GET', target: path, ...answer }), []);
      return answer;
    },
  };
}

export function basic(id: string, secret: string): string {
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

const problemSchema = z.object({
  status: z.number(),
  title: z.string(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(z.object({ parameter: z.string(), code: z.string() })).optional(),
});

export function problemOf({ body }: ServiceResponse): z.infer<typeof problemSchema> {
  return problemSchema.parse(body);
}

const pageSchema = z.object({
  meta: z.object({ moreResultsAfter: z.string().optional() }),
  data: z.array(z.looseObject({ ts: z.string().optional(), beginTime: z.string().optional() })),
});

/** Parses a time-ordered page with any items. */
export function pageOf({ body }: ServiceResponse): z.infer<typeof pageSchema> {
  return pageSchema.parse(body);
}

const sumsSchema = z.array(z.strictObject({ ts: z.string(), data: z.array(z.number()) }));

export function sumsOf({ body }: ServiceResponse): z.infer<typeof sumsSchema> {
  return sumsSchema.parse(body);
}
