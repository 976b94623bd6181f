// A labelled form control with a hint and an error next to it.
import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

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
  /** Receives the attributes that connect the control with its label and texts. */
  readonly children: (control: ControlProps) => JSX.Element;
}

export function FormField({
  label,
  hint = '',
  error = null,
  children,
}: FormFieldProps): JSX.Element {
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
