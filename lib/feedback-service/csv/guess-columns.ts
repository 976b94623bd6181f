// Guesses what the columns of a vendor's CSV file are, for a draft of mapping.json.
import { normalizeName } from './csv-mapping.ts';
import { createTimeParser } from './time-format.ts';

const patterns = {
  id: /^(id|nr\.?|no\.?|.+[ _-]id|uuid)$/,
  device: /device|terminal|gerät|kiosk/,
  time: /date|time|datum|zeit|uhr|created|submitted|^when$/,
  survey:
    /store|site|location|place|branch|shop|outlet|caf[eé]|restaurant|hotel|clinic|survey|filiale|standort|markt|umfrage|region/,
  button: /rating|score|note|bewertung|button|smiley|answer|grade|stimmung/,
  followUp: /reason|grund|category|kategorie|topic|thema/,
  text: /comment|kommentar|text|feedback|bemerkung|message/,
} as const;

export type ColumnRole = keyof typeof patterns;

/** The columns of each role, in the order of the header. A column has one role. */
export function guessColumns(
  header: readonly string[],
): Readonly<Record<ColumnRole, readonly string[]>> {
  const roles: Record<ColumnRole, string[]> = {
    ...{ id: [], device: [], time: [], survey: [], button: [], followUp: [], text: [] },
  };
  const isDeviceOrId = (role: ColumnRole): boolean => role === 'device' || role === 'id';
  for (const column of header) {
    const name = normalizeName(column);
    const matching = roleNames.filter((role) => patterns[role].test(name));
    // A `terminal id` is a device, a `store id` is a store.
    const role = matching.find((one) => one !== 'id') ?? matching[0];
    if (role !== undefined && !(isDeviceOrId(role) && roles[role].length > 0)) {
      roles[role].push(column);
    }
  }
  return roles;
}

const roleNames = ['id', 'device', 'time', 'survey', 'button', 'followUp', 'text'] as const;

const dates = ['dd.MM.yyyy', 'd.M.yyyy', 'M/d/yyyy', 'd/M/yyyy', 'yyyy/MM/dd', 'dd-MM-yyyy'];
const times = ['HH:mm:ss', 'H:mm:ss', 'HH:mm', 'H:mm', 'h:mm:ss a', 'h:mm a', 'HH:mm:ss Z'];
const formats = [undefined, ...dates.flatMap((date) => times.map((time) => `${date} ${time}`))];

/** Removes formats that do not fit; `candidates` begins as `allFormats()`. */
export function fittingFormats(
  candidates: readonly (string | undefined)[],
  text: string,
): readonly (string | undefined)[] {
  return candidates.filter((format) => createTimeParser(format)?.(text) !== undefined);
}

export function allFormats(): readonly (string | undefined)[] {
  return formats;
}
