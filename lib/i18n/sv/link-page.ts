// Swedish texts of the page for a link that opens no report. Plain text, no markup.
import type { LinkPageTexts } from '../en/link-page.ts';

export const sv: LinkPageTexts = {
  product: 'Feedbackrapporter',
  invalid: [
    'Länken fungerar inte',
    'Den kommer inte från den här tjänsten, eller så saknas en del av den. Kontrollera att hela länken har kopierats.',
  ],
  expired: ['Länken har gått ut', 'Den gällde bara en begränsad tid.'],
  revoked: ['Länken har återkallats', 'Den som delade rapporten har återkallat länken.'],
  gone: ['Rapporten har tagits bort', 'Länken är rätt, men rapporten är inte längre tillgänglig.'],
  unavailable: [
    'Rapporten kan inte öppnas just nu',
    'Felet är vårt, inte ditt. Försök igen om några minuter.',
  ],
  newLink: 'Be den som skickade länken om en ny.',
  copy: 'Fråga den som skickade länken om det finns en kopia.',
};
