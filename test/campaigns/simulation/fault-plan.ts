// Decides for every call that leaves a process whether a fault occurs, and counts the faults. The faults come from a
// random source, or are fixed to certain calls.

export type CallKind = 'read' | 'write' | 'remove' | 'send' | 'giveBack' | 'upstream' | 'notify';

const CALL_FAULTS = [
  /** The process is killed before the call, or after it without receiving the answer. */
  'crash before',
  'crash after',
  /** The call fails permanently, without or with its effect. */
  'error',
  'error after effect',
  /** The call has its effect, but the answer is lost and the client repeats the call. */
  'lost answer',
  /** S3 rejects one of two concurrent writes with 409, to be repeated. */
  'conflict',
  /** Rejected once because of the rate limit. */
  'throttled',
  /** Has its effect after the caller's timeout. */
  'late',
  /** Another worker completes the same job before this call. */
  'concurrent worker',
  /** The reporting API answers 401, or 404 for existing data. */
  'unauthorized',
  'denied',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

/** Longer than the remaining time of a worker. */
export const LATE_ANSWER_MS = 300_000;
/** Time in which the concurrent worker completes. */
export const CONCURRENT_WORKER_MS = 90_000;

/** Faults outside of calls, and unusual states of the company. */
const SYSTEM_FAULTS = [
  'store outage',
  'store refuses',
  'queue outage',
  'upstream outage',
  'survey breaks',
  'message doubled',
  'message reordered',
  'message visible too soon',
  'message not deleted',
  'dead letter',
  'write of a dead process',
  'process continues after it has answered',
  'deadline',
  'tick lost',
  'tick doubled',
  'tick late',
  'request repeated',
  'late data',
  'folder moves',
  'folder removed',
  'folder added',
  'region moves',
  'region removed',
  'root changes',
  'folder throws',
  'folder hangs',
  'folder ends the process',
  'survey moves',
  'survey ended before',
  'survey answered after its end',
  'survey ends in the week',
  'week without responses',
  'folder without surveys',
  'prune interrupted',
] as const;
export type SystemFault = (typeof SYSTEM_FAULTS)[number];

export const POSSIBLE_FAULTS: Readonly<Record<CallKind, readonly CallFault[]>> = {
  read: ['crash before', 'crash after', 'error', 'throttled', 'late', 'concurrent worker'],
  write: [
    'crash before',
    'crash after',
    'error',
    'error after effect',
    'lost answer',
    'conflict',
    'throttled',
    'late',
    'concurrent worker',
  ],
  remove: ['crash before', 'crash after', 'error', 'error after effect', 'lost answer', 'late'],
  send: ['crash before', 'crash after', 'error', 'error after effect', 'concurrent worker'],
  giveBack: ['crash before', 'crash after', 'error', 'error after effect'],
  upstream: [
    'crash before',
    'crash after',
    'error',
    'late',
    'concurrent worker',
    'unauthorized',
    'denied',
  ],
  notify: ['crash before', 'crash after', 'error', 'error after effect', 'throttled'],
};

export interface FaultPlan {
  /** Uniform in [0, 1); also used for latencies and inputs. */
  readonly random: () => number;
  /** Must be called once for every call. */
  readonly callFault: (target: CallKind) => CallFault | null;
  /** Whether this fault occurs here. */
  readonly occurs: (fault: SystemFault) => boolean;
  /** Counts a fault that is the consequence of another. */
  readonly record: (fault: SystemFault | `${CallFault} of ${CallKind}`) => void;
  /** Number of occurrences by fault. */
  readonly counts: ReadonlyMap<string, number>;
  /** No fault occurs from now on. */
  readonly stop: () => void;
}

/** All faults that must occur in a campaign. */
export function listAllFaults(): readonly string[] {
  const targets = ['read', 'write', 'remove', 'send', 'giveBack', 'upstream', 'notify'] as const;
  return [
    ...SYSTEM_FAULTS,
    ...targets.flatMap((target) => POSSIBLE_FAULTS[target].map((fault) => `${fault} of ${target}`)),
  ];
}

/** Per call. Many are 0, so that most faults are absent from a schedule and the others occur alone. */
const CALL_FAULT_RATES = [0, 0, 0, 0.001, 0.004, 0.015, 0.04];
const SYSTEM_FAULT_PROBABILITIES = [0, 0, 0.1, 0.3];

export function randomFaultPlan(random: () => number): FaultPlan {
  const pick = (values: readonly number[]): number =>
    values[Math.floor(random() * values.length)] ?? 0;
  const rates = new Map(CALL_FAULTS.map((fault) => [fault, pick(CALL_FAULT_RATES)]));
  const probabilities = new Map(
    SYSTEM_FAULTS.map((fault) => [fault, pick(SYSTEM_FAULT_PROBABILITIES)]),
  );
  const { counts, record } = createCounter();
  let isOver = false;
  return {
    random,
    counts,
    record,
    stop: () => {
      isOver = true;
    },
    callFault(target) {
      if (isOver) return null;
      const possible = POSSIBLE_FAULTS[target];
      const fault = possible[Math.floor(random() * possible.length)];
      const rate = fault === undefined ? 0 : (rates.get(fault) ?? 0) * 3;
      if (fault === undefined || random() >= rate) return null;
      record(`${fault} of ${target}`);
      return fault;
    },
    occurs(fault) {
      if (isOver || random() >= (probabilities.get(fault) ?? 0)) return false;
      record(fault);
      return true;
    },
  };
}

/** A fault at the n-th call of a run. */
export interface PlacedFault {
  readonly call: number;
  readonly fault: CallFault;
}

/** Only the given faults occur. */
export function fixedFaultPlan(
  random: () => number,
  faults: readonly PlacedFault[],
): FaultPlan & { readonly calls: readonly CallKind[] } {
  const byCall = new Map(faults.map(({ call, fault }) => [call, fault]));
  const { counts, record } = createCounter();
  const calls: CallKind[] = [];
  return {
    random,
    counts,
    record,
    calls,
    stop: () => undefined,
    callFault(target) {
      const fault = byCall.get(calls.length) ?? null;
      calls.push(target);
      if (fault === null || !POSSIBLE_FAULTS[target].includes(fault)) return null;
      record(`${fault} of ${target}`);
      return fault;
    },
    occurs: () => false,
  };
}

function createCounter(): Pick<FaultPlan, 'counts' | 'record'> {
  const counts = new Map<string, number>();
  return { counts, record: (fault) => counts.set(fault, (counts.get(fault) ?? 0) + 1) };
}
