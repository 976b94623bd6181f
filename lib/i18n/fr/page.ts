// French texts of the web page. Spaces before punctuation are typed as plain spaces and made no-break.
import type { PageTexts } from '../en/page.ts';

type Plural = Intl.LDMLPluralRule;
/** French uses the singular for zero. */
const pluralForm = (plural: Plural, singular: string, pluralText: string): string =>
  plural === 'one' ? singular : pluralText;

/** The text with no-break spaces before punctuation; inserted values are not changed. */
function spaced(parts: TemplateStringsArray, ...values: readonly string[]): string {
  const raw = parts.map((part) =>
    part
      .replaceAll(/ (?=[:;!?])/g, '\u202f')
      .replaceAll(' »', '\u00a0»')
      .replaceAll('« ', '«\u00a0'),
  );
  return String.raw({ raw }, ...values);
}

export const fr: PageTexts = {
  product: 'Rapports de satisfaction',
  languageName: 'Français',

  shell: {
    skip: 'Aller au rapport',
    places: 'Sites',
    showPlaces: 'Afficher les sites',
    hidePlaces: 'Masquer les sites',
    shortcut: 'Appuyez sur / pour rechercher un site',
    allReports: 'Tous les rapports',
    week: 'Semaine',
    language: 'Langue',
    theme: 'Couleurs',
    themes: { system: 'Système', light: 'Clair', dark: 'Sombre' },
    settings: 'Réglages',
    signOut: 'Se déconnecter',
    loading: 'Chargement…',
  },

  signIn: {
    heading: 'Connexion',
    intro: 'Vos rapports hebdomadaires, pour les sites auxquels votre jeton d’accès donne accès.',
    token: 'Jeton d’accès',
    hint: spaced`Il vous a été remis par la personne qui gère les rapports. Il n’est conservé que dans cet onglet ; il est oublié dès que vous le fermez.`,
    submit: 'Se connecter',
    show: 'Afficher le jeton',
    checking: 'Vérification du jeton…',
    account: 'Rapports de satisfaction',
    unreadable:
      'Jeton non valide. Un jeton ne comporte que des lettres sans accent, des chiffres et des symboles.',
    refused: 'Ce jeton n’est pas valide ou ne l’est plus. Vérifiez qu’il a été copié en entier.',
    missing: 'Saisissez le jeton.',
    ended: 'Votre jeton n’est plus accepté. Connectez-vous à nouveau.',
  },

  errors: {
    retry: 'Réessayer',
    offline: [
      'Pas de connexion',
      spaced`Les rapports sont injoignables. Vérifiez votre connexion ; ce qui manque ici sera chargé automatiquement dès qu’elle sera rétablie.`,
    ],
    offlineBanner: 'Vous êtes hors ligne. Ce que vous voyez n’est peut-être plus à jour.',
    slow: [
      'Pas de réponse à temps',
      'Les rapports n’ont pas pu être chargés à temps. Votre connexion est peut-être mauvaise, ou le service très sollicité.',
    ],
    foreign: [
      'Réponse inattendue',
      'La réponse ne vient pas du service des rapports. Votre réseau vous demande peut-être de vous identifier, ou il bloque cette page.',
    ],
    busy: [
      'Service très sollicité',
      'Les demandes simultanées sont trop nombreuses, ou une partie du service est injoignable. Réessayez dans un instant.',
    ],
    broken: [
      'Un problème est survenu',
      'L’erreur vient de nous, pas de vous. Réessayez dans quelques minutes.',
    ],
    renderError: [
      'Cette partie n’a pas pu être affichée',
      spaced`L’erreur vient de nous, pas de vous. Le reste fonctionne toujours ; recharger la page peut aider.`,
    ],
    refused: ['Impossible', 'Le service n’accepte pas cette demande.'],
    noSuchWeek: [
      'Semaine inexistante',
      'Cette semaine n’existe pas dans le calendrier, ou elle est trop ancienne pour avoir des rapports.',
    ],
    tooLarge: [
      'Trop volumineux pour être affiché',
      'Ce rapport est trop volumineux pour cette page. Ses fichiers peuvent être téléchargés tels quels.',
    ],
    signedOut: ['Déconnexion', 'Votre jeton n’est plus accepté. Connectez-vous à nouveau.'],
    notFound: ['Introuvable', 'Ce rapport n’existe pas, ou votre accès ne le couvre pas.'],
    pageNotFound: ['Page inexistante', 'L’adresse est incomplète ou comporte une faute de frappe.'],
    toAllReports: 'Tous les rapports',
    reload: 'Recharger la page',
    outdatedPage:
      'Cette page a été mise à jour depuis que vous l’avez ouverte, et une partie n’a pas pu être chargée.',
    code: (code) => spaced`Code : ${code}`,
  },

  browse: {
    search: 'Rechercher un site',
    results: 'Sites trouvés',
    resultCount: (n, plural) => `${n} ${pluralForm(plural, 'site trouvé', 'sites trouvés')}`,
    firstResults: (shown, n) => `Les ${shown} premiers sites sur ${n} trouvés`,
    noResults: 'Aucun site ne correspond.',
    survey: 'Enquête',
    open: (name) => spaced`Afficher le contenu de « ${name} »`,
    close: (name) => spaced`Masquer le contenu de « ${name} »`,
    more: (n, plural) => `${n} ${pluralForm(plural, 'autre site', 'autres sites')}`,

    previousWeek: 'Semaine précédente',
    nextWeek: 'Semaine suivante',
    weekWithDates: (range, week) => `Semaine ${week} · ${range}`,
    openWeek: (week) => `${week} · encore en cours`,
    anotherWeek: 'Autre semaine',
    weekOrDate: 'Semaine ou date',
    weekHint: 'Par exemple 2026-W40 ou 2026-10-03',
    toWeek: 'Afficher cette semaine',
    weekProblems: {
      empty: 'Saisissez une semaine ou une date.',
      unfinished:
        'La semaine ou la date est incomplète. Écrivez-la sous la forme 2026-W40 ou 2026-10-03.',
      unreadable:
        'Ce n’est ni une semaine ni une date. Écrivez-la sous la forme 2026-W40 ou 2026-10-03.',
      noSuchWeek: 'Cette année n’a pas de semaine portant ce numéro.',
      noSuchDate: 'Ce jour n’existe pas.',
      future: 'Cette semaine n’a pas encore commencé.',
    },

    overview: (range, week) => `Tous les rapports de la semaine ${week} (${range})`,
    states: 'Rapports affichés',
    all: 'Tous',
    within: 'Dans',
    allPlaces: 'Tous les sites',
    sortBy: 'Trier par',
    reverse: 'Ordre inverse',
    sorts: {
      place: 'Site',
      name: 'Nom',
      state: 'État',
      index: 'Indice',
      lost: 'Perte',
      responses: 'Réponses',
      alerts: 'Alertes ouvertes',
    },
    changed: (change) => `${change} par rapport à la semaine précédente`,
    lost: (n) => `perte ${n}`,
    lostNote:
      'Perte : réponses perdues par rapport à l’habitude, comme si autant de clients avaient appuyé sur le pire bouton au lieu du meilleur.',
    storesOnly: 'Les listes triées montrent les sites sans sites subordonnés.',
    attentionUnknown: 'Tout n’a pas pu être lu : d’autres sites peuvent demander de l’attention.',
    unread: 'N’a pas pu être lu',
    unnamedPlace: 'Un site sans nom',
    lastWeek: (n) => spaced`sem. préc. : ${n}`,
    moreKinds: (kind, n) => `${kind} · ${n} de plus`,
    withoutFigures: 'Sans chiffres',
    remaking: 'Nouvelle génération en cours',
    remakeFailed: 'Échec de la nouvelle génération',
    failureReason: (why) => spaced`Cause : ${why}`,
    due: (when) => `Prévu le ${when}`,
    problems: (n, plural) => `${n} ${pluralForm(plural, 'problème', 'problèmes')}`,
    pdf: 'PDF',
    openPdf: (name) => spaced`Ouvrir le PDF de « ${name} » dans un nouvel onglet`,
    noPdf: (name) => spaced`Le PDF de « ${name} » n’a pas pu être ouvert. Réessayez.`,
    shown: (n, total) => `${n} lignes affichées sur ${total}`,
    showMore: (n) => `Afficher ${n} de plus`,
    ready: (n, total) => `Rapports prêts : ${n} sur ${total}`,
    allReady: 'Les rapports de cette semaine sont prêts',
    noMatches: 'Aucun rapport ne correspond.',
    showAll: 'Afficher tous les rapports',

    weekOpen: 'Cette semaine est encore en cours',
    closes: (here, utc) =>
      `Elle se termine pour tous les sites le ${here} (${utc}). Ses rapports pourront être générés à partir de ce moment.`,
    closesUtc: (utc) =>
      `Elle se termine pour tous les sites le ${utc}. Ses rapports pourront être générés à partir de ce moment.`,
    weekNotStarted: 'Cette semaine n’a pas encore commencé',
    noReports: 'Il n’y a aucun rapport de cette semaine',
    noReportsHint:
      'Choisissez un site pour générer son rapport de cette semaine, ou consultez la semaine la plus récente.',
    makeFor: (name) => spaced`Générer le rapport de « ${name} »`,
    toLatestWeek: 'Semaine la plus récente',
  },

  read: {
    path: 'Emplacement de ce site',
    actions: 'Ce rapport',
    openPdf: 'Ouvrir le PDF',
    openPdfTab: 'Ouvrir le PDF dans un nouvel onglet',
    downloadPdf: 'Télécharger le PDF',
    downloadJson: 'Télécharger le JSON',
    preparing: 'Récupération du fichier…',
    share: 'Partager',
    revisions: 'Révisions',
    showPdf: 'PDF à côté des chiffres',
    hidePdf: 'Masquer le PDF',
    pdfFrame: (title) => spaced`PDF : ${title}`,
    pdfReload: 'Recharger le PDF',
    pdfTooNarrow: 'Le PDF ne tient à côté des chiffres que sur les écrans larges.',
    asTable: 'En tableau',
    asTableOf: (chart) => spaced`En tableau : ${chart}`,
    showAll: (n) => `Tout afficher (${n})`,
    showFirst: (n) => `Limiter à ${n}`,
    responsesByButton: 'Réponses par bouton',
    surveys: 'Enquêtes de ce dossier',
    columns: {
      week: 'Semaine',
      day: 'Jour',
      hour: 'Heure',
      certainty: '±',
      reason: 'Motif',
    },
    placesBelow: 'Sites directement en dessous',
    alarm: {
      title: 'Alertes par objet',
      about: 'Objet',
      times: 'Nombre',
      inAlarm: 'Durée',
      longest: 'La plus longue',
      open: 'Encore ouvertes',
      directions: { bad: 'avis négatifs', good: 'avis positifs', neutral: 'autre' },
    },
    cell: (index, responses) => `${index} (${responses})`,
    hoursOfAll: (n) => `Afficher les heures des ${n} types d’indice`,
    hoursOfFirst: 'Afficher les heures du type principal seulement',
    showAllKinds: (n) => `Afficher les ${n} types d’indice`,
    otherSurveys: 'Autres enquêtes de ce dossier',
    previousSurvey: 'Enquête précédente',
    nextSurvey: 'Enquête suivante',
    noSurvey: [
      'Absente de ce rapport',
      'Cette enquête ne figure pas dans le rapport de cette semaine.',
    ],
    toReport: (place) => spaced`Rapport de « ${place} »`,
    loading: 'Le rapport est en cours de chargement.',
  },

  make: {
    heading: 'Pas encore de rapport',
    intro:
      'Le rapport de cette semaine n’a pas été demandé, ou il n’a pas pu être généré. Il faut en général moins d’une minute.',
    make: 'Générer ce rapport',
    again: 'Générer à nouveau',
    againHint: (revision) =>
      spaced`Tous les chiffres sont relus. Le résultat devient une nouvelle révision et remplace la révision ${revision}, qui reste consultable. Les liens vers cette révision précise continuent de l’afficher.`,
    requesting: 'Demande du rapport…',
    queued: 'Le rapport est en cours de génération.',
    queuedAgain:
      'Une nouvelle révision est en cours de génération. D’ici là, ce que vous voyez reste en vigueur.',
    elapsed: (time) => `Depuis ${time}`,
    leaveHint: spaced`Vous pouvez quitter cette page : le rapport sera généré malgré tout.`,
    unreachable: 'Le service est injoignable pour le moment. Nouvelle tentative automatique.',
    ready: 'Le rapport est prêt.',
    unchanged: spaced`Rien de nouveau n’a été généré : le rapport reste tel quel.`,
    failedHeading: 'Le rapport n’a pas pu être généré',
    failedAgainHeading: 'Aucune nouvelle révision n’a pu être générée',
    impossibleHeading: 'Le rapport ne peut pas être généré',
    openHeading: 'La semaine n’est pas encore terminée',
    openUntil: (local, utc) =>
      `La semaine est encore en cours, jusqu’au ${local} (${utc}). Son rapport pourra être généré ensuite.`,
    openUntilUtc: (utc) =>
      `La semaine est encore en cours, jusqu’au ${utc}. Son rapport pourra être généré ensuite.`,
    noFolder: 'Ce site n’existe plus, ou votre accès ne le couvre pas.',
    noWeek: 'Cette semaine n’existe pas dans le calendrier, ou elle est trop ancienne.',
    busy: 'Le service est très sollicité, ou une partie en est injoignable. Réessayez dans un instant.',
    offline: 'La demande n’a pas pu être envoyée. Vérifiez votre connexion et réessayez.',
    requestNotFound: 'La demande est introuvable. Demandez à nouveau le rapport.',
    failures: {
      UPSTREAM_UNREACHABLE: 'Le service d’enquêtes est injoignable. Réessayez plus tard.',
      UPSTREAM_TIMEOUT: 'Le service d’enquêtes n’a pas répondu à temps. Réessayez plus tard.',
      UPSTREAM_UNAVAILABLE:
        'Le service d’enquêtes a renvoyé une erreur à chaque tentative. Réessayez plus tard.',
      UPSTREAM_UNAUTHORIZED:
        'Le service d’enquêtes a refusé les identifiants de ce service. Prévenez la personne qui gère les rapports.',
      UPSTREAM_NOT_FOUND: 'Le service d’enquêtes ne connaît plus ce site.',
      NOTHING_OWED: spaced`Aucune enquête de ce site n’était active cette semaine-là ; il n’y a donc rien à présenter.`,
      DEADLINE: 'Le temps a manqué pour générer le rapport. Réessayez plus tard.',
      STORE_UNAVAILABLE: 'L’espace de stockage des rapports est injoignable. Réessayez plus tard.',
      QUEUE_UNAVAILABLE: 'La demande n’a pas pu être mise en file d’attente. Réessayez plus tard.',
      SECRET_UNAVAILABLE: 'Le service n’a pas pu lire ses propres paramètres. Réessayez plus tard.',
      JOB_FAILED:
        'L’erreur vient de nous, pas de vous. Prévenez la personne qui gère les rapports.',
      other:
        'La réponse du service d’enquêtes était inexploitable. Prévenez la personne qui gère les rapports.',
    },
  },

  share: {
    heading: 'Partager ce rapport',
    close: 'Fermer',
    intro:
      'Un lien ouvre le rapport sans connexion. Toute personne qui le possède peut lire le rapport, jusqu’à ce qu’il expire ou que vous le révoquiez.',
    target: 'Le lien ouvre',
    thisReport: (revision) => `Exactement ce rapport (révision ${revision})`,
    thisReportNow: 'Exactement le rapport actuellement en vigueur pour cette semaine',
    thisReportHint: 'Toujours les mêmes chiffres, même si le rapport est généré à nouveau.',
    latest: 'Toujours le rapport le plus récent de ce site',
    latestHint: 'La semaine prochaine, il ouvrira le rapport de la semaine prochaine.',
    days: 'Durée de validité',
    dayCount: (n, plural) => `${n} ${pluralForm(plural, 'jour', 'jours')}`,
    otherDays: 'Un autre nombre de jours',
    otherDaysLabel: 'Nombre de jours',
    daysHint: (least, most) => `Un nombre entier de ${least} à ${most}.`,
    make: 'Créer le lien',
    making: 'Création du lien…',
    madeHeading: 'Votre lien',
    madeAnnounced: 'Le lien est créé. Vous pouvez le copier.',
    format: 'Il ouvre',
    formats: { pdf: 'le PDF', json: 'les données (JSON)' },
    copy: 'Copier',
    copyOf: (what) => spaced`Copier le lien : ${what}`,
    copied: 'Copié.',
    copyByHand: 'Le lien est sélectionné. Copiez-le avec Ctrl+C ou Cmd+C.',
    worksUntil: (instant) => `Valable jusqu’au ${instant}.`,
    another: 'Créer un autre lien',
    listHeading: 'Liens créés dans cet onglet',
    listHint:
      'Ils sont oubliés ici lorsque vous fermez l’onglet, mais ils continuent de fonctionner.',
    exactReport: (place, week, revision) => `${place}, ${week}, révision ${revision}`,
    latestReport: (place) => `${place}, toujours le rapport le plus récent`,
    revoke: 'Révoquer',
    revokeLink: (what) => spaced`Révoquer le lien : ${what}`,
    confirmRevoke: spaced`Révoquer ce lien ? Plus personne ne pourra ouvrir le rapport avec lui, et cette action est irréversible.`,
    confirmYes: 'Oui, le révoquer',
    confirmNo: 'Le conserver',
    revoking: 'Révocation…',
    revoked: 'Le lien est révoqué. Il n’ouvre plus rien.',
    otherHeading: 'Révoquer un lien que vous avez',
    otherIntro: 'Pour les liens créés ailleurs, ou par une autre personne pour l’un de vos sites.',
    linkOrId: 'Le lien ou son identifiant',
    notALink:
      'Ce n’est pas un lien vers un rapport. Collez le lien entier, avec tout ce qui suit /d/.',
    noSuchLink: 'Ce lien n’existe pas, ou votre accès ne couvre pas son site.',
    revokeFailed: spaced`Le lien n’a pas pu être révoqué : il fonctionne toujours.`,
    noReport: 'Il n’y a plus de rapport à partager, ou votre accès ne le couvre pas.',
  },

  revisions: {
    heading: 'Révisions',
    intro:
      'Un rapport généré à nouveau devient une nouvelle révision. La plus récente est en vigueur.',
    back: 'Revenir aux chiffres',
    current: 'en vigueur',
    shown: 'affichée ici',
    view: (n) => `Lire la révision ${n}`,
    first: 'La première révision.',
    only: spaced`Il n’y a qu’une révision : rien n’a changé depuis qu’elle a été générée.`,
    olderRemoved: 'Les révisions plus anciennes ne sont plus conservées.',
    statusChanged: (before, after) => spaced`État : ${before}, maintenant ${after}`,
    changed: (n) => `Changements depuis la révision ${n}`,
    nothingChanged: 'Aucun chiffre n’a changé.',
    responsesChanged: (before, after) => spaced`Réponses : ${before}, maintenant ${after}`,
    previousChanged: (before, after) =>
      spaced`Réponses de la semaine précédente : ${before}, maintenant ${after}`,
    alertsChanged: (before, after) =>
      spaced`Alertes encore ouvertes : ${before}, maintenant ${after}`,
    figuresHeading: 'Chiffres qui ont changé',
    before: 'Avant',
    after: 'Maintenant',
    item: 'Élément',
    indexAnd: (index, responses) => `${index} (${responses})`,
    absent: 'absent du rapport',
    resolvedProblems: 'Problèmes résolus',
    newProblems: 'Nouveaux problèmes',
    olderShown: (n, current) =>
      spaced`Vous lisez la révision ${n} ; la révision ${current} est en vigueur.`,
    olderShownUnknown: (n) => `Vous lisez la révision ${n}, qui n’est peut-être plus en vigueur.`,
    toCurrent: (n) => `Lire la révision ${n}`,
    toLatest: 'Lire celle en vigueur',
  },

  states: {
    complete: 'Complet',
    partial: 'Partiel',
    empty: 'Semaine calme',
    queued: 'En préparation',
    owed: 'À générer',
    waiting: 'Planifié',
    failed: 'Échec',
    damaged: 'Endommagé',
  },
};
