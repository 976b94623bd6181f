// Button to remove what was accepted, or a target: the reports that it concerns are made again.
import type { JSX } from 'preact';
import { useAppContext, useLocalization } from '../../app-context.tsx';
import { weekNumberText } from '../choose-week/week-title.ts';
import { RemoveButton } from './remove-button.tsx';

interface RemoveSettingProps {
  /** Names what is removed. */
  readonly what: string;
  readonly remove: () => Promise<void>;
  /** Receives the text that says so, which is announced too. */
  readonly onRemoved: (message: string) => void;
}

export function RemoveSetting({ what, remove, onRemoved }: RemoveSettingProps): JSX.Element {
  const { weeks } = useAppContext();
  const { page, formats } = useLocalization();
  const { confirmRemove, removed, remade } = page.accept;
  const week = weekNumberText(weeks.latest, { formats });
  const message = formats.sentences([removed, remade({ week })]);
  return (
    <RemoveButton
      what={what}
      question={confirmRemove}
      message={message}
      remove={remove}
      onRemoved={() => {
        onRemoved(message);
      }}
    />
  );
}
