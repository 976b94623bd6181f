// Opens a data set, which imports new lines, and closes it.
import { performance } from 'node:perf_hooks';
import { openDataSet } from '../../../lib/feedback-service/index.ts';
import { systemContext } from '../../../lib/composition/system.ts';
import { inputOf, sendResult } from '../child.ts';
import { peakRssMb } from '../bench-samples.ts';
import { NOW } from './service-company.ts';
import { openInput, type OpenFigures } from './service-figures.ts';

const { directory, database } = inputOf(openInput);
const start = performance.now();
let readingEnd = start;
const set = await openDataSet({
  directory,
  // A file whose last write is not in the past is read again at each start.
  clock: () => Math.max(NOW, systemContext.clock()),
  ...(database === null ? {} : { database }),
  onProgress: ({ phase }) => {
    if (phase === 'reading') readingEnd = performance.now();
  },
});
const figures: OpenFigures = {
  wallMs: performance.now() - start,
  readingMs: readingEnd - start,
  events: set.imported.events,
  peakRssMb: peakRssMb(),
};
await set.close();
sendResult(figures);
