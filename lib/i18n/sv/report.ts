// Swedish texts of the report. Counts are set next to verbs instead of adjectives, which would have to agree;
// ‘last week’ is the week before the reported one, because the report is read a week later.
import { pluralForm } from '../formats.ts';
import type { Messages } from '../messages.ts';
import { signals } from './signals.ts';

export const sv: Messages = {
  week: (range, week) => `${range}, vecka ${week}`,
  title: (name, week, year) => `${name} – vecka ${week}, ${year}`,
  folder: (key) => `Mapp ${key}`,
  survey: (key) => `Enkät ${key}`,
  surveyIn: (survey, folder) => `Enkät ${survey} i mapp ${folder}`,
  dataAsOf: (instant) => `Data per ${instant}`,
  revision: (n) => `Revision ${n}`,
  pageOf: (page, pages) => `Sida ${page} av ${pages}`,
  timeZones: (zones) => `Tidszon: ${zones}`,
  manyTimeZones: (n) => `${n} tidszoner, varje enkät i sin egen`,
  eachOwnTimeZone: 'Varje enkät i sin egen tidszon',

  indexNames: { HAPPY: 'Happy Index', AVERAGE: 'Genomsnitt', NPS: 'NPS' },
  scaleNames: { FOUR: '4 knappar', FIVE: '5 knappar', FIVE_REVERSED: '5 knappar, omvänt' },
  responsesHeading: 'Svar',
  smileys: ['Mycket missnöjd', 'Missnöjd', 'Neutral', 'Nöjd', 'Mycket nöjd'],
  button: (n) => `Knapp ${n}`,
  plusMinus: (halfWidth) => `± ${halfWidth}`,
  plusMinusLess: (unit) => `± mindre än ${unit}`,

  up: (size) => `upp ${size} från föregående vecka`,
  down: (size) => `ned ${size} från föregående vecka`,
  upLess: (unit) => `upp mindre än ${unit} från föregående vecka`,
  downLess: (unit) => `ned mindre än ${unit} från föregående vecka`,
  unchanged: 'oförändrat från föregående vecka',
  verdicts: {
    clearRise: 'en tydlig uppgång',
    clearFall: 'en tydlig nedgång',
    normal: 'inom normal variation',
    tooFew: 'för få svar för en bedömning',
  },
  sentence: (index, value, change, verdict, responses) =>
    `${index} ${value}, ${change}: ${verdict}. ${responses}.`,
  sentenceUncompared: (index, value, responses) =>
    `${index} ${value}; från föregående vecka finns inga svar att jämföra med. ${responses}.`,
  sentenceWithoutIndex: (responses, kind) =>
    `${responses}. Den här programversionen känner inte till ${kind}, så rapporten visar antal men inget index.`,
  indexKind: (name) => `indexet ”${name}”`,
  scaleKind: (name) => `skalan ”${name}”`,
  responses: (n) => `${n} svar`,
  responsesChanged: (responses, change) => `${responses} (${change})`,
  noResponsesBefore: (previous) => `Inga svar den här veckan, mot ${previous} föregående vecka.`,
  noResponsesEither: 'Inga svar vare sig den här veckan eller föregående vecka.',

  attentionMessage: (place, reason) => `Kräver uppmärksamhet: ${place}: ${reason}`,
  attentionMore: (attention, n) => `${attention}; ${n} till`,

  surveysIn: (n, plural) => `${n} ${pluralForm(plural, 'enkät', 'enkäter')}`,
  surveysWithResponses: (withResponses, surveys) => `${withResponses} av ${surveys}`,
  responsesFrom: (responses, surveys) => `${responses} från ${surveys}`,
  alertTotals: (n, _plural, started, carriedOver, open) =>
    `${n} larm (${started} utlöstes, ${carriedOver} pågick sedan tidigare), ${open} pågår fortfarande`,
  alertTotalsNone: 'inga larm',
  alertTotalsNoneRead: 'inga larm i lästa uppgifter',
  trend: '13 veckors trend',
  trendNoteCounts: 'Staplar: svar.',
  weekTick: (week) => `v. ${week}`,
  days: 'Dag för dag',
  hoursOfDay: (weekday, from, to) => `${weekday} ${from}–${to}`,
  painPoints: 'Kritikpunkter',
  highlights: 'Höjdpunkter',
  followUps: 'Kritikpunkter och höjdpunkter',
  noFollowUps: 'Inga nämndes den här veckan.',
  unnamedOption: 'Namnlös',
  noPainPoints: 'Inga kritikpunkter nämndes.',
  noHighlights: 'Inga höjdpunkter nämndes.',
  followUpsMissing: 'Veckans uppgifter kunde inte läsas.',
  alerts: 'Larm',
  alertsMissing: 'Veckans larm kunde inte läsas.',
  noAlertsRead: (unread) => `Inga i lästa uppgifter; ${unread}.`,
  noAlerts: 'Inga larm den här veckan.',
  alertCounts: (started, carriedOver, open) =>
    `${started} utlöstes · ${carriedOver} pågick sedan tidigare · ${open} pågår fortfarande`,
  longestOpen: (duration) => `längst ${duration} under veckan`,
  openAlerts: 'Pågående larm',
  ranking: 'Rangordning',
  sharedPainPoints: 'Gemensamma kritikpunkter',
  sharedHighlights: 'Gemensamma höjdpunkter',
  quietPlaces: 'Tysta platser',
  quietNote: 'Aktiva, men med någon dag utan svar eller med få svar.',
  silentSurveys: 'Enkäter utan svar',
  moreInJson: (n) => `${n} till i JSON-filen`,
  places: (n, total) => `${n}/${total}`,

  columns: {
    rank: '#',
    place: 'Plats',
    kind: 'Typ',
    name: 'Namn',
    survey: 'Enkät',
    timeZone: 'Tidszon',
    index: 'Index',
    change: 'Förändr.',
    verdict: 'Bedömning',
    responses: 'Svar',
    count: 'Antal',
    share: 'Andel',
    lastWeek: 'Föreg. v.',
    distribution: 'Sämst till bäst',
    mentionedBy: 'Platser',
    alert: 'Larm',
    began: 'Började',
    ended: 'Slutade',
    inWeek: 'I veckan',
    silentDays: 'Tysta dagar',
  },
  stillOpen: 'pågår fortfarande',

  alertNames: {
    negative: 'Negativa svar',
    indexThreshold: 'Indexgräns',
    feedbackCount: 'Antal svar',
  },
  alertTriggers: {
    value: (actual, limit) => `${actual}, gräns ${limit}`,
    negativeOf: (actual, responses, window, limit) =>
      `${actual} av ${responses} svar på ${window}, gräns ${limit}`,
    feedbackCount: (limit) => `gräns ${limit}`,
    counted: (responses, window) => `${responses} på ${window}`,
  },

  partialHeading: 'En del av veckans data saknas',
  emptyHeading: 'En tyst vecka',
  emptyText: (surveys) => `Alla data har lästs, och inga svar kom in den här veckan (${surveys}).`,
  dataQuality: 'Datakvalitet',
  problemPlace: (place, message) => `${place} – ${message}`,
  silentDay: (survey, days) => `${survey} – inga svar ${days}.`,
  problems: {
    UPSTREAM_UNREACHABLE: 'rapporterings-API:et kunde inte nås',
    UPSTREAM_TIMEOUT: 'rapporterings-API:et svarade inte i tid',
    UPSTREAM_UNAVAILABLE: 'rapporterings-API:et svarade upprepade gånger med ett fel',
    UPSTREAM_UNAUTHORIZED: 'rapporterings-API:et godtog inte inloggningsuppgifterna',
    UPSTREAM_NOT_FOUND: 'uppgifterna finns inte i rapporterings-API:et',
    TZ_UNKNOWN: 'enkätens tidszon är okänd',
    TZ_DRIFT:
      'Lokala tider följer rapporterings-API:et, vars tidszonstabeller skiljer sig från våra.',
    NOT_SETTLED: 'Det kan fortfarande komma in svar för den här veckan från enheterna.',
    SCALE_MISMATCH: 'Vissa svar ligger utanför skalans knappar och räknas inte.',
    OUT_OF_RANGE: 'rapporterings-API:et svarade inte med några data från den begärda perioden',
    ROWS_OUT_OF_RANGE:
      'Rapporterings-API:et skickade även data utanför den begärda perioden; de räknas inte.',
    ENUM_UNKNOWN:
      'Använder en typ av enkät, index, skala eller larm som den här programversionen inte känner till.',
    FOLDER_DUPLICATE: 'Mappen finns på flera ställen; den räknas en gång.',
    SURVEY_DUPLICATE: 'Enkäten finns i flera mappar; den räknas en gång.',
    CHILD_MISSING: 'Mappens rapport kunde inte skapas i tid; dess siffror saknas här.',
    REPORT_DAMAGED: 'Mappens sparade rapport är skadad; den måste skapas på nytt.',
    SIGNALS_MISSING:
      'Mappens rapport skapades av en tidigare version, så dess enkäter saknar bedömning.',
    CLOCK_DIFFERS:
      'Klockan i programmet som skapade rapporten och rapporterings-API:ets klocka skilde sig åt med mer än 15 minuter.',
    other: 'svaret från rapporterings-API:et kunde inte användas',
  },
  missingParts: {
    survey: (why) => `Enkäten saknas: ${why}.`,
    followUps: (why) => `Kritikpunkter och höjdpunkter saknas: ${why}.`,
    alerts: (why) => `Larmen för den här mappen saknas: ${why}.`,
  },
  entriesMissing:
    'En del enkäter eller mappar här saknas: rapporterings-API:et beskrev dem felaktigt.',
  missingRetried: 'Det som saknas läses på nytt vid nästa körning.',
  hiddenMarks: (n, plural) =>
    `${n} ${pluralForm(plural, 'osynligt', 'osynliga')} tecken i namn, som hade kunnat vilseleda läsaren, är ${pluralForm(plural, 'utelämnat', 'utelämnade')} här; ${pluralForm(plural, 'det', 'de')} finns kvar i JSON-filen.`,
  undisplayable: (n, plural) =>
    `${n} tecken i namn kunde inte visas och har ersatts med ${pluralForm(plural, 'en ruta', 'rutor')}.`,
  revisionChanges: (revision, asOf, before, after) =>
    `Den här revisionen ersätter revision ${revision} (data per ${asOf}). Antal svar tidigare ${before}, nu ${after}.`,

  method: 'Så har siffrorna tagits fram',
  methodTerms: {
    uncertainty: '± och bedömningar',
    pooling: 'Sammanslagning',
    ranking: 'Ordningen på platser och timmar',
    counting: 'Vad som räknas',
    week: 'Veckan',
  },
  methodIndexes: {
    HAPPY:
      'Knapparna har värden från 0 (sämst) till 100 (bäst) i lika stora steg; indexet är medelvärdet av alla svar.',
    AVERAGE:
      'Knapparna har värdena 1, 2, 3 och så vidare från den sämsta; indexet är medelvärdet av alla svar.',
    NPS: 'Andelen för den bästa knappen minus andelen för alla knappar under de två bästa, från −100 till +100.',
  },
  methodPooling:
    'Svaren summeras och indexet beräknas på summorna; medelvärden av index beräknas aldrig. Olika typer av index eller skala hålls isär.',
  methodRanking:
    'Små urval dras mot medelvärdet före rangordningen, så att tre lyckosamma tryckningar inte räcker för att vinna; varje rad visar sina egna siffror.',
  methodCounting:
    'Rapporterings-API:et utesluter tryckningar i snabb följd på en och samma enhet ur de här svaren. Kritikpunkter, höjdpunkter och larm räknas utan det filtret och kan därför inte läsas som andelar av svaren.',
  methodWeek:
    'Varje enkäts vecka löper från måndag kl. 00:00 till nästa måndag kl. 00:00 i enkätens egen tidszon; alla klockslag är lokala.',
  textAlternatives: {
    distribution: (buttons) => `Svar från sämst till bäst: ${buttons}.`,
    button: (name, count, share) => `${name} ${count} (${share})`,
    trend: (index, weeks) => `${index} per vecka – ${weeks}.`,
    trendCounts: (weeks) => `Svar per vecka – ${weeks}.`,
    days: (index, days) => `${index} per dag – ${days}.`,
    daysCounts: (days) => `Svar per dag – ${days}.`,
    week: (week) => `vecka ${week}`,
    point: (when, index, responses) => `${when}: ${index} (${responses})`,
    count: (when, responses) => `${when}: ${responses}`,
    noResponses: (when) => `${when}: inga svar`,
  },
  signals,
  jsonAttached: 'Alla siffror i rapporten som JSON',
  surveysWithoutPage: (n, plural) =>
    `${n} ${pluralForm(plural, 'enkät', 'enkäter')} till redovisas endast i JSON-filen`,
  weekBounds: (zone, start, end, hours) => `${zone}: ${start} till ${end}, ${hours}.`,
};
