// The words of the page that a person sees whose link opens no report, by language. No markup in them.

/** A title and a sentence on what happened. */
type What = readonly [title: string, sentence: string];

export interface LinkPageTexts {
  /** Whose page it is; never the company's name, which strangers have no business with. */
  readonly product: string;
  readonly invalid: What;
  readonly expired: What;
  readonly revoked: What;
  readonly gone: What;
  /** Ours, and perhaps soon over. */
  readonly trouble: What;
  /** What to do where a new link would help. */
  readonly newLink: string;
  /** What to do where no link can. */
  readonly copy: string;
}

export const LINK_PAGE_TEXTS = {
  en: {
    product: 'Feedback reports',
    invalid: [
      'This link does not work',
      'It was not made here, or a part of it is missing. Check that all of it was copied.',
    ],
    expired: ['This link has expired', 'It was made for a limited time, and that time is over.'],
    revoked: ['This link was withdrawn', 'Whoever shared the report has withdrawn the link.'],
    gone: ['This report was removed', 'The link is right, but the report is no longer kept.'],
    trouble: [
      'The report cannot be opened just now',
      'The fault is ours, not yours. Please try again in a few minutes.',
    ],
    newLink: 'Ask whoever sent it for a new link.',
    copy: 'Ask whoever sent it whether they have a copy.',
  },
  fi: {
    product: 'Palauteraportit',
    invalid: [
      'Tämä linkki ei toimi',
      'Linkkiä ei ole tehty täällä, tai siitä puuttuu osa. Tarkista, että se on kopioitu kokonaan.',
    ],
    expired: ['Tämä linkki on vanhentunut', 'Se tehtiin määräajaksi, ja aika on päättynyt.'],
    revoked: ['Tämä linkki on peruttu', 'Raportin jakaja on perunut linkin.'],
    gone: ['Tämä raportti on poistettu', 'Linkki on oikea, mutta raporttia ei enää säilytetä.'],
    trouble: [
      'Raporttia ei voi juuri nyt avata',
      'Vika on meidän, ei sinun. Yritä uudelleen muutaman minuutin kuluttua.',
    ],
    newLink: 'Pyydä uusi linkki siltä, joka lähetti tämän.',
    copy: 'Kysy linkin lähettäjältä, onko hänellä raportista kopio.',
  },
  sv: {
    product: 'Feedbackrapporter',
    invalid: [
      'Länken fungerar inte',
      'Den har inte skapats här, eller så saknas en del av den. Kontrollera att hela länken har kopierats.',
    ],
    expired: ['Länken har gått ut', 'Den gällde en begränsad tid, och den tiden är slut.'],
    revoked: ['Länken har återkallats', 'Den som delade rapporten har återkallat länken.'],
    gone: ['Rapporten har tagits bort', 'Länken är rätt, men rapporten sparas inte längre.'],
    trouble: [
      'Rapporten kan inte öppnas just nu',
      'Felet är vårt, inte ditt. Försök igen om några minuter.',
    ],
    newLink: 'Be den som skickade länken om en ny.',
    copy: 'Fråga den som skickade länken om det finns en kopia.',
  },
  de: {
    product: 'Feedback-Berichte',
    invalid: [
      'Dieser Link funktioniert nicht',
      'Er wurde nicht hier erstellt, oder ein Teil fehlt. Prüfen Sie, ob er ganz kopiert wurde.',
    ],
    expired: [
      'Dieser Link ist abgelaufen',
      'Er galt für eine begrenzte Zeit, und diese Zeit ist vorbei.',
    ],
    revoked: [
      'Dieser Link wurde zurückgezogen',
      'Wer den Bericht geteilt hat, hat den Link zurückgezogen.',
    ],
    gone: [
      'Dieser Bericht wurde entfernt',
      'Der Link stimmt, aber der Bericht wird nicht mehr aufbewahrt.',
    ],
    trouble: [
      'Der Bericht lässt sich gerade nicht öffnen',
      'Der Fehler liegt bei uns, nicht bei Ihnen. Versuchen Sie es in ein paar Minuten erneut.',
    ],
    newLink: 'Bitten Sie die Person, die ihn geschickt hat, um einen neuen Link.',
    copy: 'Fragen Sie die Person, die den Link geschickt hat, ob sie eine Kopie hat.',
  },
  fr: {
    product: 'Rapports de satisfaction',
    invalid: [
      'Ce lien ne fonctionne pas',
      'Il n’a pas été créé ici, ou il en manque une partie. Vérifiez qu’il a été copié en entier.',
    ],
    expired: ['Ce lien a expiré', 'Il était valable pour une durée limitée, désormais écoulée.'],
    revoked: ['Ce lien a été retiré', 'La personne qui a partagé le rapport a retiré le lien.'],
    gone: [
      'Ce rapport a été supprimé',
      'Le lien est correct, mais le rapport n’est plus conservé.',
    ],
    trouble: [
      'Le rapport ne peut pas être ouvert pour le moment',
      'Le problème vient de nous, pas de vous. Réessayez dans quelques minutes.',
    ],
    newLink: 'Demandez un nouveau lien à la personne qui vous l’a envoyé.',
    copy: 'Demandez à la personne qui vous a envoyé le lien si elle a une copie du rapport.',
  },
  es: {
    product: 'Informes de satisfacción',
    invalid: [
      'Este enlace no funciona',
      'No se creó aquí o le falta una parte. Compruebe que se ha copiado entero.',
    ],
    expired: ['Este enlace ha caducado', 'Era válido por un tiempo limitado, que ya ha terminado.'],
    revoked: ['Este enlace se ha retirado', 'Quien compartió el informe ha retirado el enlace.'],
    gone: [
      'Este informe se ha eliminado',
      'El enlace es correcto, pero el informe ya no se conserva.',
    ],
    trouble: [
      'El informe no se puede abrir en este momento',
      'El fallo es nuestro, no suyo. Vuelva a intentarlo dentro de unos minutos.',
    ],
    newLink: 'Pida un enlace nuevo a quien se lo envió.',
    copy: 'Pregunte a quien le envió el enlace si tiene una copia del informe.',
  },
  ja: {
    product: 'フィードバックレポート',
    invalid: [
      'このリンクは使えません',
      'ここで作成されたリンクではないか、一部が欠けています。全体がコピーされているか確認してください。',
    ],
    expired: ['このリンクは期限切れです', 'リンクの有効期間が終了しました。'],
    revoked: ['このリンクは取り消されました', 'レポートの共有者がリンクを取り消しました。'],
    gone: [
      'このレポートは削除されました',
      'リンクは正しいですが、レポートはもう保管されていません。',
    ],
    trouble: [
      '現在、レポートを開けません',
      '原因はこちら側にあります。数分後にもう一度お試しください。',
    ],
    newLink: 'リンクの送信者に、新しいリンクを依頼してください。',
    copy: 'レポートのコピーがあるか、リンクの送信者に確認してください。',
  },
  ar: {
    product: 'تقارير الملاحظات',
    invalid: [
      'هذا الرابط لا يعمل',
      'لم يُنشأ هذا الرابط هنا، أو أن جزءًا منه مفقود. تحقق من نسخه كاملًا.',
    ],
    expired: ['انتهت صلاحية هذا الرابط', 'كان الرابط صالحًا لمدة محدودة وقد انتهت.'],
    revoked: ['تم سحب هذا الرابط', 'سحب الرابطَ مَن شارك التقرير.'],
    gone: ['تمت إزالة هذا التقرير', 'الرابط صحيح، لكن التقرير لم يعد محفوظًا.'],
    trouble: [
      'يتعذر فتح التقرير الآن',
      'الخلل من جانبنا وليس منك. يُرجى المحاولة مجددًا بعد بضع دقائق.',
    ],
    newLink: 'اطلب رابطًا جديدًا ممن أرسله إليك.',
    copy: 'اسأل من أرسل إليك الرابط إن كانت لديه نسخة من التقرير.',
  },
} as const satisfies Record<string, LinkPageTexts>;
