// Texts about accepted changes, targets, owners and notes.
import { MAX_NOTES } from '../../../domain/place-notes.ts';
import type { PageTexts } from '../../../i18n/generated/texts.ts';
import type { PageLocalization } from '../../page-localization.ts';
import type { ApiError, ApiErrorKind } from '../../api/api-errors.ts';

/** Why a change was not made. */
export function settingErrorText(
  { kind, code }: ApiError,
  { page, formats }: Pick<PageLocalization, 'page' | 'formats'>,
): string {
  return formats.sentences([page.accept.failed, reasonText(kind, code, page)]);
}

function reasonText(kind: ApiErrorKind, code: string | null, page: PageTexts): string {
  if (code === 'TOO_MANY_SETTINGS') return page.accept.errors.tooMany;
  if (code === 'NOTE_OF_ANOTHER') return page.notes.ofAnother;
  if (code === 'NOTES_FULL') return page.notes.full({ most: MAX_NOTES });
  if (code === 'SETTINGS_FULL') return page.accept.errors.full;
  switch (kind) {
    case 'notFound':
      return page.make.noFolder;
    case 'offline':
      return page.make.offline;
    default:
      return page.errors[kind].text;
  }
}
