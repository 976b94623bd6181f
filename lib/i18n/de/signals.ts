// German texts of verdicts, the attention list and other signals. A number does not begin a sentence with a full stop
// after it, which would make it an ordinal.
import { pluralForm } from '../formats.ts';
import type { Messages } from '../messages.ts';

export const signals: Messages['signals'] = {
  verdicts: {
    better: 'Besser',
    worse: 'Schlechter',
    usual: 'Wie üblich',
    new: 'Zu wenige Wochen',
    tooFew: 'Zu wenige Antworten',
  },
  verdictSince: (verdict, week) => `${verdict} seit KW ${week}`,
  range: (lower, upper) => `${lower}–${upper}`,
  signedRange: (lower, upper) => `${lower} bis ${upper}`,
  about: (usual) => `etwa ${usual}`,
  usualRange: (range) => `üblich ${range}`,

  lowestSince: (value, usual, week) =>
    `Niedrigster Wert seit KW ${week}: ${value}, üblich sind ${usual}.`,
  highestSince: (value, usual, week) =>
    `Höchster Wert seit KW ${week}: ${value}, üblich sind ${usual}.`,
  lowestOfWeeks: (value, usual, weeks, plural) =>
    `Niedrigster Wert in ${weeks} ${pluralForm(plural, 'Woche', 'Wochen')}: ${value}, üblich sind ${usual}.`,
  highestOfWeeks: (value, usual, weeks, plural) =>
    `Höchster Wert in ${weeks} ${pluralForm(plural, 'Woche', 'Wochen')}: ${value}, üblich sind ${usual}.`,
  below: (value, usual) => `${value}, niedriger als üblich (${usual}).`,
  above: (value, usual) => `${value}, höher als üblich (${usual}).`,
  belowSince: (value, usual, week) => `${value}, seit KW ${week} niedriger als üblich (${usual}).`,
  aboveSince: (value, usual, week) => `${value}, seit KW ${week} höher als üblich (${usual}).`,
  downSince: (value, earlier, week) => `${value}, seit KW ${week} niedriger (vorher ${earlier}).`,
  upSince: (value, earlier, week) => `${value}, seit KW ${week} höher (vorher ${earlier}).`,
  levelDown: (value, earlier, usual, week) =>
    `${value}; das übliche Niveau ist in KW ${week} von ${earlier} auf ${usual} gefallen.`,
  levelUp: (value, earlier, usual, week) =>
    `${value}; das übliche Niveau ist in KW ${week} von ${earlier} auf ${usual} gestiegen.`,
  backToEarlier: (value, earlier, usual) =>
    `${value}, nach mehreren Wochen bei ${usual} wieder auf dem früheren Niveau von ${earlier}.`,
  asUsual: (value, range) => `${value}, wie üblich (${range}).`,
  alwaysTheSame: (value) => `${value}, wie üblich.`,
  tooFew: (responses) => `Zu wenige Antworten für eine Aussage: ${responses}.`,
  tooFewWeeks: (value) => `${value}; zu wenige frühere Wochen, um zu sagen, was üblich ist.`,
  indexOnly: (index, value) => `${index} ${value}.`,

  silence: {
    since: (day, perDay) => `Keine Antworten seit ${day} (üblich ${perDay} pro Tag): Gerät prüfen`,
    allWeek: (perDay) => `Die ganze Woche keine Antworten (üblich ${perDay} pro Tag): Gerät prüfen`,
    day: (day, perDay) => `Keine Antworten am ${day} (üblich ${perDay})`,
    days: (from, days, plural, perDay) =>
      `Keine Antworten an ${days} ${pluralForm(plural, 'Tag', 'Tagen')} ab ${from} (üblich ${perDay} pro Tag)`,
  },
  asSentence: (text) => `${text}.`,
  volumeLow: (responses, usual) => `Wenige Antworten: ${responses}, üblich sind ${usual}.`,
  volumeHigh: (responses, usual) => `Viele Antworten: ${responses}, üblich sind ${usual}.`,

  attention: 'Handlungsbedarf',
  improved: 'Besser als üblich',
  allAsUsual: (n, plural) =>
    pluralForm(
      plural,
      'Am einzigen Standort ist alles wie üblich.',
      `Alle ${n} Standorte wie üblich.`,
    ),
  nothingToReport: (usual, all) =>
    `Kein Handlungsbedarf. Wie üblich: ${usual} von ${all} Standorten; die übrigen haben zu wenige Antworten oder Wochen für eine Aussage.`,
  nothingWorse: (usual, all) =>
    `Kein Handlungsbedarf. Wie üblich: ${usual} von ${all} Standorten; kein anderer ist deutlich schlechter.`,
  nothingInWhatWasRead: (unread, plural) =>
    `Kein Handlungsbedarf in den gelesenen Daten. Nicht gelesen: ${unread} ${pluralForm(plural, 'Standort', 'Standorte')}.`,
  noVerdicts: 'Kein Standort hat genügend Antworten und Wochen für eine Aussage.',
  moreAttention: (n, plural) =>
    `${n} ${pluralForm(plural, 'weiterer Standort ist', 'weitere Standorte sind')} hier nicht aufgeführt; siehe ${pluralForm(plural, 'dessen eigenen Bericht', 'deren eigene Berichte')}.`,
  reasons: {
    unusual: (index, usual) => `${index}, üblich ${usual}`,
    worseSince: (index, usual, week) => `${index}, üblich ${usual}; niedriger seit KW ${week}`,
    worseFrom: (index, earlier, week) => `${index}, seit KW ${week} niedriger (vorher ${earlier})`,
    levelDown: (index, earlier, usual, week) =>
      `${index}; übliches Niveau in KW ${week} von ${earlier} auf ${usual} gefallen`,
    betterSince: (index, usual, week) => `${index}, üblich ${usual}; höher seit KW ${week}`,
    betterFrom: (index, earlier, week) => `${index}, seit KW ${week} höher (vorher ${earlier})`,
    levelUp: (index, earlier, usual, week) =>
      `${index}; übliches Niveau in KW ${week} von ${earlier} auf ${usual} gestiegen`,
    backToEarlier: (index, earlier) => `${index}, wieder auf dem früheren Niveau von ${earlier}`,
    asLowUntil: (index, usual, week) => `${index}, vorher ${usual}; so niedrig wie bis KW ${week}`,
    inAlarm: (duration) => `${duration} Alarm`,
    volumeLow: (responses, usual) => `${responses}, üblich ${usual}`,
    standingLow: (index) => `${index}, weit unter den anderen Standorten`,
  },

  indexKinds: 'Nach Indexart',
  why: {
    title: 'Warum sich der Index geändert hat',
    ownResult: 'Eigenes Ergebnis',
    share: 'Anteil an den Antworten',
    total: 'Insgesamt',
    others: 'Übrige Standorte',
    allPlaces: 'Alle Standorte zusammen',
    note: 'In Indexpunkten, verglichen mit üblichen Wochen.',
  },
  rankRange: (from, to) => (from === to ? from : `${from}–${to}`),
  rank: (n) => `${n}.`,
  rankNote: '3.–9.: Die Antworten zeigen nicht, welcher dieser Ränge der richtige ist.',
  funnel: {
    title: 'Index und Zahl der Antworten',
    note: 'Wenige Antworten: mehr Schwankung. Im Trichter unterscheiden sich Standorte nicht klar.',
  },

  clearHours: (difference, day, from, to) => `${day} ${from}–${to}: ${difference}`,
  noClearHours: 'Kein Teil der Woche weicht klar vom Rest ab.',

  region: {
    reason: 'Grund',
    below: 'Ordner darunter',
    belowNote: 'Jeweils die Indexart mit den meisten Antworten.',
    moreUnread: (n, plural) =>
      `${n} ${pluralForm(plural, 'weiterer Standort', 'weitere Standorte')} nicht gelesen`,
    silentWeek: 'Keine Antworten in dieser Woche',
    alertsByPlace: 'Alarme nach Standort',
    open: 'Noch offen',
    compared: 'Im Vergleich',
    farBelow: 'weit darunter',
    farAbove: 'weit darüber',
  },

  partsOfWeek: 'Teile der Woche',
  partsNote: 'Antworten in Ortszeit.',
  partLegend: {
    below: 'klar schlechter',
    none: 'kein klarer Unterschied',
    above: 'klar besser',
  },
  trendNote: 'Linie: Index. Band: üblich. Säulen: Antworten.',
  trendNoteWithoutRange: 'Linie: Index. Säulen: Antworten.',
  daysNote: 'Index mit 95-%-Intervall.',
  npsGroups: { detractor: 'Kritiker', passive: 'Passive', promoter: 'Promotoren' },
  chartTextAlternatives: {
    limits: (verdict, usual, range) =>
      `${verdict}; übliches Niveau ${usual}, üblicher Bereich ${range}.`,
    levelChange: (week, earlier, usual) =>
      `Das übliche Niveau änderte sich in KW ${week} von ${earlier} auf ${usual}.`,
    pointWithInterval: (when, index, halfWidth, responses) =>
      `${when}: ${index} ± ${halfWidth} (${responses})`,
    parts: (parts) => `Antworten nach Wochentag und Tageszeit, in Ortszeit – ${parts}.`,
    alarm: (direction, hours, times) => `Alarme, ${direction}: offen ${hours}, ${times}-mal.`,
    funnel: (index, places) => `${index} nach Zahl der Antworten – ${places}.`,
  },

  usualResponses: (responses, usual) => `${responses}, üblich ${usual}`,
  surveysCompared: 'Umfragen',
  noResponses: 'Keine Antworten',
  shareWithInterval: (share, lower, upper) => `${share} (${lower}–${upper})`,
  directions: { bad: 'negatives Feedback', good: 'positives Feedback', neutral: 'anderes' },
  hoursInAlarm: (duration, week) => `${duration} von ${week}`,
  storeColumns: {
    usual: 'Üblicher Bereich',
    trend: '13 Wochen',
    about: 'Anlass',
    times: 'Anzahl',
    inAlarm: 'Alarmzeit',
    inAlarmOf: (week) => `Alarm (von ${week})`,
    longest: 'Längster',
    openSince: 'Offen seit',
  },

  methodUsual:
    'Üblich ist der mittlere Wert der letzten zwölf Wochen oder der Wochen seit der letzten Niveauänderung. Eine Woche ist besser oder schlechter, wenn sie außerhalb des Bereichs gewöhnlicher Wochen mit ebenso vielen Antworten liegt, wenn zwei von drei Wochen fast außerhalb liegen oder wenn der Standort länger als vier Wochen auf einem anderen Niveau geblieben ist.',
  methodIntervals:
    '± und Intervalle decken 95\u00a0% ab; hohle Punkte haben weniger als 10 Antworten; Teile der Woche sind farbig, wenn der Zufall allein sie selten so verschieden machen würde.',

  fewOrNoResponses: 'Wenige oder keine Antworten',
  notRead: 'nicht gelesen',
  alertsUnread: (n, all, plural) =>
    `unbekannt bei ${n} von ${all} ${pluralForm(plural, 'Umfrage', 'Umfragen')}`,
  earlierVersion: 'Von einer früheren Version erstellt: keine Einordnung.',
};
