// A form that checks its fields itself, and the button that submits it.
import type { ComponentChildren, JSX, Ref } from 'preact';

interface FormProps {
  readonly class?: string;
  readonly formRef?: Ref<HTMLFormElement>;
  readonly onSubmit: () => void;
  readonly children: ComponentChildren;
}

export function Form({ onSubmit, formRef, children, ...props }: FormProps): JSX.Element {
  return (
    <form
      {...props}
      {...(formRef === undefined ? {} : { ref: formRef })}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}

interface SubmitButtonProps {
  readonly isBusy: boolean;
  readonly children: string;
}

export function SubmitButton({ isBusy, children }: SubmitButtonProps): JSX.Element {
  return (
    <p class="note-acts">
      <button type="submit" class="primary" aria-disabled={isBusy}>
        {children}
      </button>
    </p>
  );
}
