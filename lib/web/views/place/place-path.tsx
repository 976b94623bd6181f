// The folders above a place; those that the token covers are links.
import type { JSX } from 'preact';
import type { PlaceView } from '../../../view/report-view.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { reportRoute } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';

type PathProps = Pick<PlaceView, 'path' | 'week'>;

export function PlacePath({ view: { path, week } }: { readonly view: PathProps }): JSX.Element {
  const { folderIndex } = useAppContext();
  const { page } = useLocalization();
  return (
    <nav class="path" aria-label={page.read.path}>
      <ol>
        {path.map(({ key, name }) => (
          <li key={key}>
            {folderIndex.folder(key) === null ? (
              <bdi>{name}</bdi>
            ) : (
              <ViewLink view={reportRoute({ week, folder: key })}>
                <bdi>{name}</bdi>
              </ViewLink>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
