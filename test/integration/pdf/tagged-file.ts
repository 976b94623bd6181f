// Reads the structure tree and the marked content of a PDF from qpdf's JSON and resolves every mark to its element.
import assert from 'node:assert/strict';
import { z } from 'zod';

const fileShape = z.object({
  qpdf: z.tuple([
    z.unknown(),
    z.record(
      z.string(),
      z.union([
        z.object({ value: z.unknown() }),
        z.object({
          stream: z.object({ dict: z.record(z.string(), z.unknown()), data: z.string() }),
        }),
      ]),
    ),
  ]),
});
const dictionary = z.record(z.string(), z.unknown());
const objectReference = z.strictObject({ '/Type': z.literal('/OBJR'), '/Obj': z.string() });

export interface FileStructure {
  /** One line for each element with its properties, indented by depth. */
  readonly tree: readonly string[];
  /** The roles of the marks of each page in content order, without decoration. */
  readonly marks: readonly (readonly string[])[];
  /** In reading order. */
  readonly links: readonly FileLink[];
}

export interface FileLink {
  readonly says: string;
  readonly address: string;
  /** The index of the page, from 0. */
  readonly page: number;
  /** Left, bottom, right and top, from the bottom of the page. */
  readonly rect: readonly number[];
}

const linkShape = z.strictObject({
  '/Type': z.literal('/Annot'),
  '/Subtype': z.literal('/Link'),
  '/A': z.strictObject({ '/S': z.literal('/URI'), '/URI': z.string() }),
  '/Border': z.tuple([z.literal(0), z.literal(0), z.literal(0)]),
  '/Contents': z.string(),
  // Printed and not hidden.
  '/F': z.literal(4),
  '/P': z.string(),
  '/Rect': z.array(z.number()).length(4),
  '/StructParent': z.number(),
});

export function structureOf(json: unknown): FileStructure {
  const [, objects] = fileShape.parse(json).qpdf;
  const valueOf = (ref: unknown): unknown => {
    const object = objects[`obj:${String(ref)}`];
    assert.ok(object !== undefined && 'value' in object, `no object ${String(ref)}`);
    return object.value;
  };
  const object = (ref: unknown): Record<string, unknown> => dictionary.parse(valueOf(ref));
  const contentOf = (ref: unknown): string => {
    const object = objects[`obj:${String(ref)}`];
    assert.ok(object !== undefined && 'stream' in object);
    return Buffer.from(object.stream.data, 'base64').toString('latin1');
  };

  const trailer = objects['trailer'];
  assert.ok(trailer !== undefined && 'value' in trailer);
  const catalogue = object(dictionary.parse(trailer.value)['/Root']);
  const root = object(catalogue['/StructTreeRoot']);

  const owners = new Map(pairsOf(object(root['/ParentTree'])['/Nums']));
  const pages = z.array(z.string()).parse(object(catalogue['/Pages'])['/Kids']);

  const links: FileLink[] = [];
  const pressed = new Set<string>();
  const addLink = (ref: string, element: string): void => {
    const { '/StructParent': key, ...link } = linkShape.parse(object(ref));
    assert.equal(owners.get(key), element);
    assert.ok(!pressed.has(ref), `${ref} has two elements`);
    pressed.add(ref);
    const page = pages.indexOf(link['/P']);
    assert.ok(annotationsOf(object(pages[page])).includes(ref), `${ref} is not on its page`);
    links.push({
      says: text(link['/Contents']) ?? '',
      address: text(link['/A']['/URI']) ?? '',
      page,
      rect: link['/Rect'],
    });
  };
  const annotationsOf = ({ '/Annots': list }: Record<string, unknown>): readonly string[] =>
    list === undefined ? [] : z.array(z.string()).parse(list);

  const tree: string[] = [];
  /** Elements by page and mark number, as the elements declare them. */
  const claims = new Map<string, string>();
  const walk = (ref: string, parent: unknown, indent: string): void => {
    const element = object(ref);
    assert.equal(element['/P'], parent);
    const attributes = dictionary.parse(element['/A'] ?? {});
    const properties = [
      name(element['/S']),
      name(attributes['/Scope']),
      z.number().optional().parse(attributes['/ColSpan']),
      text(element['/Alt']),
    ];
    tree.push(`${indent}${properties.filter((value) => value !== undefined).join(' ')}`);
    for (const kid of kidsOf(element)) {
      if (typeof kid === 'string') {
        walk(kid, ref, `${indent}  `);
        continue;
      }
      if (typeof kid === 'object') {
        assert.equal(element['/S'], '/Link');
        addLink(objectReference.parse(kid)['/Obj'], ref);
        continue;
      }
      const claim = `${String(element['/Pg'])} ${String(z.number().parse(kid))}`;
      assert.ok(!claims.has(claim), `${claim} has two elements`);
      claims.set(claim, ref);
    }
  };
  for (const kid of kidsOf(object(root['/K']))) walk(z.string().parse(kid), root['/K'], '');

  const marks = pages.map((page) => {
    const { '/StructParents': key, '/Contents': contents, '/Tabs': tabs } = object(page);
    assert.equal(tabs, '/S');
    const ownersHere = z.array(z.string()).parse(owners.get(z.number().parse(key)));
    const marked = [...contentOf(contents).matchAll(/^\/(\w+)<<\/MCID (\d+)>>BDC$/gm)];
    assert.deepEqual(
      marked.map(([, , mark]) => Number(mark)),
      ownersHere.map((_, i) => i),
    );
    return marked.map(([, role = '', mark]) => {
      const owner = ownersHere[Number(mark)];
      assert.equal(name(object(owner)['/S']), role);
      assert.equal(claims.get(`${page} ${String(mark)}`), owner);
      return role;
    });
  });
  assert.equal(claims.size, marks.flat().length);
  const annotations = pages.flatMap((page) => annotationsOf(object(page)));
  assert.deepEqual(annotations.toSorted(), [...pressed].toSorted());
  const keys = Array.from({ length: pages.length + pressed.size }, (_, i) => i);
  assert.deepEqual([...owners.keys()], keys);
  assert.equal(root['/ParentTreeNextKey'], keys.length);
  return { tree, marks, links };
}

function kidsOf(element: Record<string, unknown>): readonly unknown[] {
  const kids = element['/K'] ?? [];
  return Array.isArray(kids) ? kids : [kids];
}

function pairsOf(nums: unknown): readonly (readonly [number, unknown])[] {
  const entries = z.array(z.unknown()).parse(nums);
  return Array.from({ length: entries.length / 2 }, (_, i) => [
    z.number().parse(entries[2 * i]),
    entries[2 * i + 1],
  ]);
}

/** '/H1' as H1. */
function name(value: unknown): string | undefined {
  return value === undefined ? undefined : z.string().parse(value).slice(1);
}

/** qpdf prefixes texts with 'u:'. */
function text(value: unknown): string | undefined {
  return value === undefined ? undefined : z.string().parse(value).slice(2);
}
