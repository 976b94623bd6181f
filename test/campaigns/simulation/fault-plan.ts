// What goes wrong, and how often it did: a fault is drawn for every call that leaves a process. It hides where faults
// come from: a seed, or the places of an exhaustive run.

export type Target = 'read' | 'write' | 'remove' | 'send' | 'giveBack' | 'upstream' | 'tell';

/** What becomes of one call. */
const CALL_FAULTS = [
  /** The process is killed before it, or after it with the answer unheard. */
  'crash before',
  'crash after',
  /** It fails for good without an effect, or with one. */
  'error',
  'error after effect',
  /** The effect is there, the answer is lost, and the caller's own client tries again. */
  'lost answer',
  /** Two writers that S3 asks to try again. */
  'conflict',
  /** Refused once for going too fast. */
  'throttled',
  /** Answered after the caller has stopped waiting; it happens all the same. */
  'late',
  /** Another worker does the same job to its end before this call. */
  'rival',
  /** The reporting API refuses the credentials, or denies what it has. */
  'unauthorized',
  'denied',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];

/** How long a late answer takes: longer than a worker has. */
export const LATE_MS = 300_000;
/** In which a rival comes to its end. */
export const RIVAL_MS = 90_000;

/** What goes wrong beside calls, and circumstances that are no fault of anybody. */
const WORLD_FAULTS = [
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
  'process goes on after answering',
  'deadline',
  'tick lost',
  'tick doubled',
  'tick late',
  'request repeated',
  'late data',
  'folder moves',
  'folder vanishes',
  'folder appears',
  'survey moves',
  'survey ended before',
  'survey pressed after its end',
  'survey ends in the week',
  'week without responses',
  'folder without surveys',
  'prune interrupted',
] as const;
export type WorldFault = (typeof WORLD_FAULTS)[number];

export const POSSIBLE: Readonly<Record<Target, readonly CallFault[]>> = {
  read: ['crash before', 'crash after', 'error', 'throttled', 'late', 'rival'],
  write: [
    'crash before',
    'crash after',
    'error',
    'error after effect',
    'lost answer',
    'conflict',
    'throttled',
    'late',
    'rival',
  ],
  remove: ['crash before', 'crash after', 'error', 'error after effect', 'lost answer', 'late'],
  send: ['crash before', 'crash after', 'error', 'error after effect', 'rival'],
  giveBack: ['crash before', 'crash after', 'error', 'error after effect'],
  upstream: ['crash before', 'crash after', 'error', 'late', 'rival', 'unauthorized', 'denied'],
  tell: ['crash before', 'crash after', 'error', 'error after effect'],
};

export interface Chaos {
  /** Uniform in [0, 1): also for what is no fault. */
  readonly random: () => number;
  /** Drawn for every call. */
  readonly callFault: (target: Target) => CallFault | null;
  /** Whether something goes wrong that may go wrong here. */
  readonly strikes: (fault: WorldFault) => boolean;
  /** Something went wrong as a consequence. */
  readonly happened: (fault: WorldFault | `${CallFault} of ${Target}`) => void;
  /** How often each went wrong. */
  readonly counts: ReadonlyMap<string, number>;
  /** From now on nothing goes wrong. */
  readonly end: () => void;
}

/** Every kind of fault that a campaign must have seen. */
export function allFaults(): readonly string[] {
  const targets = ['read', 'write', 'remove', 'send', 'giveBack', 'upstream', 'tell'] as const;
  return [
    ...WORLD_FAULTS,
    ...targets.flatMap((target) => POSSIBLE[target].map((fault) => `${fault} of ${target}`)),
  ];
}

/** Of a hundred calls, how many; most kinds are absent in one schedule so that the others are seen alone. */
const RATES = [0, 0, 0, 0.001, 0.004, 0.015, 0.04];
const CHANCES = [0, 0, 0.1, 0.3];

export function randomChaos(random: () => number): Chaos {
  const pick = (values: readonly number[]): number =>
    values[Math.floor(random() * values.length)] ?? 0;
  const rates = new Map(CALL_FAULTS.map((fault) => [fault, pick(RATES)]));
  const chances = new Map(WORLD_FAULTS.map((fault) => [fault, pick(CHANCES)]));
  const { counts, happened } = counter();
  let isOver = false;
  return {
    random,
    counts,
    happened,
    end: () => {
      isOver = true;
    },
    callFault(target) {
      if (isOver) return null;
      const possible = POSSIBLE[target];
      const fault = possible[Math.floor(random() * possible.length)];
      const rate = fault === undefined ? 0 : (rates.get(fault) ?? 0) * 3;
      if (fault === undefined || random() >= rate) return null;
      happened(`${fault} of ${target}`);
      return fault;
    },
    strikes(fault) {
      if (isOver || random() >= (chances.get(fault) ?? 0)) return false;
      happened(fault);
      return true;
    },
  };
}

/** A fault, and the call of a run at which it comes. */
export interface PlacedFault {
  readonly call: number;
  readonly fault: CallFault;
}

/** These faults, each at its call; nothing else goes wrong. */
export function placedFaults(
  random: () => number,
  faults: readonly PlacedFault[],
): Chaos & { readonly calls: readonly Target[] } {
  const byCall = new Map(faults.map(({ call, fault }) => [call, fault]));
  const { counts, happened } = counter();
  const calls: Target[] = [];
  return {
    random,
    counts,
    happened,
    calls,
    end: () => undefined,
    callFault(target) {
      const fault = byCall.get(calls.length) ?? null;
      calls.push(target);
      if (fault === null || !POSSIBLE[target].includes(fault)) return null;
      happened(`${fault} of ${target}`);
      return fault;
    },
    strikes: () => false,
  };
}

function counter(): Pick<Chaos, 'counts' | 'happened'> {
  const counts = new Map<string, number>();
  return { counts, happened: (fault) => counts.set(fault, (counts.get(fault) ?? 0) + 1) };
}
