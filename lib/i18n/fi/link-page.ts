// Finnish texts of the page for a link that opens no report. Plain text, no markup.
import type { LinkPageTexts } from '../en/link-page.ts';

export const fi: LinkPageTexts = {
  product: 'Palauteraportit',
  invalid: [
    'Tämä linkki ei toimi',
    'Linkki ei ole tästä palvelusta, tai siitä puuttuu osa. Tarkista, että se on kopioitu kokonaan.',
  ],
  expired: ['Tämä linkki on vanhentunut', 'Se oli voimassa vain määräajan.'],
  revoked: ['Tämä linkki on mitätöity', 'Raportin jakaja on mitätöinyt linkin.'],
  gone: ['Tämä raportti on poistettu', 'Linkki on oikea, mutta raporttia ei enää ole saatavilla.'],
  unavailable: [
    'Raporttia ei voi juuri nyt avata',
    'Vika on meidän, ei sinun. Yritä uudelleen muutaman minuutin kuluttua.',
  ],
  newLink: 'Pyydä uusi linkki siltä, joka lähetti tämän.',
  copy: 'Kysy linkin lähettäjältä, onko hänellä raportista kopio.',
};
