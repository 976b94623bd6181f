// Swedish texts that the server sends itself: messages about reports, and the pages for readers without an account.
import { pluralForm } from '../formats.ts';
import type { ServerTexts } from '../en/server.ts';

export const sv: ServerTexts = {
  subject: (place, finding, week) => `${place}: ${finding} · vecka ${week}`,
  placeIn: (place, above) => `${place}, ${above}`,
  ofQuestion: (finding, question) => `${finding} (${question})`,
  dataMissing: 'data saknas',
  nowComplete: 'nu komplett',

  findings: {
    lowestSince: (week) => `lägst sedan vecka ${week}`,
    lowestOfWeeks: (weeks, plural) => `lägst på ${weeks} ${pluralForm(plural, 'vecka', 'veckor')}`,
    below: 'lägre än vanligt',
    belowSince: (week) => `lägre än vanligt sedan vecka ${week}`,
    downSince: (week) => `lägre sedan vecka ${week}`,
    highestSince: (week) => `högst sedan vecka ${week}`,
    highestOfWeeks: (weeks, plural) => `högst på ${weeks} ${pluralForm(plural, 'vecka', 'veckor')}`,
    above: 'högre än vanligt',
    aboveSince: (week) => `högre än vanligt sedan vecka ${week}`,
    upSince: (week) => `högre sedan vecka ${week}`,
    backToEarlier: 'tillbaka på den tidigare nivån',
    asLowUntil: (week) => `lika lågt som till och med vecka ${week}`,
    usual: 'som vanligt',
    nothingUrgent: 'inget kräver uppmärksamhet',
    tooFewWeeks: 'för få veckor för en jämförelse',
    inAlarm: (duration) => `larm i ${duration}`,
    noResponses: 'inga svar',
    silentSince: (day) => `inga svar sedan ${day}`,
    silentOn: (day) => `inga svar under ${day}en`,
    silentDays: (days, plural) => `inga svar under ${days} ${pluralForm(plural, 'dag', 'dagar')}`,
    volumeLow: 'få svar',
    standingLow: 'långt under övriga platser',
  },

  attention: (n, plural, place, finding) =>
    pluralForm(
      plural,
      `${n} plats kräver uppmärksamhet. ${place}: ${finding}.`,
      `${n} platser kräver uppmärksamhet, först ${place}: ${finding}.`,
    ),
  morePlaces: (n, plural) => `och ${n} ${pluralForm(plural, 'plats', 'platser')} till`,
  moreMissing: (n, plural) => `${n} ${pluralForm(plural, 'del', 'delar')} till saknas.`,
  updateFollows:
    'Det som saknas läses in igen. Om det ändrar bedömningen får du ett meddelande till.',
  update: 'Rapporten är nu komplett; det förra meddelandet byggde bara på en del av uppgifterna.',
  alerts: (n, _plural, open) => `${n} larm, ${open} pågår fortfarande`,
  openReport: 'Öppna rapporten',
  seePage: 'Visa på webbsidan',

  sentTo: (folder, address) =>
    `Du får det här meddelandet eftersom ${address} prenumererar på den veckovisa feedbackrapporten för ${folder}.`,
  sentHere: (folder) =>
    `Den här kanalen prenumererar på den veckovisa feedbackrapporten för ${folder}.`,
  unsubscribe: 'Avsluta prenumerationen',
  askToStop:
    'Kontakta den som ansvarar för feedbackrapporterna om du inte vill ha fler meddelanden.',

  confirmSubject: (folder) => `Bekräfta prenumerationen: veckovis feedbackrapport för ${folder}`,
  confirmRequest: (folder, address) =>
    `Det har begärts att den veckovisa feedbackrapporten för ${folder} ska skickas till ${address}.`,
  confirmStart: 'Inget skickas förrän du bekräftar.',
  confirmLink: 'Bekräfta',
  confirmNote:
    'Om du inte har begärt detta kan du bortse från meddelandet: utan din bekräftelse får du inga rapporter.',

  pages: {
    confirmTitle: 'Vill du få den här rapporten varje vecka?',
    confirmSentence: (folder, address) =>
      `Den veckovisa feedbackrapporten för ${folder} kommer att skickas till ${address}.`,
    confirmButton: 'Ja, skicka den',
    confirmed: [
      'Prenumerationen är bekräftad',
      'Nästa rapport kommer med e-post. Varje meddelande har en länk för att avsluta prenumerationen.',
    ],
    unsubscribeTitle: 'Vill du sluta få den här rapporten?',
    unsubscribeSentence: (folder, address) =>
      `Den veckovisa feedbackrapporten för ${folder} kommer inte längre att skickas till ${address}.`,
    unsubscribed: [
      'Prenumerationen är avslutad',
      'Den här rapporten skickas inte längre till dig. Andra prenumerationer ändras inte.',
    ],
    invalid: [
      'Länken fungerar inte',
      'Den är ofullständig, eller så finns prenumerationen inte längre. Kontrollera att hela länken har kopierats.',
    ],
    unavailable: [
      'Det går inte just nu',
      'Felet är vårt, och inget har ändrats. Försök igen om några minuter.',
    ],
  },

  sharedLink: {
    product: 'Feedbackrapporter',
    invalid: [
      'Länken fungerar inte',
      'Den kommer inte från den här tjänsten, eller så saknas en del av den. Kontrollera att hela länken har kopierats.',
    ],
    expired: ['Länken har gått ut', 'Den gällde bara en begränsad tid.'],
    revoked: ['Länken har återkallats', 'Den som delade rapporten har återkallat länken.'],
    gone: [
      'Rapporten har tagits bort',
      'Länken är rätt, men rapporten är inte längre tillgänglig.',
    ],
    unavailable: [
      'Rapporten kan inte öppnas just nu',
      'Felet är vårt, inte ditt. Försök igen om några minuter.',
    ],
    newLink: 'Be den som skickade länken om en ny.',
    copy: 'Fråga den som skickade länken om det finns en kopia.',
  },
  noScript: 'JavaScript behövs för att visa rapporterna. Aktivera det för den här webbplatsen.',
};
