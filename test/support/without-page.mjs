// Loaded before the program (NODE_OPTIONS=--import): it does not build its page, which takes more than anything else at its start.
import { registerHooks } from 'node:module';

const url = `data:text/javascript,${encodeURIComponent(
  "export const buildPage = () => Promise.reject(new Error('this process has no page'));",
)}`;
registerHooks({
  resolve: (name, context, next) =>
    name.endsWith('/page-bundle/index.ts') ? { url, shortCircuit: true } : next(name, context),
});
