// A process that writes to a folder store until it is done or killed, and prints a line for each finished write.
import { openFolderStore } from '../../../lib/adapters/folder/index.ts';
import { withLock } from '../../../lib/adapters/folder/durable-write.ts';
import type { ObjectStore } from '../../../lib/ports/object-store.ts';
import { createBlob, TEXT_ATTRIBUTES, incrementCounter } from './written-files.ts';

const [task = '', root = '', id = '', times = '0'] = process.argv.slice(2);
const store = openFolderStore({ root });

switch (task) {
  case 'race':
    for (let i = 0; i < Number(times); i += 1) {
      const hasWon = await store.create(
        `races/${i}`,
        new TextEncoder().encode(id),
        TEXT_ATTRIBUTES,
      );
      await incrementCounter(store);
      print(hasWon ? `won ${i}` : `lost ${i}`);
    }
    break;
  case 'until-killed':
    await writeOn(store);
    break;
  case 'hold-the-lock':
    await withLock(`${root}/.lock.sqlite`, 1000, () => {
      print('held');
      return new Promise((resolve) => setTimeout(resolve, 60_000));
    });
    break;
  default:
    throw new Error(`no task ${task}`);
}

async function writeOn(to: ObjectStore): Promise<never> {
  for (let i = 0; ; i += 1) {
    const blob = createBlob(i);
    await to.create(`blobs/${id}/${blob.name}`, blob.bytes, TEXT_ATTRIBUTES);
    await incrementCounter(to);
    print('added');
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
