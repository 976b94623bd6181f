// German texts that the server sends itself: messages about reports, and the pages for readers without an account.
import { pluralForm } from '../formats.ts';
import type { ServerTexts } from '../en/server.ts';

export const de: ServerTexts = {
  subject: (place, finding, week) => `${place}: ${finding} · KW ${week}`,
  placeIn: (place, above) => `${place}, ${above}`,
  ofQuestion: (finding, question) => `${finding} (${question})`,
  dataMissing: 'Daten fehlen',
  nowComplete: 'jetzt vollständig',

  findings: {
    lowestSince: (week) => `niedrigster Wert seit KW ${week}`,
    lowestOfWeeks: (weeks, plural) =>
      `niedrigster Wert in ${weeks} ${pluralForm(plural, 'Woche', 'Wochen')}`,
    below: 'niedriger als üblich',
    belowSince: (week) => `seit KW ${week} niedriger als üblich`,
    downSince: (week) => `seit KW ${week} niedriger`,
    highestSince: (week) => `höchster Wert seit KW ${week}`,
    highestOfWeeks: (weeks, plural) =>
      `höchster Wert in ${weeks} ${pluralForm(plural, 'Woche', 'Wochen')}`,
    above: 'höher als üblich',
    aboveSince: (week) => `seit KW ${week} höher als üblich`,
    upSince: (week) => `seit KW ${week} höher`,
    backToEarlier: 'wieder auf dem früheren Niveau',
    asLowUntil: (week) => `so niedrig wie bis KW ${week}`,
    usual: 'wie üblich',
    nothingUrgent: 'kein Handlungsbedarf',
    tooFewWeeks: 'zu wenige Wochen für einen Vergleich',
    inAlarm: (duration) => `${duration} Alarm`,
    noResponses: 'keine Antworten',
    silentSince: (day) => `keine Antworten seit ${day}`,
    silentOn: (day) => `keine Antworten am ${day}`,
    silentDays: (days, plural) =>
      `keine Antworten an ${days} ${pluralForm(plural, 'Tag', 'Tagen')}`,
    volumeLow: 'wenige Antworten',
    standingLow: 'weit unter den anderen Standorten',
  },

  attention: (n, plural, place, finding) =>
    pluralForm(
      plural,
      `${n} Standort mit Handlungsbedarf. ${place}: ${finding}.`,
      `${n} Standorte mit Handlungsbedarf, zuerst ${place}: ${finding}.`,
    ),
  morePlaces: (n, plural) =>
    `und ${n} ${pluralForm(plural, 'weiterer Standort', 'weitere Standorte')}`,
  moreMissing: (n, plural) =>
    `${n} ${pluralForm(plural, 'weiterer Teil fehlt', 'weitere Teile fehlen')}.`,
  updateFollows:
    'Die fehlenden Daten werden erneut gelesen. Ändert sich dadurch die Bewertung, erhalten Sie eine weitere Nachricht.',
  update:
    'Der Bericht ist jetzt vollständig; die vorige Nachricht beruhte auf einem Teil der Daten.',
  alerts: (n, plural, open) => `${n} ${pluralForm(plural, 'Alarm', 'Alarme')}, ${open} noch offen`,
  openReport: 'Bericht öffnen',
  seePage: 'Auf der Webseite ansehen',

  sentTo: (folder, address) =>
    `Sie erhalten diese Nachricht, weil ${address} den wöchentlichen Feedback-Bericht für ${folder} abonniert hat.`,
  sentHere: (folder) =>
    `Dieser Kanal hat den wöchentlichen Feedback-Bericht für ${folder} abonniert.`,
  unsubscribe: 'Abbestellen',
  askToStop:
    'Um diese Nachrichten abzubestellen, wenden Sie sich an die Person, die die Feedback-Berichte verwaltet.',

  confirmSubject: (folder) => `Bitte bestätigen: wöchentlicher Feedback-Bericht für ${folder}`,
  confirmRequest: (folder, address) =>
    `Es wurde angefragt, den wöchentlichen Feedback-Bericht für ${folder} an ${address} zu senden.`,
  confirmStart: 'Vor Ihrer Bestätigung wird nichts gesendet.',
  confirmLink: 'Bestätigen',
  confirmNote:
    'Wenn Sie das nicht angefragt haben, ignorieren Sie diese Nachricht: Ohne Ihre Bestätigung erhalten Sie keine Berichte.',

  pages: {
    confirmTitle: 'Diesen Bericht jede Woche erhalten?',
    confirmSentence: (folder, address) =>
      `Der wöchentliche Feedback-Bericht für ${folder} wird künftig an ${address} gesendet.`,
    confirmButton: 'Ja, zusenden',
    confirmed: [
      'Das Abonnement ist bestätigt',
      'Der nächste Bericht kommt per E-Mail. Jede Nachricht enthält einen Link zum Abbestellen.',
    ],
    unsubscribeTitle: 'Diesen Bericht nicht mehr erhalten?',
    unsubscribeSentence: (folder, address) =>
      `Der wöchentliche Feedback-Bericht für ${folder} wird dann nicht mehr an ${address} gesendet.`,
    unsubscribed: [
      'Das Abonnement ist beendet',
      'Dieser Bericht wird Ihnen nicht mehr gesendet. Andere Abonnements bleiben unverändert.',
    ],
    invalid: [
      'Dieser Link funktioniert nicht',
      'Er ist unvollständig, oder das Abonnement besteht nicht mehr. Prüfen Sie, ob der Link ganz kopiert wurde.',
    ],
    unavailable: [
      'Das ist gerade nicht möglich',
      'Der Fehler liegt bei uns, und es wurde nichts geändert. Versuchen Sie es in ein paar Minuten erneut.',
    ],
  },

  sharedLink: {
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
  },
  noScript:
    'Zum Anzeigen der Berichte wird JavaScript benötigt. Bitte aktivieren Sie es für diese Website.',
};
