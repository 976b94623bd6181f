// The misuse filter of summed results. The API document only mentions that it exists; the rule is ours.

/**
 * Creates a filter for the presses of one survey in the order of time. A press counts unless a press of
 * the same device was counted less than `tamperDelayMs` before. Presses without a device always count.
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
