// An empty function: the minimum of the machine and the runtime client.
export function handler(): Promise<null> {
  return Promise.resolve(null);
}
