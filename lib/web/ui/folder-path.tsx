// The folders above a report, as links to their lists; those that the token does not cover are names.
import type { JSX } from 'preact';
import type { CommonView } from '../../view/report-view.ts';
import { useAppContext, useLocalization } from '../app-context.tsx';
import { reportRoute } from '../routes.ts';
import { ViewLink } from './controls.tsx';

interface FolderPathProps {
  readonly view: Pick<CommonView, 'path' | 'week'>;
  /** The name of the folder itself, where no heading has it. */
  readonly name?: string;
}

export function FolderPath({ view: { path, week }, name }: FolderPathProps): JSX.Element {
  const { folderIndex } = useAppContext();
  const { page } = useLocalization();
  return (
    <nav class="path" aria-label={page.read.path}>
      <ol>
        {path.map(({ key, name: above }) => (
          <li key={key}>
            {folderIndex.folder(key) === null ? (
              <bdi>{above}</bdi>
            ) : (
              <ViewLink view={reportRoute({ week, folder: key })}>
                <bdi>{above}</bdi>
              </ViewLink>
            )}
          </li>
        ))}
        {name !== undefined && (
          <li>
            <bdi>{name}</bdi>
          </li>
        )}
      </ol>
    </nav>
  );
}
