// The name of the shown folder, with the tree of all folders.
import type { JSX } from 'preact';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { Popover } from '../../ui/controls.tsx';
import { Icon } from '../../ui/icons.tsx';
import { folderName } from './folder-index.ts';
import { FolderTree } from './folder-tree.tsx';

export function CompanyMenu(): JSX.Element {
  const { folderIndex, view } = useAppContext();
  const localization = useLocalization();
  const { page } = localization;
  const folder = (view.name === 'report' ? view.folder : null) ?? folderIndex.roots[0]?.key ?? null;
  // The bar names the company, or the folder where the token covers several.
  const top =
    folder === null ? null : (folderIndex.path(folder)[0] ?? folderIndex.roots[0] ?? null);
  return (
    <Popover
      label={page.list.folders}
      class="company"
      button={
        <>
          <bdi>{top === null ? page.product : folderName(top, localization)}</bdi>
          <Icon name="down" />
        </>
      }
    >
      {(close) => <FolderTree folder={folder} onFollow={close} />}
    </Popover>
  );
}
