// The measured functions, the first event of each, and the check of its result.
import { join } from 'node:path';
import { z } from 'zod';
import { callerId } from '../../../lib/reports/access.ts';
import { jobCodec } from '../../../lib/adapters/json/index.ts';
import { NOW } from '../../support/test-company.ts';
import { authorizerEvent, httpEvent } from '../../support/lambda/gateway-event.ts';
import { startFunction } from '../../support/lambda/lambda-function.ts';
import { scheduleEvent } from '../../support/lambda/schedule-event.ts';
import { sqsRecords } from '../../support/lambda/sqs-record.ts';
import { fontFor } from '../render/fonts.ts';
import { drawnShape, type DrawEvent } from './draw-event.ts';
import { CALLER_TOKEN, doneWeek, type FunctionServices } from './function-services.ts';

export const NAMES = [
  'empty',
  'client-alone',
  'plan-week',
  'make-report',
  'reports-api',
  'authorizer',
  'drawing',
  'plainly',
] as const;
export type CaseName = (typeof NAMES)[number];

export interface Case {
  readonly name: CaseName;
  readonly event: unknown;
  /** Prepares the bucket for the first event. */
  readonly prepare: () => void;
  /** Throws for an unexpected answer. */
  readonly answer: z.ZodType;
}

const WEEK = '2026-W46';
const STORE = 21;
const LIST = { method: 'GET', path: `/v1/reports?week=${WEEK}` };
const ROUTED = { routeKey: 'GET /v1/reports', pathParameters: {} };

/** `bundles`: by name; `work`: made by the render bench's preparation. */
export async function casesIn(
  services: FunctionServices,
  { bundles, work }: { readonly bundles: string; readonly work: string },
): Promise<readonly Case[]> {
  const bytes = jobCodec.encode({ week: WEEK, folder: STORE, since: null });
  const job = { Records: sqsRecords([new TextDecoder().decode(bytes)]) };
  const call = async (name: CaseName, event: unknown): Promise<void> => {
    const lambda = await startOne(services, bundles, name);
    const outcome = await lambda.invoke(event);
    await lambda.stop();
    if ('error' in outcome) throw new Error(`${name}: ${outcome.error.errorMessage}`);
  };
  await call('plan-week', scheduleEvent(NOW));
  const plannedServices = services.copy();
  await call('make-report', job);
  const storedObjects = services.copy();
  const draw = (name: string): DrawEvent => ({
    report: join(work, 'en-1.json.json'),
    pages: join(work, 'en-1.pages.json'),
    fonts: fontFor('en').files,
    key: `weeks/${name}.pdf`,
  });
  const on =
    (objects: typeof storedObjects): (() => void) =>
    () => {
      services.putBack(objects);
    };
  const headers = { Authorization: `Bearer ${CALLER_TOKEN}` };
  return [
    { name: 'empty', event: {}, prepare: on(storedObjects), answer: z.null() },
    { name: 'client-alone', event: {}, prepare: on(storedObjects), answer: z.string() },
    {
      name: 'plan-week',
      event: scheduleEvent(NOW),
      prepare: on(doneWeek(storedObjects, `weeks/${WEEK}/plan.json`)),
      // The number of planned weeks depends on the current date.
      answer: z.array(z.object({ isDone: z.literal(true) })).min(1),
    },
    {
      name: 'make-report',
      event: job,
      prepare: on(plannedServices),
      answer: z.object({ batchItemFailures: z.tuple([]) }),
    },
    {
      name: 'reports-api',
      event: httpEvent(LIST, ROUTED, { folders: '1', caller: callerId('token', '') }),
      prepare: on(storedObjects),
      answer: z.object({ statusCode: z.literal(200), body: z.string().includes('"revision":1') }),
    },
    {
      name: 'authorizer',
      event: authorizerEvent({ ...LIST, headers }, ROUTED),
      prepare: on(storedObjects),
      answer: z.object({ isAuthorized: z.literal(true) }),
    },
    { name: 'drawing', event: draw('drawing'), prepare: on(new Map()), answer: drawnShape },
    { name: 'plainly', event: draw('plainly'), prepare: on(new Map()), answer: drawnShape },
  ];
}

export function startOne(
  { environment, region, credentials }: FunctionServices,
  bundles: string,
  name: CaseName,
): ReturnType<typeof startFunction> {
  return startFunction({ folder: join(bundles, name), env: environment, region, credentials });
}
