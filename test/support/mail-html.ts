// Reads the HTML of mails: every text with its element and its colours, as a mail program shows them in light or dark mode.

export interface MailText {
  readonly element: string;
  readonly text: string;
  readonly colour: string;
  readonly background: string;
  /** The address of the link around the text. */
  readonly link: string | null;
  readonly isHidden: boolean;
}

type Context = Omit<MailText, 'text'>;

const TOKENS = /<!doctype html>|<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/g;
const EMPTY_ELEMENTS = ['meta'];
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': '\u00a0',
};

/** Without word joiners, which are not seen. */
function decode(text: string): string {
  return text
    .replaceAll(/&[^;]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll('\u2060', '');
}

/** All tags in order, without attributes and texts. */
export function tagsIn(html: string): readonly string[] {
  return Array.from(html.matchAll(TOKENS)).flatMap(([, end = '', name]) =>
    name === undefined ? [] : [`${end}${name}`],
  );
}

/** The texts of the body; `mode`: whether the program applies the colours of the style sheet for dark mode. */
export function textsIn(html: string, mode: 'light' | 'dark'): readonly MailText[] {
  const overrides =
    mode === 'light'
      ? new Map<string, string>()
      : new Map(
          Array.from(html.matchAll(/\.(\w+)\{([^}]*)\}/g), ([, name = '', style = '']) => [
            name,
            style.replaceAll('!important', ''),
          ]),
        );
  const body = html.slice(html.indexOf('<body'), html.indexOf('</html>'));
  const stack: Context[] = [
    { element: '', colour: '#000000', background: '#ffffff', link: null, isHidden: false },
  ];
  const texts: MailText[] = [];
  for (const [, end, name, attributes = '', content] of body.matchAll(TOKENS)) {
    const context = stack.at(-1);
    if (context === undefined) throw new TypeError('an element ends that did not begin');
    if (content !== undefined) {
      const text = decode(content).trim();
      if (text !== '') texts.push({ ...context, text });
    } else if (name !== undefined && end === '/') {
      if (context.element !== name) throw new TypeError(`${context.element} ends as ${name}`);
      stack.pop();
    } else if (name !== undefined && !EMPTY_ELEMENTS.includes(name)) {
      stack.push(childOf(context, name, attributes, overrides));
    }
  }
  return texts;
}

function childOf(
  parent: Context,
  element: string,
  attributes: string,
  overrides: ReadonlyMap<string, string>,
): Context {
  const read = (name: string): string | null =>
    new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? null;
  const classStyles = (read('class') ?? '').split(' ').map((name) => overrides.get(name) ?? '');
  const style = [...classStyles, read('style') ?? ''].join(';');
  const value = (property: string): string | null =>
    new RegExp(`(?:^|;)${property}:([^;]*)`).exec(style)?.[1] ?? null;
  return {
    element,
    colour: value('color') ?? parent.colour,
    background: value('background') ?? parent.background,
    link: read('href') ?? parent.link,
    isHidden: parent.isHidden || value('display') === 'none',
  };
}

/** One line for each text: its element, and what it says. */
export function outlineOf(html: string): string {
  return textsIn(html, 'light')
    .filter(({ text }) => text !== '·')
    .map(({ element, text, link, isHidden }) =>
      [isHidden ? 'hidden' : element, text, ...(link === null ? [] : [`→ ${decode(link)}`])].join(
        ' ',
      ),
    )
    .join('\n');
}
