// What stands at an address that is none of ours.
import type { JSX } from 'preact';
import { NEWEST_WEEK } from '../routes.ts';
import { To, useSpeech, useTitle } from '../app-context.tsx';

export function LostPage(): JSX.Element {
  const { page } = useSpeech();
  const [title = '', what = ''] = page.trouble.lost;
  useTitle(title);
  return (
    <section class="note">
      <h1>{title}</h1>
      <p>{what}</p>
      <p>
        <To view={NEWEST_WEEK}>{page.trouble.home}</To>
      </p>
    </section>
  );
}
