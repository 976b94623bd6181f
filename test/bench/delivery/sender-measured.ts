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
  let sentCount = 0;
  return {
    count() {
      sentCount += 1;
      if (sentCount === tenth) Object.assign(atTenth, { cpuMs: cpuMs(), peakRssMb: peakRssMb() });
    },
    figures: (handlerMs) => ({
      sent: sentCount,
      cpuMsPerMessage: (cpuMs() - atTenth.cpuMs) / (sentCount - tenth),
      handlerMsPerMessage: handlerMs / sentCount,
      peakRssMbAtTenth: atTenth.peakRssMb,
      peakRssMb: peakRssMb(),
    }),
  };
}
