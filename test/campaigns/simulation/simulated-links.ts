// How links to reports of a simulated deployment are made and opened.
import { revocationCodec } from '../../../lib/adapters/json/index.ts';
import { canary } from '../../support/secret-markers.ts';
import type { Deployment } from './simulated-deployment.ts';

export function linkingOf({ repository, timeline }: Deployment) {
  let made = 0;
  return {
    repository,
    revocations: revocationCodec(),
    linkKeys: () => Promise.resolve([{ id: 'k1', key: canary('link key') }]),
    randomBytes: (size: number) => new Uint8Array(size).fill((made += 1)),
    clock: timeline.now,
    publicUrl: 'https://example.com',
  };
}
