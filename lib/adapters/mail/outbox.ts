// Writes each message to a file that mail programs open (.eml), instead of sending it.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { SendOutcome } from '../../ports/deliveries.ts';
import { failureReason } from '../../shared/failure.ts';
import type { ComposedMail, OutboxTransport } from './mail-settings.ts';

/** File systems allow 255 bytes, and a letter has up to four. */
const MAX_TITLE_CHARACTERS = 50;

/** The transport id is the file's name. A message that is sent again replaces its file. */
export async function writeToOutbox(
  { folder }: OutboxTransport,
  mail: ComposedMail,
): Promise<SendOutcome> {
  const name = fileName(mail);
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(temporary, mail.bytes, { flag: 'wx' });
    await rename(temporary, join(folder, name));
    return { state: 'sent', transportId: name };
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    return {
      state: 'notSent',
      reason: `OUTBOX_${failureReason(error)}`,
      retryAfterSeconds: null,
    };
  }
}

/** "2026-W46 Security control 1f09a3c2d4e5.eml": readable, and unique for the message id. */
function fileName({ title, messageId }: ComposedMail): string {
  const words = title.toWellFormed().replace(/[^\p{L}\p{M}\p{N}-]+/gu, ' ');
  const start = Array.from(words.trim()).slice(0, MAX_TITLE_CHARACTERS).join('').trim();
  const id = createHash('sha256').update(messageId).digest('hex').slice(0, 12);
  return `${start} ${id}.eml`.trim();
}
