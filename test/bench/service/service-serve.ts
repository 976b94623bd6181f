// Serves a data set with the feedback service until the parent process exits.
import { openDataSet, startFeedbackService } from '../../../lib/feedback-service/index.ts';
import { inputOf, sendResult } from '../child.ts';
import { NOW } from './service-company.ts';
import { openInput } from './service-figures.ts';

const { directory, database } = inputOf(openInput);
const clock = (): number => NOW;
const set = await openDataSet({ directory, clock, ...(database === null ? {} : { database }) });
const service = await startFeedbackService({
  companies: [set.company],
  clock,
  onError: (error) => {
    throw error;
  },
});
sendResult(service.url);
process.stdin.resume().on('end', () => {
  void service.close().then(() => set.close());
});
