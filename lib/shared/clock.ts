// The clock as a parameter: what depends on the time is given it.
import type { Instant } from '../domain/facts.ts';

export type Clock = () => Instant;
