// The render thread as its caller sees it: starts at the first report, ends when it is idle, and is replaced after an end
// that was not expected. All that was sent to a thread that ends, or that stops answering, fails.
import type { WorkerOptions } from 'node:worker_threads';
import { Worker } from 'node:worker_threads';
import { Failure, failureReason } from '../../shared/failure.ts';
import type { RenderAnswer, RenderTask } from './render-thread.ts';

/** How long the thread keeps its memory while there is nothing to render. */
const IDLE_MS = 10_000;
/** The largest report takes seconds. */
const MAX_SILENCE_MS = 120_000;

export interface RenderThread {
  /** Returns the bytes of the PDF. Fails with RENDERING_FAILED, or with the error of the renderer. */
  render(task: RenderTask): Promise<Uint8Array>;
}

export interface ThreadOptions extends Pick<WorkerOptions, 'execArgv' | 'resourceLimits'> {
  /** The longest time without an answer while there is something to render. */
  readonly maxSilenceMs?: number;
}

/** Starts no thread yet. The thread keeps the process running while it has something to render. */
export function createRenderThread(options: ThreadOptions = {}): RenderThread {
  let running: RunningThread | null = null;
  return {
    render: async (task) => {
      running ??= startThread(options, (ended) => {
        if (running === ended) running = null;
      });
      return running.send(task);
    },
  };
}

interface RunningThread {
  send(task: RenderTask): Promise<Uint8Array>;
}

function startThread(
  { maxSilenceMs = MAX_SILENCE_MS, ...options }: ThreadOptions,
  onEnd: (thread: RunningThread) => void,
): RunningThread {
  const worker = openWorker(options);
  const unanswered = new Map<number, PromiseWithResolvers<Uint8Array>>();
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;

  const end = (reason: string, cause?: unknown): void => {
    clearTimeout(timer);
    onEnd(thread);
    void worker.terminate();
    for (const { reject } of unanswered.values()) {
      reject(new Failure('RENDERING_FAILED', { reason }, cause));
    }
    unanswered.clear();
  };
  /** Called after each message in either direction. */
  const wait = (): void => {
    clearTimeout(timer);
    if (unanswered.size > 0) {
      worker.ref();
      timer = setTimeout(end, maxSilenceMs, `no answer in ${maxSilenceMs / 1000} s`);
    } else {
      worker.unref();
      timer = setTimeout(end, IDLE_MS, 'idle').unref();
    }
  };
  worker.on('message', (answer: RenderAnswer) => {
    const task = unanswered.get(answer.id);
    unanswered.delete(answer.id);
    wait();
    if ('bytes' in answer) task?.resolve(answer.bytes);
    else task?.reject('error' in answer ? answer.error : new Failure(...answer.failure));
  });
  worker.on('messageerror', (error) => {
    end(failureReason(error), error);
  });
  // Comes before `exit` where the thread runs out of memory or an error was not caught.
  worker.on('error', (error) => {
    end(failureReason(error), error);
  });
  worker.on('exit', (code) => {
    end(`exit ${code}`);
  });

  const thread: RunningThread = {
    send: (task) => {
      const answer = Promise.withResolvers<Uint8Array>();
      sent += 1;
      try {
        // Fails where there is not enough memory for the copy.
        worker.postMessage({ id: sent, task });
        unanswered.set(sent, answer);
      } catch (error) {
        throw new Failure('RENDERING_FAILED', { reason: failureReason(error) }, error);
      } finally {
        wait();
      }
      return answer.promise;
    },
  };
  return thread;
}

function openWorker(options: WorkerOptions): Worker {
  try {
    return new Worker(new URL('./render-thread.ts', import.meta.url), options);
  } catch (error) {
    throw new Failure('RENDERING_FAILED', { reason: failureReason(error) }, error);
  }
}
