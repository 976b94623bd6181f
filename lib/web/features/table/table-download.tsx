// Dialog to download the figures of the weeks and places in view as one table.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ReportView } from '../../../view/report-view.ts';
import { useRequest } from '../../api/query.ts';
import type { TableFile, TableQuery } from '../../api/reports-client.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { RadioField, SelectField } from '../../ui/form-field.tsx';
import { Form, SubmitButton } from '../../ui/form.tsx';
import type { PanelProps } from '../../ui/panel.tsx';
import { PanelDialog } from '../../ui/panel.tsx';
import { addWeeks } from '../choose-week/week-entry.ts';
import { weekNumberText } from '../choose-week/week-title.ts';
import { folderText } from '../folders/folder-index.ts';

interface TablePanelProps extends PanelProps {
  /** The last week of the table, and the folder with everything below it. */
  readonly view: Pick<ReportView, 'week' | 'folder'>;
}

export function TablePanel({ view: { week, folder }, onClose }: TablePanelProps): JSX.Element {
  const { page } = useLocalization();
  return (
    <PanelDialog title={page.table.heading} onClose={onClose}>
      {() => <TableForm week={week} below={folder} />}
    </PanelDialog>
  );
}

interface TableScope {
  /** The last week of the table. */
  readonly week: string;
  /** This folder and everything below it. */
  readonly below: number;
}

const WEEK_COUNTS = [1, 13, 26, 52] as const;
const GRAINS = ['week', 'day', 'hour'] as const;
/** What the rows of the table are. */
const PLACES = ['surveys', 'folders'] as const;
const FORMATS = ['csv', 'parquet', 'ndjson'] as const;

type Choices = Pick<TableQuery, 'grain' | 'places' | 'format'> & { readonly weeks: number };

const DEFAULT_CHOICES: Choices = { weeks: 13, grain: 'week', places: 'surveys', format: 'csv' };

function TableForm({ week, below }: TableScope): JSX.Element {
  const { api, folderIndex, announce } = useAppContext();
  const pageLocalization = useLocalization();
  const words = pageLocalization.page.table;
  const [choices, setChoices] = useState(DEFAULT_CHOICES);
  const { isBusy, error, run } = useRequest();
  const startDownload = (): void => {
    const { weeks, ...query } = choices;
    void run(async () => {
      announce(words.preparing);
      const from = addWeeks(week, 1 - weeks) ?? week;
      saveFile(await api.table({ ...query, from, to: week, below }));
      announce(words.done);
    });
  };
  return (
    <Form class="share-form" onSubmit={startDownload}>
      <p>{words.below({ place: folderText(folderIndex, below, pageLocalization) })}</p>
      <ChoiceFields
        week={week}
        choices={choices}
        onChange={(changes) => {
          setChoices({ ...choices, ...changes });
        }}
      />
      {error?.code === 'ANSWER_TOO_LARGE' && (
        <p class="error" role="alert">
          {words.tooLarge}
        </p>
      )}
      {error !== null && error.code !== 'ANSWER_TOO_LARGE' && (
        <ErrorNote error={error} onRetry={startDownload} />
      )}
      <SubmitButton isBusy={isBusy}>{isBusy ? words.preparing : words.download}</SubmitButton>
    </Form>
  );
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
  const number = weekNumberText(week, { formats });
  return (
    <>
      <SelectField
        label={words.weeks}
        options={WEEK_COUNTS}
        value={choices.weeks}
        textOf={(count) =>
          count === 1
            ? words.oneWeek({ week: number })
            : words.weeksUntil({ n: count, week: number })
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
        label={page.list.places}
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
