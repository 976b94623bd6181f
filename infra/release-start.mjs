// Start of the released program. Any version of Node can read this file, so that an old one gets a message.
/** Beside this file in the release. */
const program = './main.mjs';
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > 22 || (major === 22 && minor >= 13)) {
  const { enableCompileCache } = await import('node:module');
  // Compiling the code takes half of a start; the cache makes that happen once.
  enableCompileCache();
  await import(program);
} else {
  process.stderr.write(
    `feedback-reports needs Node 22.13 or newer, and this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
}
