// The variables of this machine that child processes of tests inherit.

/** What a process has of this one's environment: where programs are, and what is compiled already. */
export const MACHINE: Readonly<Record<string, string>> = Object.fromEntries(
  ['PATH', 'NODE_COMPILE_CACHE'].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  }),
);
