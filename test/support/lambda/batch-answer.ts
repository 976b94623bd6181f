// How Lambda reads a function's answer to messages of a queue (ReportBatchItemFailures). An answer that says nothing
// is a success, one that can't be understood a failure of them all.

/** Of the messages given, the ids of those that have failed. */
export function failedMessages(answer: unknown, messageIds: readonly string[]): readonly string[] {
  if (answer === null || answer === undefined) return [];
  if (typeof answer !== 'object' || Array.isArray(answer)) return messageIds;
  const failures: unknown = new Map(Object.entries(answer)).get('batchItemFailures');
  if (failures === null || failures === undefined) return [];
  if (!Array.isArray(failures)) return messageIds;
  const failed = failures.map(idOf);
  // An unknown id says that the function is mistaken about what it was given.
  const known = failed.filter((id) => id !== null && messageIds.includes(id));
  return known.length === failed.length
    ? messageIds.filter((id) => known.includes(id))
    : messageIds;
}

function idOf(failure: unknown): string | null {
  if (typeof failure !== 'object' || failure === null) return null;
  const id: unknown = new Map(Object.entries(failure)).get('itemIdentifier');
  return typeof id === 'string' ? id : null;
}
