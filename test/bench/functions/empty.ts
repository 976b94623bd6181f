// The floor: what the machine and the runtime client need by themselves.
export function handler(): Promise<null> {
  return Promise.resolve(null);
}
