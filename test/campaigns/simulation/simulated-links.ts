// The context for creating and opening links of a simulated deployment.
import { revocationCodec } from '../../../lib/adapters/json/index.ts';
import { canary } from '../../support/secret-markers.ts';
import type { SimulatedDeployment } from './simulated-deployment.ts';

export function createLinkContext({ repository, timeline }: SimulatedDeployment) {
  let drawCount = 0;
  return {
    repository,
    revocations: revocationCodec,
    linkKeys: () => Promise.resolve([{ id: 'k1', key: canary('link key') }]),
    randomBytes: (size: number) => new Uint8Array(size).fill((drawCount += 1)),
    clock: timeline.now,
    publicUrl: 'https://example.com',
  };
}
