// The targets of a folder, one for each of its kinds of index, to set, change and remove.
import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { compareGroups } from '../../../domain/ranking.ts';
import type { TargetBody } from '../../../http/setting-responses.ts';
import { weekNumberText } from '../choose-week/week-title.ts';
import { displayText } from '../../../i18n/localization.ts';
import { targetsQuery } from '../../api/queries.ts';
import { useQuery, useRequest } from '../../api/query.ts';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { localTimeWithUtc } from '../../page-localization.ts';
import { useReport } from '../../report-context.tsx';
import { ErrorNote } from '../../ui/error-note.tsx';
import { FormField } from '../../ui/form-field.tsx';
import { Form } from '../../ui/form.tsx';
import { RemoveSetting } from './remove-setting.tsx';
import { SettingError } from './setting-error.tsx';
import type { IndexKind } from '../../../view/report-view.ts';
import { parseTarget } from './target-input.ts';

interface TargetsProps {
  /** Called when the button that had the focus is removed. */
  readonly onRemoved: () => void;
}

export function Targets({ onRemoved }: TargetsProps): JSX.Element {
  const words = useLocalization().page.accept;
  const { folder, indexKinds } = useReport().view;
  const { data, error, refetch } = useQuery(targetsQuery, folder);
  const targets = data?.data ?? [];
  return (
    <section class="settings-section">
      <h3>{words.targets}</h3>
      <p class="hint">{words.targetsHint}</p>
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
      <ul>
        {data !== null &&
          indexKinds.map((kind) => {
            const target = targets.find((other) => compareGroups(other, kind) === 0) ?? null;
            return (
              <li key={kind.name}>
                <TargetItem
                  kind={kind}
                  target={target}
                  onChanged={refetch}
                  onRemoved={() => {
                    onRemoved();
                    refetch();
                  }}
                />
              </li>
            );
          })}
      </ul>
    </section>
  );
}

interface TargetItemProps {
  readonly kind: IndexKind;
  /** Null when the folder has none of its own. */
  readonly target: TargetBody | null;
  readonly onChanged: () => void;
  readonly onRemoved: () => void;
}

function TargetItem({ kind, target, onChanged, onRemoved }: TargetItemProps): JSX.Element {
  const { api } = useAppContext();
  const [typed, setTyped] = useState(target === null ? '' : String(target.value));
  const [message, setMessage] = useState('');
  return (
    <>
      <TargetForm
        kind={kind}
        typed={typed}
        onType={setTyped}
        onSaved={(text) => {
          setMessage(text);
          onChanged();
        }}
      />
      {message !== '' && <p class="hint">{message}</p>}
      {target !== null && (
        <>
          <TargetOrigin target={target} />
          <RemoveSetting
            what={kind.name}
            remove={() => api.removeTarget(target.id)}
            onRemoved={(text) => {
              setTyped('');
              setMessage(text);
              onRemoved();
            }}
          />
        </>
      )}
    </>
  );
}

/** Who has set a target, and when. */
function TargetOrigin({ target }: { readonly target: TargetBody }): JSX.Element {
  const pageLocalization = useLocalization();
  const by = displayText(target.by, pageLocalization, MAX_BY);
  const when = localTimeWithUtc(target.at, pageLocalization);
  return <p class="muted">{pageLocalization.page.accept.setBy({ by, when })}</p>;
}

/** Longer ids are cut. */
const MAX_BY = 80;

interface TargetFormProps {
  readonly kind: IndexKind;
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** Receives the text that says so, which is announced too. */
  readonly onSaved: (message: string) => void;
}

function TargetForm({ kind, typed, onType, onSaved }: TargetFormProps): JSX.Element {
  const { api, announce, weeks } = useAppContext();
  const { page, formats } = useLocalization();
  const { view } = useReport();
  const [isInvalid, setInvalid] = useState(false);
  const { isBusy, error, run } = useRequest();
  const field = useRef<HTMLInputElement>(null);
  const words = page.accept;
  const { indexType, feedbackScale, limits } = kind;
  const hint = words.targetHint({
    lower: formats.decimal(limits.lower),
    upper: formats.decimal(limits.upper),
  });
  const save = (): void => {
    const value = parseTarget(typed, limits);
    setInvalid(value === null);
    if (value === null) {
      field.current?.focus();
      return;
    }
    void run(async () => {
      const { folder } = view;
      await api.setTarget({ folder, indexType, feedbackScale, value });
      const week = weekNumberText(weeks.latest, { formats });
      const message = formats.sentences([page.subscriptions.saved, words.remade({ week })]);
      announce(message);
      onSaved(message);
    });
  };
  return (
    <Form class="share-form" onSubmit={save}>
      <FormField label={words.targetOf({ kind: kind.name })} hint={hint} isInvalid={isInvalid}>
        {(control) => (
          <span class="link-row">
            <input
              {...control}
              ref={field}
              type="text"
              // Number pads have no minus.
              inputMode={limits.lower < 0 ? 'text' : 'decimal'}
              dir="ltr"
              autocomplete="off"
              size={8}
              value={typed}
              onInput={({ currentTarget }) => {
                onType(currentTarget.value);
                setInvalid(false);
              }}
            />
            <button type="submit" aria-disabled={isBusy}>
              {page.subscriptions.save}
            </button>
          </span>
        )}
      </FormField>
      <SettingError error={error} />
    </Form>
  );
}
