// Start of the released program. Node 14.8 or newer can read this file, so that an old one gets a message.

/** Set when the release is built. */
const oldest = '22.19';
/** Beside this file in the release. */
const program = './main.mjs';
const [major, minor] = process.versions.node.split('.').map(Number);
const [oldestMajor, oldestMinor] = oldest.split('.').map(Number);
if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) {
  const { enableCompileCache } = await import('node:module');
  // Compiling the code takes half of a start; the cache makes that happen once.
  enableCompileCache();
  await import(program);
} else {
  process.stderr.write(
    `feedback-reports needs Node ${oldest} or newer, and this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
}
