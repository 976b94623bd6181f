// Labelled form controls: a field with a hint and an error, choices, and a text that can be copied.
import type { ComponentChildren, JSX } from 'preact';
import { useId, useRef, useState } from 'preact/hooks';
import { useAppContext, useLocalization } from '../app-context.tsx';

interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string;
  readonly 'aria-invalid': boolean;
}

interface FormFieldProps {
  readonly label: string;
  readonly hint?: string;
  /** Null when the input is valid. */
  readonly error?: string | null;
  /** Whether the hint says what is wrong. */
  readonly isInvalid?: boolean;
  /** Receives the attributes that connect the control with its label and texts. */
  readonly children: (control: ControlProps) => JSX.Element;
}

export function FormField(props: FormFieldProps): JSX.Element {
  const { label, children, isInvalid = false } = props;
  const hint = isInvalid ? '' : (props.hint ?? '');
  const error = (isInvalid ? props.hint : props.error) ?? null;
  const [id, hintId, errorId] = [useId(), useId(), useId()];
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': `${errorId} ${hintId}`, 'aria-invalid': error !== null })}
      <p class="error" id={errorId}>
        {error}
      </p>
      {hint !== '' && (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

interface ChoiceProps<T> {
  readonly label: string;
  readonly options: readonly T[];
  readonly value: T;
  readonly textOf: (option: T) => string;
  readonly onSelect: (option: T) => void;
}

interface SelectFieldProps<T> extends ChoiceProps<T> {
  readonly error?: string | null;
  readonly dir?: 'ltr';
}

/** A choice from a list. */
export function SelectField<T extends string | number>(props: SelectFieldProps<T>): JSX.Element {
  const { label, options, value, textOf, onSelect, error = null, dir } = props;
  return (
    <FormField label={label} error={error}>
      {(control) => (
        <select
          {...control}
          dir={dir}
          value={String(value)}
          onChange={({ currentTarget }) => {
            const selected = options.find((option) => String(option) === currentTarget.value);
            if (selected !== undefined) onSelect(selected);
          }}
        >
          {options.map((option) => (
            <option key={option} value={String(option)}>
              {textOf(option)}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

interface RadioFieldProps<T> extends ChoiceProps<T> {
  /** '' for none. */
  readonly hintOf: (option: T) => string;
  /** Below the options. */
  readonly children?: ComponentChildren;
}

/** A choice of one of a few options, each with a hint. */
export function RadioField<T extends string | boolean>(props: RadioFieldProps<T>): JSX.Element {
  const { label, options, value, textOf, onSelect, hintOf, children } = props;
  const name = useId();
  return (
    <fieldset>
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={String(option)} class="choice">
          <input
            type="radio"
            name={name}
            checked={value === option}
            onChange={() => {
              onSelect(option);
            }}
          />
          <span>
            {textOf(option)}
            {hintOf(option) !== '' && <small>{hintOf(option)}</small>}
          </span>
        </label>
      ))}
      {children}
    </fieldset>
  );
}

interface CheckFieldProps {
  readonly class: 'check' | 'choice';
  readonly label: string;
  readonly hint?: string;
  readonly isChecked: boolean;
  readonly onCheck: (isChecked: boolean) => void;
}

export function CheckField(props: CheckFieldProps): JSX.Element {
  const { label, hint = '', isChecked, onCheck } = props;
  return (
    <label class={props.class}>
      <input
        type="checkbox"
        checked={isChecked}
        onChange={({ currentTarget }) => {
          onCheck(currentTarget.checked);
        }}
      />
      <span>
        {label}
        {hint !== '' && <small>{hint}</small>}
      </span>
    </label>
  );
}

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  /** Accessible name of the button. */
  readonly copyLabel: string;
}

export function CopyField({ label, value, copyLabel }: CopyFieldProps): JSX.Element {
  const { announce } = useAppContext();
  const words = useLocalization().page.share;
  const [copyState, setCopyState] = useState<'copied' | 'selected' | null>(null);
  const fieldId = useId();
  const textField = useRef<HTMLInputElement>(null);
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(value);
    if (!isCopied) {
      textField.current?.focus();
      textField.current?.select();
    }
    setCopyState(isCopied ? 'copied' : 'selected');
    announce(isCopied ? words.copied : words.copyByHand);
  };
  return (
    <>
      <label for={fieldId}>{label}</label>
      <div class="link-row">
        <input
          id={fieldId}
          ref={textField}
          type="text"
          readOnly
          dir="ltr"
          value={value}
          onFocus={(event) => {
            event.currentTarget.select();
          }}
        />
        <button
          type="button"
          {...(copyState === 'copied' ? {} : { 'aria-label': copyLabel })}
          onClick={() => void copy()}
        >
          {copyState === 'copied' ? words.copied : words.copy}
        </button>
      </div>
      {copyState === 'selected' && <p class="hint">{words.copyByHand}</p>}
    </>
  );
}

/** Returns false when the browser denies clipboard access. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Not triggered by a user gesture, denied, or no clipboard API.
    return false;
  }
}
