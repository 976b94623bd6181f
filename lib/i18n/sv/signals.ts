// Swedish texts of verdicts, the attention list and other signals. Counts are set next to nouns or verbs instead of
// adjectives, which would have to agree.
import { pluralForm } from '../formats.ts';
import type { Messages } from '../messages.ts';

export const signals: Messages['signals'] = {
  verdicts: {
    better: 'Bättre',
    worse: 'Sämre',
    usual: 'Som vanligt',
    new: 'För få veckor',
    tooFew: 'För få svar',
  },
  verdictSince: (verdict, week) => `${verdict} sedan vecka ${week}`,
  range: (lower, upper) => `${lower}–${upper}`,
  signedRange: (lower, upper) => `${lower} till ${upper}`,
  about: (usual) => `omkring ${usual}`,
  usualRange: (range) => `vanligen ${range}`,

  lowestSince: (value, usual, week) => `Lägst sedan vecka ${week}: ${value}, vanligen ${usual}.`,
  highestSince: (value, usual, week) => `Högst sedan vecka ${week}: ${value}, vanligen ${usual}.`,
  lowestOfWeeks: (value, usual, weeks, plural) =>
    `Lägst på ${weeks} ${pluralForm(plural, 'vecka', 'veckor')}: ${value}, vanligen ${usual}.`,
  highestOfWeeks: (value, usual, weeks, plural) =>
    `Högst på ${weeks} ${pluralForm(plural, 'vecka', 'veckor')}: ${value}, vanligen ${usual}.`,
  below: (value, usual) => `${value}, lägre än vanligt (${usual}).`,
  above: (value, usual) => `${value}, högre än vanligt (${usual}).`,
  belowSince: (value, usual, week) => `${value}, lägre än vanligt (${usual}) sedan vecka ${week}.`,
  aboveSince: (value, usual, week) => `${value}, högre än vanligt (${usual}) sedan vecka ${week}.`,
  downSince: (value, earlier, week) => `${value}, ned från ${earlier} sedan vecka ${week}.`,
  upSince: (value, earlier, week) => `${value}, upp från ${earlier} sedan vecka ${week}.`,
  levelDown: (value, earlier, usual, week) =>
    `${value}. Den vanliga nivån sjönk från ${earlier} till ${usual} vecka ${week}.`,
  levelUp: (value, earlier, usual, week) =>
    `${value}. Den vanliga nivån steg från ${earlier} till ${usual} vecka ${week}.`,
  backToEarlier: (value, earlier, usual) =>
    `${value}, tillbaka på den tidigare nivån ${earlier} efter flera veckor på ${usual}.`,
  asUsual: (value, range) => `${value}, som vanligt (${range}).`,
  alwaysTheSame: (value) => `${value}, som vanligt.`,
  tooFew: (responses) => `För få svar för en bedömning: ${responses}.`,
  tooFewWeeks: (value) => `${value}. För få tidigare veckor för att veta vad som är vanligt.`,
  indexOnly: (index, value) => `${index} ${value}.`,

  silence: {
    since: (day, perDay) =>
      `Inga svar sedan ${day} (vanligen ${perDay} per dag): kontrollera enheten`,
    allWeek: (perDay) =>
      `Inga svar på hela veckan (vanligen ${perDay} per dag): kontrollera enheten`,
    day: (day, perDay) => `Inga svar under ${day}en (vanligen ${perDay})`,
    days: (from, days, plural, perDay) =>
      `Inga svar under ${days} ${pluralForm(plural, 'dag', 'dagar')} från och med ${from} (vanligen ${perDay} per dag)`,
  },
  asSentence: (text) => `${text}.`,
  volumeLow: (responses, usual) => `Få svar: ${responses}, vanligen ${usual}.`,
  volumeHigh: (responses, usual) => `Många svar: ${responses}, vanligen ${usual}.`,

  attention: 'Kräver uppmärksamhet',
  improved: 'Bättre än vanligt',
  allAsUsual: (n, plural) =>
    pluralForm(plural, 'Den enda platsen är som vanligt.', `Alla ${n} platser är som vanligt.`),
  nothingToReport: (usual, all) =>
    `Inget kräver uppmärksamhet. Som vanligt: ${usual} av ${all} platser; de övriga har för få svar eller veckor för en bedömning.`,
  nothingWorse: (usual, all) =>
    `Inget kräver uppmärksamhet. Som vanligt: ${usual} av ${all} platser; ingen annan är tydligt sämre.`,
  nothingInWhatWasRead: (unread, plural) =>
    `Inget av det som kunde läsas kräver uppmärksamhet. Kunde inte läsas: ${unread} ${pluralForm(plural, 'plats', 'platser')}.`,
  noVerdicts: 'Ingen plats har tillräckligt många svar och veckor för en bedömning.',
  moreAttention: (n, plural) =>
    `${n} ${pluralForm(plural, 'plats', 'platser')} till visas inte här; se ${pluralForm(plural, 'dess egen rapport', 'deras egna rapporter')}.`,
  reasons: {
    unusual: (index, usual) => `${index}, vanligen ${usual}`,
    worseSince: (index, usual, week) => `${index}, vanligen ${usual}; lägre sedan vecka ${week}`,
    worseFrom: (index, earlier, week) => `${index}, ned från ${earlier} sedan vecka ${week}`,
    levelDown: (index, earlier, usual, week) =>
      `${index}; den vanliga nivån sjönk från ${earlier} till ${usual} vecka ${week}`,
    betterSince: (index, usual, week) => `${index}, vanligen ${usual}; högre sedan vecka ${week}`,
    betterFrom: (index, earlier, week) => `${index}, upp från ${earlier} sedan vecka ${week}`,
    levelUp: (index, earlier, usual, week) =>
      `${index}; den vanliga nivån steg från ${earlier} till ${usual} vecka ${week}`,
    backToEarlier: (index, earlier) => `${index}, tillbaka på den tidigare nivån ${earlier}`,
    asLowUntil: (index, usual, week) =>
      `${index}, ned från ${usual}; lika lågt som till och med vecka ${week}`,
    inAlarm: (duration) => `Larm i ${duration}`,
    volumeLow: (responses, usual) => `${responses}, vanligen ${usual}`,
    standingLow: (index) => `${index}, långt under övriga platser`,
  },

  indexKinds: 'Per typ av index',
  why: {
    title: 'Varför indexet ändrades',
    ownResult: 'Eget resultat',
    share: 'Andel av svaren',
    total: 'Totalt',
    others: 'Övriga platser',
    allPlaces: 'Alla platser tillsammans',
    note: 'I indexpoäng, jämfört med vanliga veckor.',
  },
  rankRange: (from, to) => (from === to ? from : `${from}–${to}`),
  rank: (n, ordinal) => `${n}${ordinal === 'one' ? ':a' : ':e'}`,
  rankNote: '3:e–9:e: svaren visar inte vilken av dessa placeringar som är den rätta.',
  funnel: {
    title: 'Index och antal svar',
    note: 'Med få svar varierar ett index mer. Platser inom tratten skiljer sig inte tydligt åt.',
  },

  clearHours: (difference, day, from, to) => `${day} ${from}–${to}: ${difference}`,
  noClearHours: 'Ingen del av veckan skiljer sig tydligt från resten.',

  region: {
    reason: 'Orsak',
    below: 'Undermappar',
    belowNote: 'För varje mapp den typ av index som har flest svar.',
    moreUnread: (n, plural) =>
      `Ytterligare ${n} ${pluralForm(plural, 'plats inte läst', 'platser inte lästa')}`,
    silentWeek: 'Inga svar den här veckan',
    alertsByPlace: 'Larm per plats',
    open: 'Pågående',
    compared: 'Jämförelse',
    farBelow: 'långt under',
    farAbove: 'långt över',
  },

  partsOfWeek: 'Delar av veckan',
  partsNote: 'Svar i lokal tid.',
  partLegend: { below: 'tydligt sämre', none: 'ingen tydlig skillnad', above: 'tydligt bättre' },
  trendNote: 'Linje: index. Band: vanligt intervall. Staplar: svar.',
  trendNoteWithoutRange: 'Linje: index. Staplar: svar.',
  daysNote: 'Index med 95\u00a0%-intervall.',
  npsGroups: { detractor: 'Kritiker', passive: 'Passiva', promoter: 'Ambassadörer' },
  chartTextAlternatives: {
    limits: (verdict, usual, range) =>
      `${verdict}; vanlig nivå ${usual}, vanligt intervall ${range}.`,
    levelChange: (week, earlier, usual) =>
      `Den vanliga nivån ändrades vecka ${week} från ${earlier} till ${usual}.`,
    pointWithInterval: (when, index, halfWidth, responses) =>
      `${when}: ${index} ± ${halfWidth} (${responses})`,
    parts: (parts) => `Svar per veckodag och del av dygnet, i lokal tid – ${parts}.`,
    alarm: (direction, hours, times, plural) =>
      `Larm om ${direction}: pågick ${hours}, ${times} ${pluralForm(plural, 'gång', 'gånger')}.`,
    funnel: (index, places) => `${index} efter antal svar – ${places}.`,
  },

  usualResponses: (responses, usual) => `${responses}, vanligen ${usual}`,
  surveysCompared: 'Enkäter',
  noResponses: 'Inga svar',
  shareWithInterval: (share, lower, upper) => `${share} (${lower}–${upper})`,
  directions: { bad: 'negativa svar', good: 'positiva svar', neutral: 'annat' },
  hoursInAlarm: (duration, week) => `${duration} av ${week}`,
  storeColumns: {
    usual: 'Vanligt intervall',
    trend: '13 veckor',
    about: 'Gäller',
    times: 'Gånger',
    inAlarm: 'Larmtid',
    inAlarmOf: (week) => `Larmtid (av ${week})`,
    longest: 'Längst',
    openSince: 'Pågår sedan',
  },

  methodUsual:
    'Det vanliga är det mittersta värdet för de senaste tolv veckorna, eller för veckorna sedan nivån senast ändrades. En vecka är bättre eller sämre när den ligger utanför intervallet för vanliga veckor med lika många svar, när två veckor av tre nästan gör det eller när platsen har legat på en annan nivå i mer än fyra veckor.',
  methodIntervals:
    '± och intervall täcker 95\u00a0%; ihåliga punkter har färre än 10 svar; delar av veckan är färgade när enbart slumpen sällan skulle göra dem så olika.',

  fewOrNoResponses: 'Få eller inga svar',
  notRead: 'inte läst',
  alertsUnread: (n, all, plural) =>
    `okänt för ${n} av ${all} ${pluralForm(plural, 'enkät', 'enkäter')}`,
  earlierVersion: 'Skapad med en tidigare version: inga bedömningar.',
};
