import { memoryStore } from './memory-store.ts';
import { objectStoreContract } from './object-store-contract.ts';

objectStoreContract('store in memory', () =>
  Promise.resolve({ store: memoryStore(), close: () => Promise.resolve() }),
);
