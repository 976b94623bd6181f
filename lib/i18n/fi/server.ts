// Finnish texts that the server sends itself: messages about reports, and the pages for readers without an account. Names and
// numbers are set next to the words and never inflected.
import { pluralForm } from '../formats.ts';
import type { ServerTexts } from '../en/server.ts';
import { fromDay } from './signals.ts';

export const fi: ServerTexts = {
  subject: (place, finding, week) => `${place}: ${finding} · viikko ${week}`,
  placeIn: (place, above) => `${place}, ${above}`,
  ofQuestion: (finding, question) => `${finding} (${question})`,
  dataMissing: 'tietoja puuttuu',
  nowComplete: 'tiedot täydentyneet',

  findings: {
    lowestSince: (week) => `heikoin sitten viikon ${week}`,
    lowestOfWeeks: (weeks) => `heikoin ${weeks} viikkoon`,
    below: 'tavallista heikompi',
    belowSince: (week) => `tavallista heikompi viikosta ${week} lähtien`,
    downSince: (week) => `heikompi viikosta ${week} lähtien`,
    highestSince: (week) => `paras sitten viikon ${week}`,
    highestOfWeeks: (weeks) => `paras ${weeks} viikkoon`,
    above: 'tavallista parempi',
    aboveSince: (week) => `tavallista parempi viikosta ${week} lähtien`,
    upSince: (week) => `parempi viikosta ${week} lähtien`,
    backToEarlier: 'jälleen aiemmalla tasolla',
    asLowUntil: (week) => `yhtä heikko kuin viikkoon ${week} asti`,
    usual: 'kuten yleensä',
    nothingUrgent: 'mikään ei vaadi huomiota',
    tooFewWeeks: 'liian vähän viikkoja vertailuun',
    inAlarm: (duration) => `hälytyksessä ${duration}`,
    noResponses: 'ei vastauksia',
    silentSince: (day) => `ei vastauksia ${fromDay(day)} lähtien`,
    silentOn: (day) => `ei vastauksia ${day}na`,
    silentDays: (days) => `ei vastauksia ${days} päivänä`,
    volumeLow: 'vähän vastauksia',
    standingLow: 'selvästi muita kohteita heikompi',
  },

  attention: (n, plural, place, finding) =>
    pluralForm(
      plural,
      `${n} kohde vaatii huomiota. ${place}: ${finding}.`,
      `${n} kohdetta vaatii huomiota, ensimmäisenä ${place}: ${finding}.`,
    ),
  morePlaces: (n, plural) => `ja ${n} ${pluralForm(plural, 'muu kohde', 'muuta kohdetta')}`,
  moreMissing: (n, plural) => `Lisäksi puuttuu ${n} ${pluralForm(plural, 'osa', 'osaa')}.`,
  updateFollows:
    'Puuttuvat tiedot luetaan uudelleen. Jos johtopäätös muuttuu, saat vielä yhden viestin.',
  update: 'Raportti on nyt täydellinen; edellinen viesti perustui vain osaan tiedoista.',
  alerts: (n, plural, open) =>
    `${n} ${pluralForm(plural, 'hälytys', 'hälytystä')}, yhä avoinna ${open}`,
  openReport: 'Avaa raportti',
  seePage: 'Katso verkkosivulla',

  sentTo: (folder, address) =>
    `Saat tämän viestin, koska osoitteeseen ${address} on tilattu viikoittainen palauteraportti: ${folder}.`,
  sentHere: (folder) => `Tälle kanavalle on tilattu viikoittainen palauteraportti: ${folder}.`,
  unsubscribe: 'Peruuta tilaus',
  askToStop: 'Jos et halua näitä viestejä, ota yhteyttä palauteraporttien ylläpitäjään.',

  confirmSubject: (folder) => `Vahvista tilaus: viikoittainen palauteraportti, ${folder}`,
  confirmRequest: (folder, address) =>
    `Osoitteeseen ${address} on pyydetty viikoittaista palauteraporttia: ${folder}.`,
  confirmStart: 'Mitään ei lähetetä, ennen kuin vahvistat tilauksen.',
  confirmLink: 'Vahvista',
  confirmNote:
    'Jos et pyytänyt tätä, voit jättää viestin huomiotta: ilman vahvistustasi et saa raportteja.',

  pages: {
    confirmTitle: 'Haluatko tämän raportin joka viikko?',
    confirmSentence: (folder, address) =>
      `Palauteraportti (${folder}) lähetetään joka viikko osoitteeseen ${address}.`,
    confirmButton: 'Kyllä, tilaa',
    confirmed: [
      'Tilaus on vahvistettu',
      'Seuraava raportti tulee sähköpostitse. Jokaisessa viestissä on linkki, jolla tilauksen voi peruuttaa.',
    ],
    unsubscribeTitle: 'Haluatko peruuttaa tilauksen?',
    unsubscribeSentence: (folder, address) =>
      `Palauteraporttia (${folder}) ei enää lähetetä osoitteeseen ${address}.`,
    unsubscribed: [
      'Tilaus on peruutettu',
      'Tätä raporttia ei enää lähetetä sinulle. Muut tilauksesi pysyvät ennallaan.',
    ],
    invalid: [
      'Tämä linkki ei toimi',
      'Linkistä puuttuu osa, tai tilausta ei enää ole. Tarkista, että linkki on kopioitu kokonaan.',
    ],
    unavailable: [
      'Tämä ei juuri nyt onnistu',
      'Vika on meidän, eikä mitään muutettu. Yritä uudelleen muutaman minuutin kuluttua.',
    ],
  },

  sharedLink: {
    product: 'Palauteraportit',
    invalid: [
      'Tämä linkki ei toimi',
      'Linkki ei ole tästä palvelusta, tai siitä puuttuu osa. Tarkista, että se on kopioitu kokonaan.',
    ],
    expired: ['Tämä linkki on vanhentunut', 'Se oli voimassa vain määräajan.'],
    revoked: ['Tämä linkki on mitätöity', 'Raportin jakaja on mitätöinyt linkin.'],
    gone: [
      'Tämä raportti on poistettu',
      'Linkki on oikea, mutta raporttia ei enää ole saatavilla.',
    ],
    unavailable: [
      'Raporttia ei voi juuri nyt avata',
      'Vika on meidän, ei sinun. Yritä uudelleen muutaman minuutin kuluttua.',
    ],
    newLink: 'Pyydä uusi linkki siltä, joka lähetti tämän.',
    copy: 'Kysy linkin lähettäjältä, onko hänellä raportista kopio.',
  },
  noScript: 'Raporttien näyttämiseen tarvitaan JavaScript. Ota se käyttöön tällä sivustolla.',
};
