// The parameters of a stage for osls, which can load no TypeScript itself. `npm run deploy` and `npm run package` check them
// and pass them as options, which win.
'use strict';

module.exports = async ({ options }) => {
  const { stageParameters } = await import('./stage-files.ts');
  return stageParameters(options.stage);
};
