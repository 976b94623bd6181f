// The way among places: a search over folders and surveys, and the tree of folders.
import type { JSX } from 'preact';
import { PlaceSearch } from './search-box.tsx';
import { PlaceTree } from './folder-tree.tsx';

export function PlacesNav(): JSX.Element {
  return (
    <>
      <PlaceSearch />
      <PlaceTree />
    </>
  );
}
