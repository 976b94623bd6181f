// The objects of the file itself: the catalogue and what it names, the page tree, the document information and the metadata.
import { once } from '../../domain/memoize.ts';
import { srgbProfile } from './colour-profile.ts';
import { xmpPacket } from './metadata.ts';
import type { PdfFile } from './pdf-file.ts';
import { dateString, deflated, dictionary, plainString, refText } from './pdf-syntax.ts';

const PRODUCER = 'feedback-reports';

/** Numbers of objects that were written before. */
export interface DocumentObjects {
  readonly pages: readonly number[];
  readonly outline: number;
  readonly structure: { readonly id: number; readonly body: string };
  readonly intent: number;
  readonly preferences: number;
  readonly attachment: { readonly name: string; readonly id: number };
}

interface DocumentFacts {
  readonly title: string;
  readonly language: string;
  readonly at: Date;
}

export class Catalogue {
  readonly #file: PdfFile;
  /** The number of the page tree, which every page refers to. */
  readonly pageTree: number;
  readonly #names: number;
  readonly #id: number;
  readonly #unused: number;
  readonly #markInfo: number;

  constructor(file: PdfFile) {
    this.#file = file;
    this.pageTree = file.reserve();
    this.#names = file.reserve();
    this.#id = file.reserve();
    this.#unused = file.reserve();
    this.#markInfo = file.reserve();
  }

  /** Writes the objects, and returns the numbers of the catalogue and the document information. */
  end(
    { pages, outline, structure, intent, preferences, attachment }: DocumentObjects,
    facts: DocumentFacts,
  ): { readonly root: number; readonly info: number } {
    const file = this.#file;
    const info = writeInfo(file, facts);
    // Nothing refers to it: reports of earlier versions have it, and the same report must give the same bytes.
    file.putPlain(this.#unused, dictionary({}));
    file.putPlain(structure.id, structure.body);
    file.putPlain(this.#markInfo, dictionary({ Marked: 'true' }));
    const metadata = writeMetadata(file, facts);
    file.putPlain(
      this.#id,
      dictionary({
        Type: '/Catalog',
        Pages: refText(this.pageTree),
        Names: refText(this.#names),
        Lang: plainString(facts.language),
        MarkInfo: refText(this.#markInfo),
        StructTreeRoot: refText(structure.id),
        OutputIntents: `[${refText(intent)}]`,
        Outlines: refText(outline),
        // The same numbers as in the page footers.
        PageLabels: dictionary({ Nums: `[0 ${dictionary({ S: '/D' })}]` }),
        ViewerPreferences: refText(preferences),
        AF: `[${refText(attachment.id)}]`,
        Metadata: refText(metadata),
      }),
    );
    const kids = `[${pages.map(refText).join(' ')}]`;
    file.putPlain(this.pageTree, dictionary({ Type: '/Pages', Count: pages.length, Kids: kids }));
    const files = nameTree([`${plainString(attachment.name)} ${refText(attachment.id)}`]);
    file.putPlain(this.#names, dictionary({ Dests: nameTree([]), EmbeddedFiles: files }));
    file.putPlain(preferences, dictionary({ DisplayDocTitle: 'true' }));
    return { root: this.#id, info };
  }
}

function nameTree(entries: readonly string[]): string {
  return `<<\n  /Names [\n${entries.map((entry) => `    ${entry}\n`).join('')}]\n>>`;
}

function writeInfo(file: PdfFile, { title, at }: DocumentFacts): number {
  const id = file.reserve();
  const [producer, date] = [plainString(PRODUCER), dateString(at)];
  const entries: Record<string, string> = {};
  const add = (name: string, value: string): void => {
    entries[name] = refText(file.addPlain(value));
  };
  add('Producer', producer);
  add('Creator', producer);
  add('CreationDate', date);
  add('Title', plainString(title));
  add('ModDate', date);
  file.putPlain(id, dictionary(entries));
  return id;
}

function writeMetadata(file: PdfFile, { title, at }: DocumentFacts): number {
  const packet = xmpPacket({ title, producer: PRODUCER, at });
  return file.addRawStream(Buffer.from(packet), {
    length: packet.length,
    Type: '/Metadata',
    Subtype: '/XML',
  });
}

/** Writes the colour space of the document, which PDF/A demands, and returns its number. */
export function writeOutputIntent(file: PdfFile): number {
  const profile = file.addRawStream(deflatedProfile(), { N: 3, Filter: '/FlateDecode' });
  const name = plainString('sRGB IEC61966-2.1');
  return file.addPlain(
    dictionary({
      Type: '/OutputIntent',
      S: '/GTS_PDFA1',
      Info: name,
      OutputConditionIdentifier: name,
      DestOutputProfile: refText(profile),
    }),
  );
}

const deflatedProfile = once(() => deflated(srgbProfile()));
