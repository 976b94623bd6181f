// A child process that stores a company in the bucket and plans its messages as plan-week does.
import { performance } from 'node:perf_hooks';
import { openBucket, openFunctionContext } from '../../../lib/composition/aws/function-context.ts';
import { openPlanner } from '../../../lib/composition/aws/planner.ts';
import { planDeliveries } from '../../../lib/delivery/plan-deliveries.ts';
import { createRandom } from '../../support/test-reports.ts';
import { cpuMs } from '../bench-samples.ts';
import { inputOf, sendResult } from '../child.ts';
import { benchWeek } from '../upstream/bodies.ts';
import { storeCompany } from './delivery-company.ts';
import { planInput, SENT_FROM } from './delivery-figures.ts';

const { environment, size } = inputOf(planInput);
Object.assign(process.env, environment);
const system = { clock: () => SENT_FROM, random: createRandom(3) };
const { config } = openFunctionContext(process.env, system, 'configured', ['REPORTS_STORE']);
await storeCompany(openBucket(config, system).store, size);

const { deliveries } = openPlanner(process.env, system);
const [start, cpuBefore] = [performance.now(), cpuMs()];
const { enqueued } = await planDeliveries(deliveries, benchWeek(), SENT_FROM);
sendResult({ enqueued, wallMs: performance.now() - start, cpuMs: cpuMs() - cpuBefore });
process.exit();
