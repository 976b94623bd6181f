// Finnish texts of the report. Names and numbers are set next to the words and never inflected; ‘last week’
// is the week before the reported one, because the report is read a week later.
import { pluralForm } from '../formats.ts';
import type { Messages } from '../messages.ts';
import { signals } from './signals.ts';

export const fi: Messages = {
  week: (range, week) => `${range}, viikko ${week}`,
  title: (name, week, year) => `${name} – viikko ${week}/${year}`,
  folder: (key) => `Kansio ${key}`,
  survey: (key) => `Kysely ${key}`,
  surveyIn: (survey, folder) => `Kysely ${survey}, kansio ${folder}`,
  dataAsOf: (instant) => `Tilanne ${instant}`,
  revision: (n) => `Versio ${n}`,
  pageOf: (page, pages) => `Sivu ${page}/${pages}`,
  timeZones: (zones) => `Aikavyöhyke: ${zones}`,
  manyTimeZones: (n) => `${n} aikavyöhykettä, jokainen kysely omassaan`,
  eachOwnTimeZone: 'Jokainen kysely omassa aikavyöhykkeessään',

  indexNames: { HAPPY: 'Happy Index', AVERAGE: 'Keskiarvo', NPS: 'NPS' },
  scaleNames: {
    FOUR: '4 painiketta',
    FIVE: '5 painiketta',
    FIVE_REVERSED: '5 painiketta, käännetty',
  },
  responsesHeading: 'Vastaukset',
  smileys: ['Erittäin huono', 'Huono', 'Neutraali', 'Hyvä', 'Erittäin hyvä'],
  button: (n) => `Painike ${n}`,
  plusMinus: (halfWidth) => `± ${halfWidth}`,
  plusMinusLess: (unit) => `± alle ${unit}`,

  up: (size) => `parannusta edellisviikkoon ${size}`,
  down: (size) => `heikennystä edellisviikkoon ${size}`,
  upLess: (unit) => `parannusta edellisviikkoon alle ${unit}`,
  downLess: (unit) => `heikennystä edellisviikkoon alle ${unit}`,
  unchanged: 'sama kuin edellisviikolla',
  verdicts: {
    clearRise: 'selvä nousu',
    clearFall: 'selvä lasku',
    normal: 'normaalia vaihtelua',
    tooFew: 'liian vähän vastauksia johtopäätökseen',
  },
  sentence: (index, value, change, verdict, responses) =>
    `${index} ${value}, ${change}: ${verdict}. ${responses}.`,
  sentenceUncompared: (index, value, responses) =>
    `${index} ${value}; edellisviikolta ei ole vastauksia vertailtavaksi. ${responses}.`,
  sentenceWithoutIndex: (responses, kind) =>
    `${responses}. Tämä ohjelmaversio ei tunne ${kind}, joten raportissa on lukumäärät mutta ei indeksiä.`,
  // in the partitive, as the sentence above needs them
  indexKind: (name) => `indeksiä ”${name}”`,
  scaleKind: (name) => `asteikkoa ”${name}”`,
  responses: (n, plural) => `${n} ${pluralForm(plural, 'vastaus', 'vastausta')}`,
  responsesChanged: (responses, change) => `${responses} (${change})`,
  noResponsesBefore: (previous) =>
    `Ei vastauksia tällä viikolla; edellisviikolla niitä oli ${previous}.`,
  noResponsesEither: 'Ei vastauksia tällä eikä edellisellä viikolla.',

  attentionMessage: (place, reason) => `Vaatii huomiota: ${place}: ${reason}`,
  attentionMore: (attention, n) => `${attention}; lisäksi ${n}`,

  surveysIn: (n, plural) => `${n} ${pluralForm(plural, 'kysely', 'kyselyä')}`,
  surveysWithResponses: (withResponses, surveys) => `${surveys} (${withResponses} sai vastauksia)`,
  responsesFrom: (responses, surveys) => `${responses}, ${surveys}`,
  alertTotals: (n, plural, started, carriedOver, open) =>
    `${n} ${pluralForm(plural, 'hälytys', 'hälytystä')} (uusia ${started}, aiemmin alkaneita ${carriedOver}), yhä avoinna ${open}`,
  alertTotalsNone: 'ei hälytyksiä',
  alertTotalsNoneRead: 'ei hälytyksiä luetuissa tiedoissa',
  trend: '13 viikkoa',
  trendNoteCounts: 'Pylväät: vastaukset.',
  weekTick: (week) => `vk ${week}`,
  days: 'Päivittäin',
  hoursOfDay: (weekday, from, to) => `${weekday} ${from}–${to}`,
  painPoints: 'Kipupisteet',
  highlights: 'Onnistumiset',
  followUps: 'Kipupisteet ja onnistumiset',
  noFollowUps: 'Ei mainintoja tällä viikolla.',
  unnamedOption: 'Nimetön',
  noPainPoints: 'Kipupisteitä ei mainittu.',
  noHighlights: 'Onnistumisia ei mainittu.',
  followUpsMissing: 'Tämän viikon tietoja ei saatu luettua.',
  alerts: 'Hälytykset',
  alertsMissing: 'Tämän viikon hälytyksiä ei saatu luettua.',
  noAlertsRead: (unread) => `Ei hälytyksiä luetuissa tiedoissa; ${unread}.`,
  noAlerts: 'Ei hälytyksiä tällä viikolla.',
  alertCounts: (started, carriedOver, open) =>
    `uusia ${started} · aiemmin alkaneita ${carriedOver} · yhä avoinna ${open}`,
  longestOpen: (duration) => `pisin viikon aikana ${duration}`,
  openAlerts: 'Yhä avoimet hälytykset',
  ranking: 'Paremmuusjärjestys',
  sharedPainPoints: 'Yhteiset kipupisteet',
  sharedHighlights: 'Yhteiset onnistumiset',
  quietPlaces: 'Hiljaiset kohteet',
  quietNote: 'Aktiivisia, mutta päivä ilman vastauksia tai vain vähän vastauksia.',
  silentSurveys: 'Kyselyt ilman vastauksia',
  moreInJson: (n) => `JSON-tiedostossa lisäksi ${n}`,
  places: (n, total) => `${n}/${total}`,

  columns: {
    rank: '#',
    place: 'Kohde',
    kind: 'Tyyppi',
    name: 'Nimi',
    survey: 'Kysely',
    timeZone: 'Aikavyöhyke',
    index: 'Indeksi',
    change: 'Muutos',
    verdict: 'Arvio',
    responses: 'Vastauksia',
    count: 'Määrä',
    share: 'Osuus',
    lastWeek: 'Ed. viikko',
    distribution: 'Huonoin–paras',
    mentionedBy: 'Kohteita',
    alert: 'Hälytys',
    began: 'Alkoi',
    ended: 'Päättyi',
    inWeek: 'Tällä viikolla',
    silentDays: 'Hiljaisia päiviä',
  },
  stillOpen: 'yhä avoinna',

  alertNames: {
    negative: 'Negatiiviset vastaukset',
    indexThreshold: 'Indeksiraja',
    feedbackCount: 'Vastausmäärä',
  },
  alertTriggers: {
    value: (actual, limit) => `${actual}, raja ${limit}`,
    negativeOf: (actual, responses, window, limit) =>
      `${actual}, vastauksia ${responses} (${window}), raja ${limit}`,
    feedbackCount: (limit) => `raja ${limit}`,
    counted: (responses, window) => `${responses} (${window})`,
  },

  partialHeading: 'Osa tämän viikon tiedoista puuttuu',
  emptyHeading: 'Hiljainen viikko',
  emptyText: (surveys) =>
    `Kaikki tiedot luettiin, eikä tällä viikolla tullut vastauksia (${surveys}).`,
  dataQuality: 'Tietojen laatu',
  problemPlace: (place, message) => `${place} – ${message}`,
  // The days end in a full stop of their own, so they don't end the sentence.
  silentDay: (survey, days) => `${survey} – ${days} ei vastauksia.`,
  problems: {
    UPSTREAM_UNREACHABLE: 'raportointirajapintaan ei saatu yhteyttä',
    UPSTREAM_TIMEOUT: 'raportointirajapinta ei vastannut ajoissa',
    UPSTREAM_UNAVAILABLE: 'raportointirajapinta vastasi toistuvasti virheellä',
    UPSTREAM_UNAUTHORIZED: 'raportointirajapinta ei hyväksynyt tunnuksia',
    UPSTREAM_NOT_FOUND: 'raportointirajapinnassa ei ole näitä tietoja',
    TZ_UNKNOWN: 'kyselyn aikavyöhyke on tuntematon',
    TZ_DRIFT:
      'Paikalliset ajat ovat raportointirajapinnan mukaiset; sen aikavyöhyketiedot poikkeavat meidän tiedoistamme.',
    NOT_SETTLED: 'Laitteista voi vielä saapua tämän viikon vastauksia.',
    SCALE_MISMATCH:
      'Osa vastauksista ei vastaa mitään asteikon painiketta, eikä niitä ole laskettu mukaan.',
    OUT_OF_RANGE: 'raportointirajapinta ei palauttanut mitään pyydetyltä aikaväliltä',
    ROWS_OUT_OF_RANGE:
      'Raportointirajapinta palautti tietoja myös pyydetyn aikavälin ulkopuolelta; niitä ei ole laskettu mukaan.',
    ENUM_UNKNOWN:
      'Käytössä on kysely-, indeksi-, asteikko- tai hälytystyyppi, jota tämä ohjelmaversio ei tunne.',
    FOLDER_DUPLICATE: 'Kansio on useassa paikassa; se on laskettu kerran.',
    SURVEY_DUPLICATE: 'Kysely on useassa kansiossa; se on laskettu kerran.',
    CHILD_MISSING: 'Kansion raporttia ei saatu valmiiksi ajoissa; sen luvut puuttuvat tästä.',
    REPORT_DAMAGED: 'Kansion tallennettu raportti on vioittunut; se on tehtävä uudelleen.',
    SIGNALS_MISSING:
      'Tämän kansion raportti on tehty aiemmalla ohjelmaversiolla, joten sen kyselyillä ei ole arviota.',
    CLOCK_DIFFERS:
      'Raportin tehneen ohjelman kello ja raportointirajapinnan kello erosivat yli 15 minuuttia.',
    other: 'raportointirajapinnan vastausta ei voitu käyttää',
  },
  missingParts: {
    survey: (why) => `Kysely puuttuu: ${why}.`,
    followUps: (why) => `Kipupisteet ja onnistumiset puuttuvat: ${why}.`,
    alerts: (why) => `Tämän kansion hälytykset puuttuvat: ${why}.`,
  },
  entriesMissing:
    'Osa tämän kansion kyselyistä tai alakansioista puuttuu: raportointirajapinta kuvasi ne virheellisesti.',
  missingRetried: 'Puuttuvat tiedot luetaan uudelleen seuraavalla ajokerralla.',
  hiddenMarks: (n, plural) =>
    `Nimistä on jätetty tästä pois ${n} ${pluralForm(plural, 'näkymätön merkki, joka olisi voinut', 'näkymätöntä merkkiä, jotka olisivat voineet')} johtaa lukijaa harhaan; JSON-tiedostossa ${pluralForm(plural, 'se on', 'ne ovat')} mukana.`,
  undisplayable: (n, plural) =>
    `Nimissä on ${n} ${pluralForm(plural, 'merkki, jota', 'merkkiä, joita')} ei voitu näyttää; ${pluralForm(plural, 'sen', 'niiden')} tilalla on ruutu.`,
  revisionChanges: (revision, asOf, before, after) =>
    `Tämä versio korvaa version ${revision} (tilanne ${asOf}). Vastauksia oli ${before}, nyt ${after}.`,

  method: 'Miten luvut on laskettu',
  methodTerms: {
    uncertainty: '± ja arviot',
    pooling: 'Yhdistäminen',
    ranking: 'Kohteiden ja tuntien järjestys',
    counting: 'Mitä lasketaan',
    week: 'Viikko',
  },
  methodIndexes: {
    HAPPY:
      'Painikkeiden arvot kulkevat tasavälein nollasta (huonoin) sataan (paras); indeksi on kaikkien vastausten keskiarvo.',
    AVERAGE:
      'Painikkeiden arvot ovat huonoimmasta alkaen 1, 2, 3 ja niin edelleen; indeksi on kaikkien vastausten keskiarvo.',
    NPS: 'Parhaan painikkeen osuus, josta on vähennetty kaikkien kahta parasta huonompien painikkeiden osuus; asteikko −100…+100.',
  },
  methodPooling:
    'Vastaukset lasketaan yhteen, ja indeksi muodostetaan summista; indekseistä ei koskaan lasketa keskiarvoa. Eri indeksi- ja asteikkotyypit pidetään erillään.',
  methodRanking:
    'Pieniä otoksia vedetään kohti keskiarvoa ennen järjestämistä, jotta voittoon ei riitä kolme onnekasta painallusta; jokaisella rivillä ovat sen omat luvut.',
  methodCounting:
    'Raportointirajapinta jättää näistä vastauksista pois nopeasti peräkkäin samalla laitteella tehdyt painallukset. Kipupisteet, onnistumiset ja hälytykset lasketaan ilman tätä suodatusta, joten niitä ei voi lukea osuuksina vastauksista.',
  methodWeek:
    'Jokaisen kyselyn viikko alkaa maanantaina klo 00.00 ja päättyy seuraavana maanantaina klo 00.00 kyselyn omassa aikavyöhykkeessä; kaikki kellonajat ovat paikallisia.',
  textAlternatives: {
    distribution: (buttons) => `Vastaukset huonoimmasta parhaaseen: ${buttons}.`,
    button: (name, count, share) => `${name} ${count} (${share})`,
    trend: (index, weeks) => `${index} viikoittain – ${weeks}.`,
    trendCounts: (weeks) => `Vastaukset viikoittain – ${weeks}.`,
    days: (index, days) => `${index} päivittäin – ${days}.`,
    daysCounts: (days) => `Vastaukset päivittäin – ${days}.`,
    week: (week) => `viikko ${week}`,
    point: (when, index, responses) => `${when}: ${index} (${responses})`,
    count: (when, responses) => `${when}: ${responses}`,
    noResponses: (when) => `${when}: ei vastauksia`,
  },
  signals,
  jsonAttached: 'Kaikki tämän raportin luvut JSON-muodossa',
  surveysWithoutPage: (n) => `Lisäksi ${n} kyselyn tiedot ovat vain JSON-tiedostossa`,
  weekBounds: (zone, start, end, hours) => `${zone}: ${start} – ${end}, ${hours}.`,
};
