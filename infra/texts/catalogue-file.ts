// Reads a file of texts, or says where it is not valid.
import ts from 'typescript';

/** A mistake in a file: what, and where. */
export interface TextProblem {
  readonly file: string;
  /** Null for a problem of the whole file. */
  readonly key: string | null;
  /** From 1; null for a problem of the whole file. */
  readonly line: number | null;
  /** From 1. */
  readonly column: number | null;
  readonly message: string;
}

export interface CatalogueFile {
  readonly file: string;
  /** Texts by key, in the order of the file. */
  readonly texts: ReadonlyMap<string, string>;
  /** Entries that begin with @, as parsed. */
  readonly attributes: ReadonlyMap<string, unknown>;
  readonly problemAt: (key: string | null, message: string, offset?: number) => TextProblem;
}

export interface ReadCatalogue {
  readonly catalogue: CatalogueFile;
  readonly problems: readonly TextProblem[];
}

/** 'locales/fi/page.json: shell_skip at line 5, character 12: …' */
export function describeProblem({ file, key, line, column, message }: TextProblem): string {
  const place = line === null ? '' : ` at line ${line}, character ${column ?? 1}`;
  return `${file}: ${key ?? 'the file'}${place}: ${message}`;
}

export function readCatalogue(file: string, source: string): ReadCatalogue {
  const tree = ts.parseJsonText(file, source);
  const texts = new Map<string, string>();
  const attributes = new Map<string, unknown>();
  const positions = new Map<string, number>();
  const problems: TextProblem[] = [];
  const placeOf = (position: number): Pick<TextProblem, 'line' | 'column'> => {
    const { line, character } = tree.getLineAndCharacterOfPosition(position);
    return { line: line + 1, column: character + 1 };
  };
  const problemAt = (key: string | null, message: string, offset = 0): TextProblem => {
    const position = key === null ? undefined : positions.get(key);
    const place =
      position === undefined ? { line: null, column: null } : placeOf(position + offset);
    return { file, key, ...place, message };
  };
  const catalogue = { file, texts, attributes, problemAt };

  let parsed: unknown;
  try {
    parsed = JSON.parse(source);
  } catch (error) {
    const position = Number(/position (\d+)/.exec(String(error))?.[1] ?? source.length);
    const message = `not valid JSON: ${error instanceof Error ? error.message : String(error)}`;
    return { catalogue, problems: [{ file, key: null, ...placeOf(position), message }] };
  }
  const root = tree.statements[0]?.expression;
  if (root === undefined || !ts.isObjectLiteralExpression(root)) {
    return { catalogue, problems: [problemAt(null, 'must be an object of texts by key')] };
  }
  const values = new Map(
    Object.entries<unknown>({ ...(typeof parsed === 'object' ? parsed : {}) }),
  );
  for (const property of root.properties) {
    if (!ts.isPropertyAssignment(property) || !ts.isStringLiteral(property.name)) continue;
    const key = property.name.text;
    if (positions.has(key)) {
      problems.push({ file, key, ...placeOf(property.getStart(tree)), message: 'is there twice' });
    }
    // The first character of the text, after its quotation mark.
    positions.set(key, property.initializer.getStart(tree) + 1);
    const value = values.get(key);
    if (key.startsWith('@')) attributes.set(key, value);
    else if (typeof value === 'string') texts.set(key, value);
    else problems.push(problemAt(key, 'must be a text'));
  }
  return { catalogue, problems };
}
