// The menu of the bar: what can be done with the shown report, messages, language, theme and signing out.
import type { JSX } from 'preact';
import type { Settings } from '../../app-context.tsx';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { useRouteView } from '../../api/use-report-view.ts';
import type { View } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { CheckField } from '../../ui/form-field.tsx';
import { LanguageSelect, ThemeChoice } from '../../ui/settings.tsx';
import { shownWeek } from '../choose-week/week-picker.tsx';
import { ReportMenu } from '../report-menu/report-menu.tsx';

interface AppMenuProps {
  readonly settings: Settings;
  /** Whether single keys act. */
  readonly hasShortcuts: boolean;
  readonly onShortcuts: (has: boolean) => void;
  readonly onHelp: () => void;
  readonly onSignOut: () => void;
}

export function AppMenu(props: AppMenuProps): JSX.Element {
  const { settings, hasShortcuts, onShortcuts, onHelp, onSignOut } = props;
  const { view, weeks, folderIndex, subscriptions } = useAppContext();
  const { page } = useLocalization();
  const week = shownWeek(view, weeks);
  const route = view.name === 'report' ? view : null;
  const folder = route?.folder ?? folderIndex.roots[0]?.key ?? null;
  const { data } = useRouteView(route, week, route === null ? null : folder);
  const item = (target: View, text: string, close: () => void): JSX.Element => (
    <li onClick={close}>
      <ViewLink view={target}>{text}</ViewLink>
    </li>
  );
  return (
    <ReportMenu view={data}>
      {(close) => (
        <>
          <ul>
            {subscriptions.data !== null &&
              item({ name: 'subscriptions', all: false }, page.subscriptions.heading, close)}
            {subscriptions.data !== null &&
              item({ name: 'deliveries', week }, page.deliveries.heading, close)}
            <li>
              <button
                type="button"
                class="bare"
                onClick={() => {
                  close();
                  onHelp();
                }}
              >
                {page.keys.heading}
              </button>
            </li>
          </ul>
          <LanguageSelect onLanguage={settings.onLanguage} />
          <ThemeChoice {...settings} />
          <CheckField
            class="check"
            label={page.keys.enabled}
            isChecked={hasShortcuts}
            onCheck={onShortcuts}
          />
          <button type="button" onClick={onSignOut}>
            {page.shell.signOut}
          </button>
        </>
      )}
    </ReportMenu>
  );
}
