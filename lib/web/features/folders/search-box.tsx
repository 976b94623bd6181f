// Search field with a result list, as an ARIA combobox: the focus stays in the field.
import type { JSX } from 'preact';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { reportView, surveyView } from '../../routes.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { PageLocalization } from '../../page-localization.ts';
import { shownWeek } from '../../api/use-week-overview.tsx';
import { scrollWithin } from '../../ui/panel.tsx';
import { folderName, pathText, surveyName } from './folder-index.ts';
import type { SearchResult, SearchHit } from './name-search.ts';
import { createNameSearch } from './name-search.ts';

export const SEARCH_FIELD_ID = 'place-search';

export function SearchBox(): JSX.Element {
  const { folderIndex, weeks, view, navigate } = useAppContext();
  const pageLocalization = useLocalization();
  const { page } = pageLocalization;
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  // Created on first use, because it indexes every name.
  const [isNeeded, setNeeded] = useState(false);
  const search = useMemo(
    () => (isNeeded ? createNameSearch(folderIndex) : null),
    [isNeeded, folderIndex],
  );
  const result = useMemo(() => search?.find(query) ?? { hits: [], count: 0 }, [search, query]);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const isShown = isOpen && query.trim() !== '';
  const optionId = (i: number): string => `${id}-${i}`;

  function moveTo(i: number): void {
    setOpen(true);
    setActive(i);
    scrollWithin(list.current, list.current?.children[i]);
  }
  function choose(hit: SearchHit | undefined): void {
    if (hit === undefined) return;
    const { folder, survey } = hit;
    const place = { week: shownWeek(view, weeks), folder: folder.key };
    setOpen(false);
    setQuery('');
    setActive(null);
    navigate(survey === null ? reportView(place) : surveyView(place, survey.key));
  }
  function onKeyDown(event: KeyboardEvent): void {
    // Keys that confirm an input-method composition are not for the list.
    if (event.isComposing) return;
    const last = result.hits.length - 1;
    switch (event.key) {
      case 'ArrowDown':
        if (last >= 0) moveTo(active === null || active === last ? 0 : active + 1);
        break;
      case 'ArrowUp':
        if (last >= 0) moveTo(active === null || active === 0 ? last : active - 1);
        break;
      case 'Enter':
        choose(result.hits[active ?? 0]);
        break;
      case 'Escape':
        if (!isShown) setQuery('');
        setOpen(false);
        setActive(null);
        break;
      default:
        return;
    }
    event.preventDefault();
  }

  return (
    <div
      class="place-search"
      onFocusOut={(event) => {
        const target = event.relatedTarget;
        if (!(target instanceof Node && event.currentTarget.contains(target))) setOpen(false);
      }}
    >
      <label class="unseen" for={SEARCH_FIELD_ID}>
        {page.browse.search}
      </label>
      <input
        id={SEARCH_FIELD_ID}
        type="text"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isShown && active !== null ? { 'aria-activedescendant': optionId(active) } : {})}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        placeholder={page.browse.search}
        value={query}
        onFocus={() => {
          setNeeded(true);
        }}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setNeeded(true);
          setOpen(true);
          setActive(null);
        }}
        onClick={() => {
          setOpen(true);
        }}
        onKeyDown={onKeyDown}
      />
      <div class="place-hits" hidden={!isShown}>
        <p class="hint" role="status">
          {isShown && countText(result, pageLocalization)}
        </p>
        <ul id={`${id}-list`} role="listbox" aria-label={page.browse.results} ref={list}>
          {isShown &&
            result.hits.map((hit, i) => (
              <li
                key={`${hit.folder.key} ${hit.survey?.key ?? ''}`}
                id={optionId(i)}
                role="option"
                aria-selected={i === active}
                onPointerDown={(event) => {
                  // Keeps the focus in the field.
                  event.preventDefault();
                }}
                onClick={() => {
                  choose(hit);
                }}
              >
                <HitText hit={hit} />
              </li>
            ))}
        </ul>
      </div>
    </div>
  );
}

function countText({ hits, count }: SearchResult, { page, formats }: PageLocalization): string {
  if (count === 0) return page.browse.noResults;
  return count > hits.length
    ? page.browse.firstResults(formats.count(hits.length), formats.count(count))
    : page.browse.resultCount(formats.count(count), formats.plural(count));
}

function HitText({ hit: { folder, survey } }: { readonly hit: SearchHit }): JSX.Element {
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const path = folderIndex.path(folder.key);
  const parentPath = pathText(survey === null ? path.slice(0, -1) : path, pageLocalization);
  return (
    <>
      <bdi>
        {survey === null
          ? folderName(folder, pageLocalization)
          : surveyName(survey, pageLocalization)}
      </bdi>
      <small>
        {survey !== null && <span class="kind">{pageLocalization.page.browse.survey}</span>}{' '}
        {parentPath}
      </small>
    </>
  );
}
