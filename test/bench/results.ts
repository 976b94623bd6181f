// RESULTS.md: each benchmark has its own section between markers, so that running one keeps the others.
import { readFile, writeFile } from 'node:fs/promises';
import { arch, cpus, loadavg, platform } from 'node:os';

const FILE = new URL('./RESULTS.md', import.meta.url);

const HEAD = `# Benchmarks

Written by \`npm run bench\`; every part says when and where it was measured. Trust the ratios: both sides of each were
measured in the same run, in turn, on the same work. Figures are medians (least–most). Why what is missed is missed, and
what was tried: [PROFILES.md](PROFILES.md).
`;

/** Date, machine and load of the machine, without its name. */
export function circumstances(): string {
  // The date is only printed; nothing is computed from it.
  // eslint-disable-next-line no-restricted-syntax
  const date = new Date().toISOString().slice(0, 10);
  const load = (loadavg()[0] ?? 0).toFixed(1);
  return `${date} · ${cpus().length} cores, ${platform()} ${arch()}, Node ${process.versions.node} · load ${load} before it began`;
}

/** Replaces the sections with the same names and appends new ones. */
export async function writeResult(name: string, part: string): Promise<void> {
  const text = await readFile(FILE, 'utf8').catch(() => HEAD);
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
  const markedPart = `${begin}\n${part}\n${end}`;
  const from = text.indexOf(begin);
  const to = text.indexOf(end);
  await writeFile(
    FILE,
    from < 0 || to < from
      ? `${text.trimEnd()}\n\n${markedPart}\n`
      : `${text.slice(0, from)}${markedPart}${text.slice(to + end.length)}`,
  );
}
