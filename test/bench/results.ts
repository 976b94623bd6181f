// RESULTS.md: each bench's part between its own markers, so that running one leaves the others' figures alone.
import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform } from 'node:os';

const FILE = new URL('./RESULTS.md', import.meta.url);

const HEAD = `# Benchmarks

Written by \`npm run bench\`; every part says when and where it was measured. Trust the ratios: both sides of each were
measured in the same run, in turn, on the same work. Figures are medians (least–most). Why what is missed is missed, and
what was tried: [PROFILES.md](PROFILES.md).
`;

/** Date and machine, without its name. The load tells how much of the machine others had. */
export function circumstances(): string {
  // The date is what this file is about; nothing is computed from it.
  // eslint-disable-next-line no-restricted-syntax
  const date = new Date().toISOString().slice(0, 10);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${date} · ${cpus().length} cores, ${platform()} ${arch()}, Node ${process.versions.node} · load ${load} before it began`;
}

/** Puts the parts in place of those with the same names, and new ones at the end. */
export async function writeResults(parts: ReadonlyMap<string, string>): Promise<void> {
  let text = await readFile(FILE, 'utf8').catch(() => HEAD);
  for (const [name, part] of parts) {
    const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
    const whole = `${begin}\n${part}\n${end}`;
    const from = text.indexOf(begin);
    const to = text.indexOf(end);
    text =
      from < 0 || to < from
        ? `${text.trimEnd()}\n\n${whole}\n`
        : `${text.slice(0, from)}${whole}${text.slice(to + end.length)}`;
  }
  await writeFile(FILE, text);
}
