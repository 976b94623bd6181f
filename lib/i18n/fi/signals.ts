// Finnish texts of verdicts, the attention list and other signals. Numbers are set next to the words and never inflected;
// a number does not begin a sentence with a full stop after it, which would make it an ordinal.
import { pluralForm } from '../formats.ts';
import type { Messages } from '../messages.ts';

/** 'keskiviikko' as 'keskiviikosta'. */
export const fromDay = (day: string): string => `${day.replace(/kko$/, 'ko')}sta`;

export const signals: Messages['signals'] = {
  verdicts: {
    better: 'Parempi',
    worse: 'Heikompi',
    usual: 'Kuten yleensä',
    new: 'Liian vähän viikkoja',
    tooFew: 'Liian vähän vastauksia',
  },
  verdictSince: (verdict, week) => `${verdict} viikosta ${week} lähtien`,
  range: (lower, upper) => `${lower}–${upper}`,
  signedRange: (lower, upper) => `${lower}…${upper}`,
  about: (usual) => `noin ${usual}`,
  usualRange: (range) => `yleensä ${range}`,

  lowestSince: (value, usual, week) => `Heikoin sitten viikon ${week}: ${value}, yleensä ${usual}.`,
  highestSince: (value, usual, week) => `Paras sitten viikon ${week}: ${value}, yleensä ${usual}.`,
  lowestOfWeeks: (value, usual, weeks) => `Heikoin ${weeks} viikkoon: ${value}, yleensä ${usual}.`,
  highestOfWeeks: (value, usual, weeks) => `Paras ${weeks} viikkoon: ${value}, yleensä ${usual}.`,
  below: (value, usual) => `${value}, tavallista heikompi (yleensä ${usual}).`,
  above: (value, usual) => `${value}, tavallista parempi (yleensä ${usual}).`,
  belowSince: (value, usual, week) =>
    `${value}, tavallista heikompi viikosta ${week} lähtien (yleensä ${usual}).`,
  aboveSince: (value, usual, week) =>
    `${value}, tavallista parempi viikosta ${week} lähtien (yleensä ${usual}).`,
  downSince: (value, earlier, week) =>
    `${value}, heikompi viikosta ${week} lähtien (aiemmin ${earlier}).`,
  upSince: (value, earlier, week) =>
    `${value}, parempi viikosta ${week} lähtien (aiemmin ${earlier}).`,
  levelDown: (value, earlier, usual, week) =>
    `${value}; tavanomainen taso laski viikolla ${week} (aiemmin ${earlier}, nyt ${usual}).`,
  levelUp: (value, earlier, usual, week) =>
    `${value}; tavanomainen taso nousi viikolla ${week} (aiemmin ${earlier}, nyt ${usual}).`,
  backToEarlier: (value, earlier, usual) =>
    `${value}, jälleen aiemmalla tasolla (${earlier}); välissä taso oli useita viikkoja ${usual}.`,
  asUsual: (value, range) => `${value}, kuten yleensä (${range}).`,
  alwaysTheSame: (value) => `${value}, kuten yleensä.`,
  tooFew: (responses) => `Liian vähän vastauksia johtopäätökseen: ${responses}.`,
  tooFewWeeks: (value) => `${value}; aiempia viikkoja on vertailuun liian vähän.`,
  indexOnly: (index, value) => `${index} ${value}.`,

  silence: {
    since: (day, perDay) =>
      `Ei vastauksia ${fromDay(day)} lähtien (yleensä ${perDay} päivässä): tarkista laite`,
    allWeek: (perDay) => `Ei vastauksia koko viikolla (yleensä ${perDay} päivässä): tarkista laite`,
    day: (day, perDay) => `Ei vastauksia ${day}na (yleensä ${perDay})`,
    days: (from, days, _plural, perDay) =>
      `Ei vastauksia ${days} päivänä ${fromDay(from)} alkaen (yleensä ${perDay} päivässä)`,
  },
  asSentence: (text) => `${text}.`,
  volumeLow: (responses, usual) => `Vähän vastauksia: ${responses}, yleensä ${usual}.`,
  volumeHigh: (responses, usual) => `Paljon vastauksia: ${responses}, yleensä ${usual}.`,

  attention: 'Vaatii huomiota',
  improved: 'Tavallista parempi',
  allAsUsual: (n, plural) =>
    pluralForm(
      plural,
      'Ainoassa kohteessa kaikki on kuten yleensä.',
      `Kaikki ${n} kohdetta kuten yleensä.`,
    ),
  nothingToReport: (usual, all) =>
    `Mikään ei vaadi huomiota. Kuten yleensä: ${usual}/${all} kohdetta; muista on liian vähän vastauksia tai viikkoja johtopäätökseen.`,
  nothingWorse: (usual, all) =>
    `Mikään ei vaadi huomiota. Kuten yleensä: ${usual}/${all} kohdetta; mikään muu ei ole selvästi heikompi.`,
  nothingInWhatWasRead: (unread, plural) =>
    `Luetuissa tiedoissa mikään ei vaadi huomiota. Lukematta: ${unread} ${pluralForm(plural, 'kohde', 'kohdetta')}.`,
  noVerdicts: 'Mistään kohteesta ei ole riittävästi vastauksia ja viikkoja johtopäätökseen.',
  moreAttention: (n, plural) =>
    `Lisäksi ${n} ${pluralForm(plural, 'kohde, jota', 'kohdetta, joita')} ei näytetä tässä; katso ${pluralForm(plural, 'sen omaa raporttia', 'niiden omia raportteja')}.`,
  reasons: {
    unusual: (index, usual) => `${index}, yleensä ${usual}`,
    worseSince: (index, usual, week) =>
      `${index}, yleensä ${usual}; heikompi viikosta ${week} lähtien`,
    worseFrom: (index, earlier, week) =>
      `${index}, heikompi viikosta ${week} lähtien (aiemmin ${earlier})`,
    levelDown: (index, earlier, usual, week) =>
      `${index}; tavanomainen taso laski viikolla ${week} (aiemmin ${earlier}, nyt ${usual})`,
    betterSince: (index, usual, week) =>
      `${index}, yleensä ${usual}; parempi viikosta ${week} lähtien`,
    betterFrom: (index, earlier, week) =>
      `${index}, parempi viikosta ${week} lähtien (aiemmin ${earlier})`,
    levelUp: (index, earlier, usual, week) =>
      `${index}; tavanomainen taso nousi viikolla ${week} (aiemmin ${earlier}, nyt ${usual})`,
    backToEarlier: (index, earlier) => `${index}, jälleen aiemmalla tasolla (${earlier})`,
    asLowUntil: (index, usual, week) =>
      `${index}, aiemmin ${usual}; yhtä heikko kuin viikkoon ${week} asti`,
    inAlarm: (duration) => `Hälytystilassa ${duration}`,
    volumeLow: (responses, usual) => `${responses}, yleensä ${usual}`,
    standingLow: (index) => `${index}, selvästi muita kohteita heikompi`,
  },

  indexKinds: 'Indeksityypeittäin',
  why: {
    title: 'Miksi indeksi muuttui',
    ownResult: 'Oma tulos',
    share: 'Osuus vastauksista',
    total: 'Yhteensä',
    others: 'Muut kohteet',
    allPlaces: 'Kaikki kohteet yhdessä',
    note: 'Indeksin pisteinä, tavanomaisiin viikkoihin verrattuna.',
  },
  rankRange: (from, to) => (from === to ? from : `${from}–${to}`),
  rank: (n) => `${n}.`,
  rankNote: '3.–9.: vastauksista ei näe, mikä näistä sijoista on oikea.',
  funnel: {
    title: 'Indeksi ja vastausten määrä',
    note: 'Vähän vastauksia: enemmän vaihtelua. Suppilon sisällä kohteet eivät eroa selvästi.',
  },

  clearHours: (difference, day, from, to) => `${day} ${from}–${to}: ${difference}`,
  noClearHours: 'Mikään viikon osa ei eroa selvästi muista.',

  region: {
    reason: 'Syy',
    below: 'Alakansiot',
    belowNote: 'Kunkin kansion indeksityyppi, jolla on eniten vastauksia.',
    moreUnread: (n, plural) => `Lisäksi lukematta ${n} ${pluralForm(plural, 'kohde', 'kohdetta')}`,
    silentWeek: 'Ei vastauksia tällä viikolla',
    alertsByPlace: 'Hälytykset kohteittain',
    open: 'Yhä avoinna',
    compared: 'Vertailu',
    farBelow: 'paljon heikompi',
    farAbove: 'paljon parempi',
  },

  partsOfWeek: 'Viikon osat',
  partsNote: 'Vastaukset paikallisessa ajassa.',
  partLegend: { below: 'selvästi heikompi', none: 'ei selvää eroa', above: 'selvästi parempi' },
  trendNote: 'Viiva: indeksi. Vyöhyke: tavanomainen väli. Pylväät: vastaukset.',
  trendNoteWithoutRange: 'Viiva: indeksi. Pylväät: vastaukset.',
  daysNote: 'Indeksi ja sen 95\u00a0%:n väli.',
  npsGroups: { detractor: 'Arvostelijat', passive: 'Neutraalit', promoter: 'Suosittelijat' },
  chartTextAlternatives: {
    limits: (verdict, usual, range) =>
      `${verdict}; tavanomainen taso ${usual}, tavanomainen väli ${range}.`,
    levelChange: (week, earlier, usual) =>
      `Tavanomainen taso muuttui viikolla ${week}: aiemmin ${earlier}, nyt ${usual}.`,
    pointWithInterval: (when, index, halfWidth, responses) =>
      `${when}: ${index} ± ${halfWidth} (${responses})`,
    parts: (parts) =>
      `Vastaukset viikonpäivän ja vuorokaudenajan mukaan, paikallista aikaa – ${parts}.`,
    alarm: (direction, hours, times, plural) =>
      `Hälytykset, ${direction}: avoinna ${hours}, ${times} ${pluralForm(plural, 'kerta', 'kertaa')}.`,
    funnel: (index, places) => `${index} vastausten määrän mukaan – ${places}.`,
  },

  usualResponses: (responses, usual) => `${responses}, yleensä ${usual}`,
  surveysCompared: 'Kyselyt',
  noResponses: 'Ei vastauksia',
  shareWithInterval: (share, lower, upper) => `${share} (${lower}–${upper})`,
  directions: { bad: 'kielteinen palaute', good: 'myönteinen palaute', neutral: 'muu' },
  hoursInAlarm: (duration, week) => `${duration} / ${week}`,
  storeColumns: {
    usual: 'Tavanomainen väli',
    trend: '13 viikkoa',
    about: 'Aihe',
    times: 'Kertoja',
    inAlarm: 'Hälytystilassa',
    inAlarmOf: (week) => `Hälytystilassa / ${week}`,
    longest: 'Pisin',
    openSince: 'Avoinna alkaen',
  },

  methodUsual:
    'Tavanomainen taso on viimeisten kahdentoista viikon keskimmäinen arvo tai, jos taso on muuttunut, muutoksen jälkeisten viikkojen keskimmäinen arvo. Viikko on parempi tai heikompi, kun se on niiden tavallisten viikkojen välin ulkopuolella, joilla on yhtä paljon vastauksia, kun kaksi viikkoa kolmesta on lähes sen ulkopuolella tai kun kohde on pysynyt toisella tasolla yli neljä viikkoa.',
  methodIntervals:
    '± ja välit kattavat 95\u00a0%; ontoissa pisteissä on alle 10 vastausta; viikon osat on väritetty, kun pelkkä sattuma harvoin tekisi niistä niin erilaisia.',

  fewOrNoResponses: 'Vähän vastauksia tai ei lainkaan',
  notRead: 'ei luettu',
  alertsUnread: (n, all, plural) =>
    `ei tiedossa: ${n}/${all} ${pluralForm(plural, 'kysely', 'kyselyä')}`,
  earlierVersion: 'Tehty aiemmalla ohjelmaversiolla: ei arvioita.',
};
