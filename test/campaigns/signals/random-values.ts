// Random values of simulated companies.

/** A standard normal value (Box and Muller). */
export function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

export function between(min: number, max: number, random: () => number): number {
  return min + (max - min) * random();
}

/** A number with a Poisson distribution; means of 30 and more by the normal distribution. */
export function poisson(mean: number, random: () => number): number {
  if (mean >= 30) return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal(random)));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

/** `count` values with the standard deviation `sd` of which neighbours have the correlation `correlation`. */
export function autoregressive(
  count: number,
  sd: number,
  correlation: number,
  random: () => number,
): readonly number[] {
  let value = sd * normal(random);
  return Array.from({ length: count }, () => {
    const current = value;
    value = correlation * value + Math.sqrt(1 - correlation ** 2) * sd * normal(random);
    return current;
  });
}
