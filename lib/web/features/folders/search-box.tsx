// The field in which places are searched, with what was found below it: a combobox as the ARIA patterns have it, whose
// keyboard stays in the field.
import type { JSX } from 'preact';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import type { View } from '../../routes.ts';
import { reportAt, surveyAt } from '../../routes.ts';
import { useLibrary, useSpeech } from '../../app-context.tsx';
import { weekOf } from '../../api/use-week-overview.tsx';
import { scrollWithin } from '../../ui/panel-focus.ts';
import { folderName, pathOf, surveyName } from './folder-names.ts';
import type { Found, Hit } from './name-search.ts';
import { placeSearch } from './name-search.ts';

export const SEARCH_FIELD = 'place-search';

export function PlaceSearch(): JSX.Element {
  const { places, weeks, view, go } = useLibrary();
  const { page } = useSpeech();
  const [query, setQuery] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState<number | null>(null);
  // Made when it is first needed: it reads every name.
  const [isNeeded, setNeeded] = useState(false);
  const search = useMemo(() => (isNeeded ? placeSearch(places) : null), [isNeeded, places]);
  const found = useMemo(() => search?.find(query) ?? { hits: [], count: 0 }, [search, query]);
  const list = useRef<HTMLUListElement>(null);
  const id = useId();
  const isShown = isOpen && query.trim() !== '';
  const optionId = (i: number): string => `${id}-${i}`;

  function moveTo(i: number): void {
    setOpen(true);
    setActive(i);
    scrollWithin(list.current, list.current?.children[i]);
  }
  function choose(hit: Hit | undefined): void {
    if (hit === undefined) return;
    setOpen(false);
    setQuery('');
    setActive(null);
    go(viewOf(hit, weekOf(view, weeks)));
  }
  function onKeyDown(event: KeyboardEvent): void {
    // A key that ends the typing of a Japanese word is not meant for the list.
    if (event.isComposing) return;
    const last = found.hits.length - 1;
    switch (event.key) {
      case 'ArrowDown':
        if (last >= 0) moveTo(active === null || active === last ? 0 : active + 1);
        break;
      case 'ArrowUp':
        if (last >= 0) moveTo(active === null || active === 0 ? last : active - 1);
        break;
      case 'Enter':
        choose(found.hits[active ?? 0]);
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
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOpen(false);
      }}
    >
      <label class="unseen" for={SEARCH_FIELD}>
        {page.find.search}
      </label>
      <input
        id={SEARCH_FIELD}
        type="text"
        role="combobox"
        aria-expanded={isShown}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(isShown && active !== null ? { 'aria-activedescendant': optionId(active) } : {})}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        placeholder={page.find.search}
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
          {isShown && <FoundText found={found} />}
        </p>
        <ul id={`${id}-list`} role="listbox" aria-label={page.find.results} ref={list}>
          {isShown &&
            found.hits.map((hit, i) => (
              <li
                key={`${hit.folder.key} ${hit.survey?.key ?? ''}`}
                id={optionId(i)}
                role="option"
                aria-selected={i === active}
                onPointerDown={(event) => {
                  // The keyboard stays in the field.
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

function FoundText({ found }: { readonly found: Found }): JSX.Element {
  const { page, formats } = useSpeech();
  const { hits, count } = found;
  if (count === 0) return <>{page.find.foundNone}</>;
  if (count > hits.length) {
    return <>{page.find.foundMore(formats.count(hits.length), formats.count(count))}</>;
  }
  return <>{page.find.found(formats.count(count), formats.plural(count))}</>;
}

function HitText({ hit: { folder, survey } }: { readonly hit: Hit }): JSX.Element {
  const { places } = useLibrary();
  const speech = useSpeech();
  const path = places.path(folder.key);
  const above = pathOf(survey === null ? path.slice(0, -1) : path, speech);
  return (
    <>
      <bdi>{survey === null ? folderName(folder, speech) : surveyName(survey, speech)}</bdi>
      <small>
        {survey !== null && <span class="kind">{speech.page.find.survey}</span>} {above}
      </small>
    </>
  );
}

function viewOf({ folder, survey }: Hit, week: string): View {
  const place = { week, folder: folder.key };
  return survey === null ? reportAt(place) : surveyAt(place, survey.key);
}
