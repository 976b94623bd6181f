// Checks of this machine: Node, its data of time zones, and the settings.
import type { ConfigProblem } from '../../../lib/composition/config.ts';
import { PROGRAM } from '../terminal.ts';
import type { Check } from './check.ts';
import { fail, ok, warn } from './check.ts';

/** As in package.json of the release. */
const MIN_NODE = [22, 13] as const;
const NEWER_NODE = 'Install a newer Node: its data of time zones come with it.';

/** `versions`: those of the process. */
export function checkMachine(
  { node, tz = '' }: { readonly node: string; readonly tz?: string },
  now: number,
): readonly Check[] {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isSupported = major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
  const tzYear = Number(/^\d{4}/.exec(tz)?.[0] ?? NaN);
  const isCurrent = tzYear >= new Date(now).getUTCFullYear() - 1;
  return [
    isSupported
      ? ok('Node', node)
      : fail('Node', node, `Install Node ${MIN_NODE.join('.')} or newer.`),
    isCurrent
      ? ok('time zones', tz)
      : warn('time zones', tz === '' ? 'of an unknown version' : `of ${tz}`, NEWER_NODE),
  ];
}

export function checkSettings(problems: readonly ConfigProblem[]): readonly Check[] {
  return problems.length === 0
    ? [ok('settings', 'all valid')]
    : problems.map(({ name, problem }) =>
        fail('settings', `${name} ${problem}`, `See ${PROGRAM} config.`),
      );
}
