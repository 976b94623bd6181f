// Dialog with the keys that the page knows.
import type { JSX } from 'preact';
import { useLocalization } from '../../app-context.tsx';
import type { PanelProps } from '../../ui/panel.tsx';
import { PanelDialog } from '../../ui/panel.tsx';

export function KeyboardHelp({ onClose }: PanelProps): JSX.Element {
  const { keys: words, share } = useLocalization().page;
  const rows = [
    ['/', words.search],
    ['j', words.next],
    ['k', words.previous],
    ['Enter', words.open],
    ['Esc', share.close],
    ['?', words.help],
  ] as const;
  return (
    <PanelDialog title={words.heading} onClose={onClose}>
      {() => (
        <dl class="keys">
          {rows.map(([key, text]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
    </PanelDialog>
  );
}
