// French texts of the report.
import { pluralForm, spaced } from '../formats.ts';
import type { Messages } from '../messages.ts';
import { signals } from './signals.ts';

export const fr: Messages = {
  week: (range, week) => `${range}, semaine ${week}`,
  title: (name, week, year) => `${name} – semaine ${week}, ${year}`,
  folder: (key) => `Dossier ${key}`,
  survey: (key) => `Enquête ${key}`,
  surveyIn: (survey, folder) => `Enquête ${survey} du dossier ${folder}`,
  dataAsOf: (instant) => `Données au ${instant}`,
  revision: (n) => `Révision ${n}`,
  pageOf: (page, pages) => `Page ${page} sur ${pages}`,
  timeZones: (zones) => spaced`Fuseau horaire : ${zones}`,
  manyTimeZones: (n) => `${n} fuseaux horaires, chaque enquête dans le sien`,
  eachOwnTimeZone: 'Chaque enquête dans son propre fuseau horaire',

  indexNames: { HAPPY: 'Happy Index', AVERAGE: 'Moyenne', NPS: 'NPS' },
  scaleNames: { FOUR: '4 boutons', FIVE: '5 boutons', FIVE_REVERSED: '5 boutons inversés' },
  responsesHeading: 'Réponses',
  smileys: ['Très insatisfait', 'Insatisfait', 'Neutre', 'Satisfait', 'Très satisfait'],
  button: (n) => `Bouton ${n}`,
  plusMinus: (halfWidth) => `± ${halfWidth}`,
  plusMinusLess: (unit) => `± moins de ${unit}`,

  up: (size) => `en progression de ${size} par rapport à la semaine précédente`,
  down: (size) => `en recul de ${size} par rapport à la semaine précédente`,
  upLess: (unit) => `en progression de moins de ${unit} par rapport à la semaine précédente`,
  downLess: (unit) => `en recul de moins de ${unit} par rapport à la semaine précédente`,
  unchanged: 'sans changement par rapport à la semaine précédente',
  verdicts: {
    clearRise: 'hausse nette',
    clearFall: 'baisse nette',
    normal: 'dans les limites de la variation normale',
    tooFew: 'trop peu de réponses pour conclure',
  },
  sentence: (index, value, change, verdict, responses) =>
    spaced`${index} ${value}, ${change} : ${verdict}. ${responses}.`,
  sentenceUncompared: (index, value, responses) =>
    spaced`${index} ${value} ; pas de comparaison possible, faute de réponses la semaine précédente. ${responses}.`,
  sentenceWithoutIndex: (responses, kind) =>
    spaced`${responses}. Cette version ne connaît pas ${kind} : elle affiche les nombres de réponses, sans indice.`,
  indexKind: (name) => spaced`l’indice « ${name} »`,
  scaleKind: (name) => spaced`l’échelle « ${name} »`,
  responses: (n, plural) => `${n} ${pluralForm(plural, 'réponse', 'réponses')}`,
  responsesChanged: (responses, change) => `${responses} (${change})`,
  noResponsesBefore: (previous) =>
    spaced`Aucune réponse cette semaine ; la semaine précédente en comptait ${previous}.`,
  noResponsesEither: 'Aucune réponse cette semaine ni la semaine précédente.',

  attentionMessage: (place, reason) => spaced`À surveiller : ${place} : ${reason}`,
  attentionMore: (attention, n) => spaced`${attention} ; ${n} de plus`,

  surveysIn: (n, plural) => `${n} ${pluralForm(plural, 'enquête', 'enquêtes')}`,
  surveysWithResponses: (withResponses, surveys) =>
    `${surveys}, dont ${withResponses} avec réponses`,
  responsesFrom: (responses, surveys) => `${responses} pour ${surveys}`,
  alertTotals: (n, plural, started, carriedOver, open) =>
    spaced`${n} ${pluralForm(plural, 'alerte', 'alertes')} (nouvelles : ${started}, antérieures : ${carriedOver}), encore ouvertes : ${open}`,
  alertTotalsNone: 'aucune alerte',
  alertTotalsNoneRead: 'aucune alerte dans les données lues',
  trend: 'Sur 13 semaines',
  trendNoteCounts: spaced`Barres : réponses.`,
  weekTick: (week) => `S${week}`,
  days: 'Jour par jour',
  hoursOfDay: (weekday, from, to) => `${weekday} ${from}–${to}`,
  painPoints: 'Irritants',
  highlights: 'Points forts',
  followUps: 'Irritants et points forts',
  noFollowUps: 'Aucun n’a été cité cette semaine.',
  unnamedOption: 'Sans nom',
  noPainPoints: 'Aucun irritant n’a été cité.',
  noHighlights: 'Aucun point fort n’a été cité.',
  followUpsMissing: 'Lecture impossible cette semaine.',
  alerts: 'Alertes',
  alertsMissing: 'Les alertes n’ont pas pu être lues cette semaine.',
  noAlertsRead: (unread) => spaced`Aucune dans les données lues ; ${unread}.`,
  noAlerts: 'Aucune alerte cette semaine.',
  alertCounts: (started, carriedOver, open) =>
    spaced`nouvelles : ${started} · antérieures : ${carriedOver} · encore ouvertes : ${open}`,
  longestOpen: (duration) => spaced`la plus longue : ${duration} dans la semaine`,
  openAlerts: 'Alertes encore ouvertes',
  ranking: 'Classement',
  sharedPainPoints: 'Irritants communs',
  sharedHighlights: 'Points forts communs',
  quietPlaces: 'Sites calmes',
  quietNote: 'Actifs, mais avec un jour sans réponse ou peu de réponses.',
  silentSurveys: 'Enquêtes sans réponse',
  moreInJson: (n) => `${n} de plus dans le fichier JSON`,
  places: (n, total) => `${n}/${total}`,

  columns: {
    rank: '#',
    place: 'Site',
    kind: 'Type',
    name: 'Intitulé',
    survey: 'Enquête',
    timeZone: 'Fuseau horaire',
    index: 'Indice',
    change: 'Évolution',
    verdict: 'Verdict',
    responses: 'Réponses',
    count: 'Nb',
    share: 'Part',
    lastWeek: 'Sem. préc.',
    distribution: 'Du pire au meilleur',
    mentionedBy: 'Sites',
    alert: 'Alerte',
    began: 'Début',
    ended: 'Fin',
    inWeek: 'Cette sem.',
    silentDays: 'Jours sans rép.',
  },
  stillOpen: 'encore ouverte',

  alertNames: {
    negative: 'Réponses négatives',
    indexThreshold: 'Seuil d’indice',
    feedbackCount: 'Nombre de réponses',
  },
  alertTriggers: {
    value: (actual, limit) => `${actual}, seuil ${limit}`,
    negativeOf: (actual, responses, window, limit) =>
      `${actual} sur ${responses} en ${window}, seuil ${limit}`,
    feedbackCount: (limit) => `seuil ${limit}`,
    counted: (responses, window) => `${responses} en ${window}`,
  },

  partialHeading: 'Une partie des données de cette semaine manque',
  emptyHeading: 'Une semaine calme',
  emptyText: (surveys) => `Tout a été lu et il n’y a eu aucune réponse cette semaine (${surveys}).`,
  dataQuality: 'Qualité des données',
  problemPlace: (place, message) => `${place} – ${message}`,
  silentDay: (survey, days) => spaced`${survey} – aucune réponse : ${days}.`,
  problems: {
    UPSTREAM_UNREACHABLE: 'l’API de reporting était injoignable',
    UPSTREAM_TIMEOUT: 'l’API de reporting n’a pas répondu à temps',
    UPSTREAM_UNAVAILABLE: 'l’API de reporting a renvoyé une erreur à chaque tentative',
    UPSTREAM_UNAUTHORIZED: 'l’API de reporting a refusé les identifiants',
    UPSTREAM_NOT_FOUND: 'l’API de reporting ne dispose pas de ces données',
    TZ_UNKNOWN: 'son fuseau horaire est inconnu',
    TZ_DRIFT:
      'Les heures locales suivent l’API de reporting, dont les tables de fuseaux horaires diffèrent des nôtres.',
    NOT_SETTLED: 'Des appareils peuvent encore transmettre des réponses de cette semaine.',
    SCALE_MISMATCH:
      'Certaines réponses se situent hors des boutons de l’échelle et ne sont pas comptées.',
    OUT_OF_RANGE: 'l’API de reporting n’a renvoyé aucune donnée de la période demandée',
    ROWS_OUT_OF_RANGE: spaced`L’API de reporting a aussi renvoyé des données hors de la période demandée ; elles ne sont pas comptées.`,
    ENUM_UNKNOWN:
      'Utilise un type d’enquête, d’indice, d’échelle ou d’alerte inconnu de cette version.',
    FOLDER_DUPLICATE: spaced`Le dossier figure à plusieurs endroits ; il n’est compté qu’une fois.`,
    SURVEY_DUPLICATE: spaced`L’enquête figure dans plusieurs dossiers ; elle n’est comptée qu’une fois.`,
    CHILD_MISSING: spaced`Le rapport de ce dossier n’a pas pu être généré à temps ; ses chiffres manquent ici.`,
    REPORT_DAMAGED: spaced`Le rapport enregistré de ce dossier est endommagé ; il doit être généré à nouveau.`,
    SIGNALS_MISSING: spaced`Le rapport de ce dossier provient d’une version antérieure ; ses enquêtes n’ont donc pas de verdict.`,
    CLOCK_DIFFERS:
      'L’horloge du programme qui a généré ce rapport et celle de l’API de reporting différaient de plus de 15 minutes.',
    other: 'la réponse de l’API de reporting était inexploitable',
  },
  missingParts: {
    survey: (why) => spaced`Enquête manquante : ${why}.`,
    followUps: (why) => spaced`Irritants et points forts manquants : ${why}.`,
    alerts: (why) => spaced`Alertes de ce dossier manquantes : ${why}.`,
  },
  entriesMissing: spaced`Certaines enquêtes ou certains dossiers manquent ici : l’API de reporting les décrit de façon incorrecte.`,
  missingRetried: 'Ce qui manque sera relu à la prochaine exécution.',
  hiddenMarks: (n, plural) =>
    pluralForm(
      plural,
      spaced`${n} caractère invisible dans des noms, susceptible d’induire en erreur, est omis ici ; il figure dans le fichier JSON.`,
      spaced`${n} caractères invisibles dans des noms, susceptibles d’induire en erreur, sont omis ici ; ils figurent dans le fichier JSON.`,
    ),
  undisplayable: (n, plural) =>
    pluralForm(
      plural,
      `${n} caractère dans des noms n’a pas pu être affiché et apparaît sous forme de rectangle.`,
      `${n} caractères dans des noms n’ont pas pu être affichés et apparaissent sous forme de rectangles.`,
    ),
  revisionChanges: (revision, asOf, before, after) =>
    spaced`Cette révision remplace la révision ${revision} (données au ${asOf}). Réponses avant : ${before} ; maintenant : ${after}.`,

  method: 'Comment ces chiffres sont calculés',
  methodTerms: {
    uncertainty: '± et verdicts',
    pooling: 'Agrégation',
    ranking: 'Ordre des sites et des heures',
    counting: 'Ce qui est compté',
    week: 'La semaine',
  },
  methodIndexes: {
    HAPPY: spaced`Les boutons valent de 0 (le pire) à 100 (le meilleur), par paliers égaux ; l’indice est la moyenne de toutes les réponses.`,
    AVERAGE: spaced`Les boutons valent 1, 2, 3, etc. en partant du pire ; l’indice est la moyenne de toutes les réponses.`,
    NPS: 'La part du meilleur bouton moins celle de tous les boutons inférieurs aux deux meilleurs, de −100 à +100.',
  },
  methodPooling: spaced`Les réponses sont additionnées et l’indice est calculé sur ces totaux ; on ne fait jamais la moyenne des indices. Les types d’indice ou d’échelle différents restent séparés.`,
  methodRanking: spaced`Avant le classement, les petits échantillons sont ramenés vers la moyenne, afin que trois appuis chanceux ne l’emportent pas ; chaque ligne affiche ses propres chiffres.`,
  methodCounting:
    'L’API de reporting exclut de ces réponses les appuis en succession rapide sur un même appareil. Les irritants, les points forts et les alertes sont comptés sans ce filtre et ne constituent pas une proportion de ces réponses.',
  methodWeek: spaced`La semaine de chaque enquête va du lundi 00:00 au lundi suivant 00:00 dans son propre fuseau horaire ; toutes les heures sont locales.`,
  textAlternatives: {
    distribution: (buttons) => `Réponses du pire au meilleur – ${buttons}.`,
    button: (name, count, share) => spaced`${name} : ${count} (${share})`,
    trend: (index, weeks) => `${index} par semaine – ${weeks}.`,
    trendCounts: (weeks) => `Réponses par semaine – ${weeks}.`,
    days: (index, days) => `${index} par jour – ${days}.`,
    daysCounts: (days) => `Réponses par jour – ${days}.`,
    week: (week) => `semaine ${week}`,
    point: (when, index, responses) => spaced`${when} : ${index} (${responses})`,
    count: (when, responses) => spaced`${when} : ${responses}`,
    noResponses: (when) => spaced`${when} : aucune réponse`,
  },
  signals,
  jsonAttached: 'Tous les chiffres de ce rapport au format JSON',
  surveysWithoutPage: (n, plural) =>
    `${n} ${pluralForm(plural, 'autre enquête n’est détaillée', 'autres enquêtes ne sont détaillées')} que dans le fichier JSON`,
  weekBounds: (zone, start, end, hours) => spaced`${zone} : du ${start} au ${end}, ${hours}.`,
};
