// Says why an accepted change, a target, an owner or a note could not be stored.
import type { JSX } from 'preact';
import type { ApiError } from '../../api/api-errors.ts';
import { useLocalization } from '../../app-context.tsx';
import { settingErrorText } from './setting-texts.ts';

interface SettingErrorProps {
  readonly error: ApiError | null;
}

export function SettingError({ error }: SettingErrorProps): JSX.Element | null {
  const localization = useLocalization();
  if (error === null) return null;
  return (
    <p class="error" role="alert">
      {settingErrorText(error, localization)}
    </p>
  );
}
