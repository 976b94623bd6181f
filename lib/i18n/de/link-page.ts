// German texts of the page for a link that opens no report. Plain text, no markup.
import type { LinkPageTexts } from '../en/link-page.ts';

export const de: LinkPageTexts = {
  product: 'Feedback-Berichte',
  invalid: [
    'Dieser Link funktioniert nicht',
    'Er stammt nicht von diesem Dienst, oder ein Teil fehlt. Prüfen Sie, ob er ganz kopiert wurde.',
  ],
  expired: ['Dieser Link ist abgelaufen', 'Er war nur für begrenzte Zeit gültig.'],
  revoked: [
    'Dieser Link wurde widerrufen',
    'Die Person, die den Bericht geteilt hat, hat den Link widerrufen.',
  ],
  gone: [
    'Dieser Bericht wurde entfernt',
    'Der Link stimmt, aber der Bericht ist nicht mehr verfügbar.',
  ],
  unavailable: [
    'Der Bericht lässt sich gerade nicht öffnen',
    'Der Fehler liegt bei uns, nicht bei Ihnen. Versuchen Sie es in ein paar Minuten erneut.',
  ],
  newLink: 'Bitten Sie die Person, die ihn geschickt hat, um einen neuen Link.',
  copy: 'Fragen Sie die Person, die den Link geschickt hat, ob sie eine Kopie hat.',
};
