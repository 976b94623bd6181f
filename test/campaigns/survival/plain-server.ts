// A process that calls the handler of a bundle with the events from its parent.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { systemContext } from '../../../lib/composition/system.ts';

const bundle = z.object({
  handler: z.custom<(event: unknown, context: object) => Promise<unknown>>(
    (value) => typeof value === 'function',
  ),
});
const messageSchema = z.object({ event: z.unknown() });
const REMAINING_MS = 240_000;

const module: unknown = await import(pathToFileURL(join(process.argv[2] ?? '.', 'index.mjs')).href);
const { handler } = bundle.parse(module);

process.on('message', (message) => {
  const until = systemContext.clock() + REMAINING_MS;
  const context = {
    awsRequestId: 'request',
    getRemainingTimeInMillis: () => until - systemContext.clock(),
  };
  void handler(messageSchema.parse(message).event, context).then((result) =>
    process.send?.({ result }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
