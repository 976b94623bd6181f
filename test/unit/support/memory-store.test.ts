import { memoryStore } from '../../support/memory-store.ts';
import { objectStoreContract } from '../../support/object-store-contract.ts';

objectStoreContract('store in memory', () =>
  Promise.resolve({ store: memoryStore(), close: () => Promise.resolve() }),
);
