// Button and dialog to download the figures of the weeks and places in view as one table.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { parseWeek, weeksFrom } from '../../../domain/calendar.ts';
import { weekNumber } from '../../../i18n/formats.ts';
import type { ApiError } from '../../api/api-errors.ts';
import { toApiError } from '../../api/api-errors.ts';
import type { TableFile, TableQuery } from '../../api/reports-client.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { RadioField, SelectField } from '../../ui/form-field.tsx';
import { PanelDialog } from '../../ui/panel.tsx';
import { folderText } from '../folders/folder-index.ts';

interface TableScope {
  /** The last week of the table. */
  readonly week: string;
  /** This folder and everything below it; null for all places. */
  readonly below: number | null;
}

export function TableDownload(scope: TableScope): JSX.Element {
  const { page } = useLocalization();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        {page.table.heading}
      </button>
      {isOpen && (
        <PanelDialog
          title={page.table.heading}
          onClose={() => {
            setOpen(false);
          }}
        >
          {() => <TableForm {...scope} />}
        </PanelDialog>
      )}
    </>
  );
}

const WEEK_COUNTS = [1, 13, 26, 52] as const;
const GRAINS = ['week', 'day', 'hour'] as const;
/** What the rows of the table are. */
const PLACES = ['surveys', 'folders'] as const;
const FORMATS = ['csv', 'parquet', 'ndjson'] as const;

type Choices = Pick<TableQuery, 'grain' | 'places' | 'format'> & { readonly weeks: number };

const DEFAULT_CHOICES: Choices = { weeks: 13, grain: 'week', places: 'surveys', format: 'csv' };

function TableForm({ week, below }: TableScope): JSX.Element {
  const { folderIndex } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.table;
  const [choices, setChoices] = useState(DEFAULT_CHOICES);
  const { isLoading, apiError, download } = useTableDownload({ week, below });
  const startDownload = (): void => {
    void download(choices);
  };
  return (
    <form
      class="share-form"
      onSubmit={(event) => {
        event.preventDefault();
        startDownload();
      }}
    >
      <p>
        {below === null || folderIndex.folder(below) === null
          ? words.everywhere
          : words.below(folderText(folderIndex, below, pageLocalization))}
      </p>
      <ChoiceFields
        week={week}
        choices={choices}
        onChange={(changes) => {
          setChoices({ ...choices, ...changes });
        }}
      />
      {apiError?.code === 'ANSWER_TOO_LARGE' && (
        <p class="error" role="alert">
          {words.tooLarge}
        </p>
      )}
      {apiError !== null && apiError.code !== 'ANSWER_TOO_LARGE' && (
        <ErrorNote error={apiError} onRetry={startDownload} />
      )}
      <p class="note-acts">
        <button type="submit" class="primary" aria-disabled={isLoading}>
          {isLoading ? words.preparing : words.download}
        </button>
      </p>
    </form>
  );
}

interface TableDownloadState {
  readonly isLoading: boolean;
  readonly apiError: ApiError | null;
  readonly download: (choices: Choices) => Promise<void>;
}

/** Downloads one table at a time and saves it as a file. */
function useTableDownload({ week, below }: TableScope): TableDownloadState {
  const { api, announce } = useAppContext();
  const words = useLocalization().page.table;
  const [isLoading, setLoading] = useState(false);
  const [apiError, setApiError] = useState<ApiError | null>(null);

  const download = async ({ weeks, ...query }: Choices): Promise<void> => {
    if (isLoading) return;
    setLoading(true);
    setApiError(null);
    announce(words.preparing);
    try {
      saveFile(await api.table({ ...query, from: firstWeek(week, weeks), to: week, below }));
      announce(words.done);
    } catch (error) {
      setApiError(toApiError(error));
    } finally {
      setLoading(false);
    }
  };
  return { isLoading, apiError, download };
}

interface ChoiceFieldsProps {
  /** The last week of the table. */
  readonly week: string;
  readonly choices: Choices;
  readonly onChange: (changes: Partial<Choices>) => void;
}

function ChoiceFields({ week, choices, onChange }: ChoiceFieldsProps): JSX.Element {
  const { page, formats } = useLocalization();
  const words = page.table;
  const number = formats.numeral(weekNumber(week));
  return (
    <>
      <SelectField
        label={words.weeks}
        options={WEEK_COUNTS}
        value={choices.weeks}
        textOf={(count) =>
          count === 1 ? words.oneWeek(number) : words.weeksUntil(formats.count(count), number)
        }
        onSelect={(weeks) => {
          onChange({ weeks });
        }}
      />
      <SelectField
        label={words.grain}
        options={GRAINS}
        value={choices.grain}
        textOf={(grain) => words.grains[grain]}
        onSelect={(grain) => {
          onChange({ grain });
        }}
      />
      <RadioField
        label={words.places}
        options={PLACES}
        value={choices.places}
        textOf={(places) => words[places]}
        hintOf={(places) => words.placesHints[places]}
        onSelect={(places) => {
          onChange({ places });
        }}
      />
      <SelectField
        label={words.format}
        options={FORMATS}
        value={choices.format}
        textOf={(format) => words.formats[format]}
        onSelect={(format) => {
          onChange({ format });
        }}
      />
    </>
  );
}

function firstWeek(last: string, count: number): string {
  const week = parseWeek(last);
  return week === null ? last : weeksFrom(week, 1 - count).name;
}

/** Time in which every browser has begun to save a file. */
const SAVING_MS = 60_000;

function saveFile({ content, name }: TableFile): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => {
    URL.revokeObjectURL(link.href);
  }, SAVING_MS);
}
