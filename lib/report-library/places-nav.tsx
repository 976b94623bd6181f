// The way among places: a search over folders and surveys, and the tree of folders.
import type { JSX } from 'preact';
import { PlaceSearch } from './place-search.tsx';
import { PlaceTree } from './place-tree.tsx';

export function PlacesNav(): JSX.Element {
  return (
    <>
      <PlaceSearch />
      <PlaceTree />
    </>
  );
}
