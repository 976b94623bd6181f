// German texts of the report. ‘Last week’ is the Vorwoche, the week before the reported one, because the
// report is read a week later.
import { pluralForm } from '../formats.ts';
import type { Messages } from '../messages.ts';
import { signals } from './signals.ts';

export const de: Messages = {
  week: (range, week) => `${range}, KW ${week}`,
  title: (name, week, year) => `${name} – KW ${week}/${year}`,
  folder: (key) => `Ordner ${key}`,
  survey: (key) => `Umfrage ${key}`,
  surveyIn: (survey, folder) => `Umfrage ${survey} in Ordner ${folder}`,
  dataAsOf: (instant) => `Datenstand: ${instant}`,
  revision: (n) => `Revision ${n}`,
  pageOf: (page, pages) => `Seite ${page} von ${pages}`,
  timeZones: (zones) => `Zeitzone: ${zones}`,
  manyTimeZones: (n) => `${n} Zeitzonen, jede Umfrage in ihrer eigenen`,
  eachOwnTimeZone: 'Jede Umfrage in ihrer eigenen Zeitzone',

  indexNames: { HAPPY: 'Happy Index', AVERAGE: 'Durchschnitt', NPS: 'NPS' },
  scaleNames: { FOUR: '4 Tasten', FIVE: '5 Tasten', FIVE_REVERSED: '5 Tasten, invers' },
  responsesHeading: 'Antworten',
  smileys: ['Sehr schlecht', 'Schlecht', 'Neutral', 'Gut', 'Sehr gut'],
  button: (n) => `Taste ${n}`,
  plusMinus: (halfWidth) => `± ${halfWidth}`,
  plusMinusLess: (unit) => `± weniger als ${unit}`,

  up: (size) => `um ${size} höher als in der Vorwoche`,
  down: (size) => `um ${size} niedriger als in der Vorwoche`,
  upLess: (unit) => `um weniger als ${unit} höher als in der Vorwoche`,
  downLess: (unit) => `um weniger als ${unit} niedriger als in der Vorwoche`,
  unchanged: 'unverändert gegenüber der Vorwoche',
  verdicts: {
    clearRise: 'ein klarer Anstieg',
    clearFall: 'ein klarer Rückgang',
    normal: 'im Rahmen der üblichen Streuung',
    tooFew: 'zu wenige Antworten für eine Aussage',
  },
  sentence: (index, value, change, verdict, responses) =>
    `${index} ${value}, ${change}: ${verdict}. ${responses}.`,
  sentenceUncompared: (index, value, responses) =>
    `${index} ${value}; aus der Vorwoche liegen keine Antworten zum Vergleich vor. ${responses}.`,
  sentenceWithoutIndex: (responses, kind) =>
    `${responses}. Diese Programmversion kennt ${kind} nicht; der Bericht zeigt deshalb Anzahlen, aber keinen Index.`,
  // in the accusative, as the sentence above needs them
  indexKind: (name) => `den Index „${name}“`,
  scaleKind: (name) => `die Skala „${name}“`,
  responses: (n, plural) => `${n} ${pluralForm(plural, 'Antwort', 'Antworten')}`,
  responsesChanged: (responses, change) => `${responses} (${change})`,
  noResponsesBefore: (previous) => `Keine Antworten in dieser Woche (Vorwoche: ${previous}).`,
  noResponsesEither: 'Keine Antworten in dieser Woche und keine in der Vorwoche.',

  attentionMessage: (place, reason) => `Handlungsbedarf: ${place}: ${reason}`,
  attentionMore: (attention, n) => `${attention}; ${n} mehr`,

  surveysIn: (n, plural) => `${n} ${pluralForm(plural, 'Umfrage', 'Umfragen')}`,
  surveysWithResponses: (withResponses, surveys) => `${withResponses} von ${surveys}`,
  responsesFrom: (responses, surveys) => `${responses} aus ${surveys}`,
  alertTotals: (n, plural, started, carriedOver, open) =>
    `${n} ${pluralForm(plural, 'Alarm', 'Alarme')} (${started} neu, ${carriedOver} aus früheren Wochen), ${open} noch offen`,
  alertTotalsNone: 'keine Alarme',
  alertTotalsNoneRead: 'keine Alarme in den gelesenen Daten',
  trend: 'Letzte 13 Wochen',
  trendNoteCounts: 'Säulen: Antworten.',
  weekTick: (week) => `KW ${week}`,
  days: 'Tag für Tag',
  hoursOfDay: (weekday, from, to) => `${weekday} ${from}–${to}`,
  painPoints: 'Kritikpunkte',
  highlights: 'Pluspunkte',
  followUps: 'Kritik- und Pluspunkte',
  noFollowUps: 'In dieser Woche wurden keine genannt.',
  unnamedOption: 'Ohne Namen',
  noPainPoints: 'Es wurden keine Kritikpunkte genannt.',
  noHighlights: 'Es wurden keine Pluspunkte genannt.',
  followUpsMissing: 'Die Angaben dieser Woche konnten nicht gelesen werden.',
  alerts: 'Alarme',
  alertsMissing: 'Die Alarme dieser Woche konnten nicht gelesen werden.',
  noAlertsRead: (unread) => `Keine in den gelesenen Daten; ${unread}.`,
  noAlerts: 'Keine Alarme in dieser Woche.',
  alertCounts: (started, carriedOver, open) =>
    `${started} neu · ${carriedOver} aus früheren Wochen · ${open} noch offen`,
  longestOpen: (duration) => `längster Alarm ${duration} in dieser Woche`,
  openAlerts: 'Noch offene Alarme',
  ranking: 'Rangliste',
  sharedPainPoints: 'Gemeinsame Kritikpunkte',
  sharedHighlights: 'Gemeinsame Pluspunkte',
  quietPlaces: 'Ruhige Standorte',
  quietNote: 'Aktiv, aber mit einem Tag ohne Antworten oder mit wenigen Antworten.',
  silentSurveys: 'Umfragen ohne Antworten',
  moreInJson: (n) => `${n} weitere in der JSON-Datei`,
  places: (n, total) => `${n}/${total}`,

  columns: {
    rank: '#',
    place: 'Standort',
    kind: 'Art',
    name: 'Name',
    survey: 'Umfrage',
    timeZone: 'Zeitzone',
    index: 'Index',
    change: 'Änderung',
    verdict: 'Einordnung',
    responses: 'Antworten',
    count: 'Anzahl',
    share: 'Anteil',
    lastWeek: 'Vorwoche',
    distribution: 'Schlecht bis gut',
    mentionedBy: 'Standorte',
    alert: 'Alarm',
    began: 'Beginn',
    ended: 'Ende',
    inWeek: 'Diese Woche',
    silentDays: 'Stille Tage',
  },
  stillOpen: 'noch offen',

  alertNames: {
    negative: 'Negative Antworten',
    indexThreshold: 'Index-Grenzwert',
    feedbackCount: 'Zahl der Antworten',
  },
  alertTriggers: {
    value: (actual, limit) => `${actual}, Grenzwert ${limit}`,
    negativeOf: (actual, responses, window, limit) =>
      `${actual} von ${responses} in ${window}, Grenzwert ${limit}`,
    feedbackCount: (limit) => `Grenzwert ${limit}`,
    counted: (responses, window) => `${responses} in ${window}`,
  },

  partialHeading: 'Ein Teil der Daten dieser Woche fehlt',
  emptyHeading: 'Eine ruhige Woche',
  emptyText: (surveys) =>
    `Alle Daten wurden gelesen, und es gab in dieser Woche keine Antworten (${surveys}).`,
  dataQuality: 'Datenqualität',
  problemPlace: (place, message) => `${place} – ${message}`,
  // The days end in a full stop of their own, so they don't end the sentence.
  silentDay: (survey, days) => `${survey} – am ${days} keine Antworten.`,
  // Each stands after a colon or alone; German begins a whole sentence with a capital there.
  problems: {
    UPSTREAM_UNREACHABLE: 'Die Reporting-API war nicht erreichbar',
    UPSTREAM_TIMEOUT: 'Die Reporting-API hat nicht rechtzeitig geantwortet',
    UPSTREAM_UNAVAILABLE: 'Die Reporting-API hat wiederholt mit einem Fehler geantwortet',
    UPSTREAM_UNAUTHORIZED: 'Die Reporting-API hat die Zugangsdaten abgelehnt',
    UPSTREAM_NOT_FOUND: 'In der Reporting-API gibt es diese Daten nicht',
    TZ_UNKNOWN: 'Die Zeitzone der Umfrage ist unbekannt',
    TZ_DRIFT:
      'Die Ortszeiten folgen der Reporting-API, deren Zeitzonentabellen von unseren abweichen.',
    NOT_SETTLED: 'Geräte können noch Antworten dieser Woche übertragen.',
    SCALE_MISMATCH:
      'Einige Antworten liegen außerhalb der Tasten der Skala und werden nicht gezählt.',
    OUT_OF_RANGE: 'die Reporting-API hat keine Daten aus dem angefragten Zeitraum geliefert',
    ROWS_OUT_OF_RANGE:
      'Die Reporting-API hat auch Daten außerhalb des angefragten Zeitraums geliefert; sie werden nicht gezählt.',
    ENUM_UNKNOWN:
      'Verwendet eine Art von Umfrage, Index, Skala oder Alarm, die diese Programmversion nicht kennt.',
    FOLDER_DUPLICATE: 'Der Ordner steht an mehreren Stellen; er wird einmal gezählt.',
    SURVEY_DUPLICATE: 'Die Umfrage steht in mehreren Ordnern; sie wird einmal gezählt.',
    CHILD_MISSING:
      'Der Bericht dieses Ordners konnte nicht rechtzeitig erstellt werden; seine Zahlen fehlen hier.',
    REPORT_DAMAGED:
      'Der gespeicherte Bericht dieses Ordners ist beschädigt und muss neu erstellt werden.',
    SIGNALS_MISSING:
      'Der Bericht dieses Ordners stammt von einer früheren Version; seine Umfragen haben daher keine Einordnung.',
    CLOCK_DIFFERS:
      'Die Uhr des Programms, das diesen Bericht erstellt hat, und die der Reporting-API wichen um mehr als 15 Minuten voneinander ab.',
    other: 'Die Antwort der Reporting-API war nicht verwendbar',
  },
  missingParts: {
    survey: (why) => `Die Umfrage fehlt: ${why}.`,
    followUps: (why) => `Die Kritik- und Pluspunkte fehlen: ${why}.`,
    alerts: (why) => `Die Alarme dieses Ordners fehlen: ${why}.`,
  },
  entriesMissing:
    'Einige Umfragen oder Ordner fehlen hier: Die Reporting-API hat sie fehlerhaft beschrieben.',
  missingRetried: 'Was fehlt, wird beim nächsten Lauf erneut gelesen.',
  hiddenMarks: (n, plural) =>
    `${n} ${pluralForm(plural, 'unsichtbares Zeichen', 'unsichtbare Zeichen')} in Namen, ${pluralForm(plural, 'das', 'die')} in die Irre führen ${pluralForm(plural, 'könnte', 'könnten')}, ${pluralForm(plural, 'ist', 'sind')} hier weggelassen; die JSON-Datei enthält ${pluralForm(plural, 'es', 'sie')}.`,
  undisplayable: (n, plural) =>
    `${n} Zeichen in Namen ${pluralForm(plural, 'konnte nicht dargestellt werden und erscheint als Kästchen', 'konnten nicht dargestellt werden und erscheinen als Kästchen')}.`,
  revisionChanges: (revision, asOf, before, after) =>
    `Diese Revision ersetzt Revision ${revision} (Datenstand: ${asOf}). Antworten bisher ${before}, jetzt ${after}.`,

  method: 'So entstehen diese Zahlen',
  methodTerms: {
    uncertainty: '± und Einordnung',
    pooling: 'Zusammenführung',
    ranking: 'Reihenfolge der Standorte und Stunden',
    counting: 'Was gezählt wird',
    week: 'Die Woche',
  },
  methodIndexes: {
    HAPPY:
      'Die Tasten zählen in gleichen Schritten von 0 (schlechteste) bis 100 (beste); der Index ist der Mittelwert aller Antworten.',
    AVERAGE:
      'Die Tasten zählen von der schlechtesten an 1, 2, 3 und so weiter; der Index ist der Mittelwert aller Antworten.',
    NPS: 'Der Anteil der besten Taste abzüglich des Anteils aller Tasten unterhalb der beiden besten, von −100 bis +100.',
  },
  methodPooling:
    'Die Antworten werden addiert, und der Index wird aus den Summen gebildet; Indizes werden nie gemittelt. Verschiedene Index- oder Skalenarten bleiben getrennt.',
  methodRanking:
    'Kleine Stichproben werden vor dem Ordnen zum Mittelwert hin gezogen, damit nicht drei Glückstreffer gewinnen; jede Zeile zeigt ihre eigenen Zahlen.',
  methodCounting:
    'Schnell aufeinanderfolgende Tastendrücke auf einem Gerät zählt die Reporting-API nicht zu diesen Antworten. Kritikpunkte, Pluspunkte und Alarme werden ohne diesen Filter gezählt und lassen sich deshalb nicht als Anteil dieser Antworten lesen.',
  methodWeek:
    'Die Woche jeder Umfrage reicht von Montag, 00:00 Uhr, bis zum nächsten Montag, 00:00 Uhr, in ihrer eigenen Zeitzone; alle Uhrzeiten sind Ortszeiten.',
  textAlternatives: {
    distribution: (buttons) => `Antworten von schlecht bis gut: ${buttons}.`,
    button: (name, count, share) => `${name} ${count} (${share})`,
    trend: (index, weeks) => `${index} nach Woche – ${weeks}.`,
    trendCounts: (weeks) => `Antworten nach Woche – ${weeks}.`,
    days: (index, days) => `${index} nach Tag – ${days}.`,
    daysCounts: (days) => `Antworten nach Tag – ${days}.`,
    week: (week) => `Woche ${week}`,
    point: (when, index, responses) => `${when}: ${index} (${responses})`,
    count: (when, responses) => `${when}: ${responses}`,
    noResponses: (when) => `${when}: keine Antworten`,
  },
  signals,
  jsonAttached: 'Alle Zahlen dieses Berichts als JSON',
  surveysWithoutPage: (n, plural) =>
    `${n} weitere ${pluralForm(plural, 'Umfrage steht', 'Umfragen stehen')} nur in der JSON-Datei`,
  weekBounds: (zone, start, end, hours) => `${zone}: ${start} bis ${end}, ${hours}.`,
};
