// Interprets the answer of a function to queue messages (ReportBatchItemFailures) like Lambda: an empty answer is a
// success, an invalid one a failure of all messages.

/** The ids of the failed messages. */
export function failedMessages(answer: unknown, messageIds: readonly string[]): readonly string[] {
  if (answer === null || answer === undefined) return [];
  if (typeof answer !== 'object' || Array.isArray(answer)) return messageIds;
  const failures: unknown = new Map(Object.entries(answer)).get('batchItemFailures');
  if (failures === null || failures === undefined) return [];
  if (!Array.isArray(failures)) return messageIds;
  const failedIds = failures.map(idOf);
  // An unknown id makes the answer invalid.
  const knownIds = failedIds.filter((id) => id !== null && messageIds.includes(id));
  return knownIds.length === failedIds.length
    ? messageIds.filter((id) => knownIds.includes(id))
    : messageIds;
}

function idOf(failure: unknown): string | null {
  if (typeof failure !== 'object' || failure === null) return null;
  const id: unknown = new Map(Object.entries(failure)).get('itemIdentifier');
  return typeof id === 'string' ? id : null;
}
