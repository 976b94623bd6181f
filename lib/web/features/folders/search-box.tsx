// Search field with a result list, as an ARIA combobox: the focus stays in the field.
import type { JSX, RefObject } from 'preact';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { reportRoute } from '../../routes.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import type { PageLocalization } from '../../page-localization.ts';
import { shownWeek } from '../choose-week/week-picker.tsx';
import { scrollWithin } from '../../ui/panel.tsx';
import { folderName, pathText, surveyName } from './folder-index.ts';
import type { SearchResult, SearchHit } from './name-search.ts';
import { createNameSearch } from './name-search.ts';

export const SEARCH_FIELD_ID = 'place-search';

export function SearchBox(): JSX.Element {
  const { folderIndex, weeks, view, navigate } = useAppContext();
  const { page } = useLocalization();
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  const [isNeeded, setNeeded] = useState(false);
  // Created when the field is first used, because it indexes every name.
  const search = useMemo(
    () => (isNeeded ? createNameSearch(folderIndex) : null),
    [isNeeded, folderIndex],
  );
  const result = useMemo(() => search?.find(query) ?? { hits: [], count: 0 }, [search, query]);
  const list = useRef<HTMLUListElement>(null);
  const listId = useId();
  const isShown = isOpen && query.trim() !== '';

  function moveTo(i: number): void {
    setOpen(true);
    setActive(i);
    scrollWithin(list.current, list.current?.children[i]);
  }
  function choose(hit: SearchHit | undefined): void {
    if (hit === undefined) return;
    const place = { week: shownWeek(view, weeks), folder: hit.folder.key };
    setOpen(false);
    setQuery('');
    setActive(null);
    navigate(reportRoute(place));
  }
  function onKeyDown(event: KeyboardEvent): void {
    // Keys that confirm an input-method composition are not for the list.
    if (event.isComposing) return;
    switch (event.key) {
      case 'ArrowDown':
      case 'ArrowUp':
        if (result.hits.length > 0) moveTo(nextOption(event.key, active, result.hits.length));
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
        aria-controls={listId}
        aria-autocomplete="list"
        {...(isShown && active !== null
          ? { 'aria-activedescendant': optionId(listId, active) }
          : {})}
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
      <kbd aria-hidden="true">/</kbd>
      <HitList
        id={listId}
        list={list}
        result={result}
        isShown={isShown}
        active={active}
        onChoose={choose}
      />
    </div>
  );
}

/** The option that an arrow key moves to: after the last one comes the first. */
function nextOption(key: 'ArrowDown' | 'ArrowUp', active: number | null, count: number): number {
  const last = count - 1;
  if (key === 'ArrowDown') return active === null || active === last ? 0 : active + 1;
  return active === null || active === 0 ? last : active - 1;
}

interface HitListProps {
  readonly id: string;
  readonly list: RefObject<HTMLUListElement | null>;
  readonly result: SearchResult;
  readonly isShown: boolean;
  /** The option that the arrow keys have reached; null for none. */
  readonly active: number | null;
  readonly onChoose: (hit: SearchHit) => void;
}

function HitList({ id, list, result, isShown, active, onChoose }: HitListProps): JSX.Element {
  const pageLocalization = useLocalization();
  return (
    <div class="place-hits" hidden={!isShown}>
      <p class="hint" role="status">
        {isShown && countText(result, pageLocalization)}
      </p>
      <ul id={id} role="listbox" aria-label={pageLocalization.page.browse.results} ref={list}>
        {isShown &&
          result.hits.map((hit, i) => (
            <HitOption
              key={`${hit.folder.key} ${hit.survey?.key ?? ''}`}
              id={optionId(id, i)}
              hit={hit}
              isActive={i === active}
              onChoose={onChoose}
            />
          ))}
      </ul>
    </div>
  );
}

function optionId(listId: string, i: number): string {
  return `${listId}-${i}`;
}

function countText({ hits, count }: SearchResult, { page }: PageLocalization): string {
  if (count === 0) return page.browse.noResults;
  return count > hits.length
    ? page.browse.firstResults({ shown: hits.length, n: count })
    : page.browse.resultCount({ n: count });
}

interface HitOptionProps {
  readonly id: string;
  readonly hit: SearchHit;
  readonly isActive: boolean;
  readonly onChoose: (hit: SearchHit) => void;
}

function HitOption({ id, hit, isActive, onChoose }: HitOptionProps): JSX.Element {
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const { folder, survey } = hit;
  const path = folderIndex.path(folder.key);
  const parentPath = pathText(survey === null ? path.slice(0, -1) : path, pageLocalization);
  return (
    <li
      id={id}
      role="option"
      aria-selected={isActive}
      onPointerDown={(event) => {
        // Keeps the focus in the field.
        event.preventDefault();
      }}
      onClick={() => {
        onChoose(hit);
      }}
    >
      <bdi>
        {survey === null
          ? folderName(folder, pageLocalization)
          : surveyName(survey, pageLocalization)}
      </bdi>
      <small>
        {survey !== null && <span class="kind">{pageLocalization.page.browse.survey}</span>}{' '}
        {parentPath}
      </small>
    </li>
  );
}
