// fast-check as tests use it, with characters of their own.
import * as fc from './fast-check.ts';

export { fc };

/** The seed of everything that a test chooses at random. */
export const SEED = fc.SEED;

/** The code points that are characters: all but the surrogates. */
const CODE_POINTS = 0x11_0000 - 0x800;
const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Any character: the same texts as the unit 'binary' of fast-check, which first puts all of Unicode into a map, for
 * more than a second.
 */
export const anyCharacter = fc.nat({ max: CODE_POINTS - 1 }).map(
  (position) =>
    String.fromCodePoint(position < SURROGATES.first ? position : position + SURROGATES.count),
  (text) => {
    const codePoint = typeof text === 'string' ? text.codePointAt(0) : undefined;
    if (codePoint === undefined || text !== String.fromCodePoint(codePoint)) {
      throw new Error('not one character');
    }
    return codePoint < SURROGATES.first ? codePoint : codePoint - SURROGATES.count;
  },
);
