// What the reader can change about a list: the state that is shown, the groups, and how it is displayed.
import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { countOf } from '../../../view/first-part.ts';
import type { FolderView, SectionState } from '../../../view/report-view.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { ReportRoute } from '../../routes.ts';
import { LIST_GROUPS } from '../../routes.ts';
import { ViewLink } from '../../ui/controls.tsx';
import { StateGlyph } from '../../ui/state-glyph.tsx';

interface ListToolsProps {
  readonly view: FolderView;
  readonly route: ReportRoute;
  /** Folders to compare. */
  readonly selected: readonly number[];
}

export function ListTools({ view, route, selected }: ListToolsProps): JSX.Element {
  const { navigate } = useAppContext();
  const { page } = useLocalization();
  const { display } = route;
  return (
    <div class="list-tools">
      <StateChips view={view} route={route} />
      <div class="list-choices">
        {display === 'list' && <GroupSelect view={view} route={route} />}
        {selected.length >= 2 && (
          <ViewLink class="chip" view={{ name: 'compare', week: view.week, folders: selected }}>
            {page.list.compare({ n: selected.length })}
          </ViewLink>
        )}
        {view.heat !== null && (
          <div class="chip-switch" role="group" aria-label={page.list.display}>
            {(['list', 'heat'] as const).map((option) => (
              <button
                key={option}
                type="button"
                class="chip"
                aria-pressed={option === display}
                onClick={() => {
                  navigate({ ...route, display: option }, { replace: true });
                }}
              >
                {page.list.displays[option]}
              </button>
            ))}
          </div>
        )}
      </div>
    </div>
  );
}

function StateChips({ view, route }: Omit<ListToolsProps, 'selected'>): JSX.Element {
  const { navigate } = useAppContext();
  const { page, formats } = useLocalization();
  const box = useRef<HTMLDivElement>(null);
  useFittingTexts(box);
  const chip = (
    state: SectionState | null,
    text: string,
    count: string,
    title = text,
  ): JSX.Element => (
    <button
      key={state ?? 'all'}
      type="button"
      class="chip"
      title={title}
      aria-pressed={route.state === state}
      onClick={() => {
        navigate({ ...route, state: route.state === state ? null : state }, { replace: true });
      }}
    >
      {state !== null && <StateGlyph state={state} size={11} />}
      <span class="chip-text">{text}</span> <b>{count}</b>
    </button>
  );
  return (
    <div class="chips" role="group" aria-label={page.browse.states} ref={box}>
      {chip(null, page.browse.all, formats.count(countOf(view)))}
      {view.counts.map(({ state, shortTitle, countText, title }) =>
        chip(state, shortTitle, countText, title),
      )}
    </div>
  );
}

/** Beside a panel, chips stay on one line: from the last one on, those that have no room for their text show sign and number. */
function useFittingTexts(box: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const chips = box.current;
    if (chips === null) return undefined;
    const fit = (): void => {
      const texts = [...chips.querySelectorAll('.chip-text')];
      for (const text of texts) text.classList.remove('unseen');
      if (chips.closest('.has-panel') === null) return;
      for (const text of texts.slice(1).toReversed()) {
        if (chips.scrollWidth <= chips.clientWidth) return;
        text.classList.add('unseen');
      }
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(chips);
    return () => {
      observer.disconnect();
    };
  });
}

function GroupSelect({ view, route }: Omit<ListToolsProps, 'selected'>): JSX.Element {
  const { navigate } = useAppContext();
  const words = useLocalization().page.list;
  const groups = LIST_GROUPS.filter((group) => group !== 'region' || view.heat !== null);
  return (
    <span class="chip is-select">
      <select
        aria-label={words.group}
        value={route.group}
        onChange={({ currentTarget }) => {
          const group = groups.find((option) => option === currentTarget.value) ?? 'state';
          navigate({ ...route, group }, { replace: true });
        }}
      >
        {groups.map((group) => (
          <option key={group} value={group}>
            {words.groups[group]}
          </option>
        ))}
      </select>
    </span>
  );
}
