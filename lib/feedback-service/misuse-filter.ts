// The misuse filter of summed results (a rule of ours, the API document names only its existence).

/**
 * Tells whether a press counts: it does not when the same device counted one less than
 * `tamperDelayMs` before. Presses of one survey come in the order of time; those without a device
 * always count.
 */
export function createMisuseFilter(
  tamperDelayMs: number,
): (ts: number, device: string | number | undefined) => boolean {
  const lastCounted = new Map<string | number, number>();
  return (ts, device) => {
    if (device === undefined) return true;
    if (ts - (lastCounted.get(device) ?? -Infinity) < tamperDelayMs) return false;
    lastCounted.set(device, ts);
    return true;
  };
}
