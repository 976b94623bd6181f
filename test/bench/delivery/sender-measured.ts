// CPU time and memory of a process that sends messages, from the first to the last.
import { cpuMs, peakRssMb } from '../bench-samples.ts';
import type { SenderFigures } from './delivery-figures.ts';

interface SenderMeasurement {
  /** To be called for each message. */
  count(): void;
  figures(handlerMs: number): SenderFigures;
}

/** `share`: of all messages, those that this process is likely to send; the first tenth warms it up. */
export function measureSender(share: number): SenderMeasurement {
  const tenth = Math.ceil(share / 10);
  const atTenth = { cpuMs: Number.NaN, peakRssMb: Number.NaN };
  let sent = 0;
  return {
    count() {
      sent += 1;
      if (sent === tenth) Object.assign(atTenth, { cpuMs: cpuMs(), peakRssMb: peakRssMb() });
    },
    figures: (handlerMs) => ({
      sent,
      cpuMsPerMessage: (cpuMs() - atTenth.cpuMs) / (sent - tenth),
      handlerMsPerMessage: handlerMs / sent,
      peakRssMbAtTenth: atTenth.peakRssMb,
      peakRssMb: peakRssMb(),
    }),
  };
}
