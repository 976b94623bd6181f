// German texts of the web page. Names are set where their gender and case don't matter.
import { pluralForm } from '../formats.ts';
import type { PageTexts } from '../en/page.ts';

export const de: PageTexts = {
  product: 'Feedback-Berichte',

  shell: {
    skip: 'Zum Bericht springen',
    places: 'Standorte',
    showPlaces: 'Standorte anzeigen',
    hidePlaces: 'Standorte ausblenden',
    shortcut: 'Mit / nach einem Standort suchen',
    allReports: 'Alle Berichte',
    week: 'Woche',
    language: 'Sprache',
    theme: 'Farben',
    themes: { system: 'System', light: 'Hell', dark: 'Dunkel' },
    settings: 'Einstellungen',
    signOut: 'Abmelden',
    loading: 'Wird geladen…',
  },

  signIn: {
    heading: 'Anmelden',
    intro: 'Ihre Wochenberichte für die Standorte, die Ihr Zugriffstoken freigibt.',
    token: 'Zugriffstoken',
    hint: 'Sie haben es von der Stelle erhalten, die die Berichte betreibt. Es bleibt nur in diesem Tab und wird vergessen, wenn Sie ihn schließen.',
    submit: 'Anmelden',
    show: 'Token anzeigen',
    checking: 'Token wird geprüft…',
    unreadable:
      'Kein gültiges Token. Ein Token besteht nur aus Buchstaben ohne Umlaute, Ziffern und Sonderzeichen.',
    refused:
      'Dieses Token ist nicht oder nicht mehr gültig. Prüfen Sie, ob es vollständig kopiert wurde.',
    missing: 'Geben Sie das Token ein.',
    ended: 'Ihr Token wird nicht mehr akzeptiert. Melden Sie sich erneut an.',
  },

  errors: {
    retry: 'Erneut versuchen',
    offline: [
      'Keine Verbindung',
      'Die Berichte waren nicht erreichbar. Prüfen Sie Ihre Verbindung; was hier fehlt, wird automatisch geladen, sobald sie wieder besteht.',
    ],
    offlineBanner: 'Sie sind offline. Was Sie sehen, kann veraltet sein.',
    slow: [
      'Zeitüberschreitung',
      'Die Berichte konnten nicht rechtzeitig geladen werden. Ihre Verbindung ist möglicherweise schlecht oder der Dienst ausgelastet.',
    ],
    foreign: [
      'Unerwartete Antwort',
      'Die Antwort kam nicht vom Berichtsdienst. Möglicherweise verlangt Ihr Netzwerk eine Anmeldung oder sperrt diese Seite.',
    ],
    busy: [
      'Zurzeit ausgelastet',
      'Es gibt zu viele Anfragen zugleich, oder ein Teil des Dienstes ist nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    ],
    broken: [
      'Etwas ist schiefgegangen',
      'Der Fehler liegt bei uns, nicht bei Ihnen. Versuchen Sie es in einigen Minuten erneut.',
    ],
    renderError: [
      'Dieser Teil konnte nicht angezeigt werden',
      'Der Fehler liegt bei uns, nicht bei Ihnen. Die übrigen Teile funktionieren weiterhin; es kann helfen, die Seite neu zu laden.',
    ],
    refused: ['Nicht möglich', 'Der Dienst nimmt diese Anfrage nicht an.'],
    noSuchWeek: [
      'Diese Woche gibt es nicht',
      'Im Kalender gibt es keine solche Woche, oder sie liegt für Berichte zu lange zurück.',
    ],
    tooLarge: [
      'Zu groß zum Anzeigen',
      'Dieser Bericht ist zu groß für diese Seite. Seine Dateien können unverändert heruntergeladen werden.',
    ],
    signedOut: ['Abgemeldet', 'Ihr Token wird nicht mehr akzeptiert. Melden Sie sich erneut an.'],
    notFound: [
      'Nicht gefunden',
      'Diesen Bericht gibt es nicht, oder Ihr Zugriff umfasst ihn nicht.',
    ],
    pageNotFound: [
      'Diese Seite gibt es nicht',
      'Die Adresse ist unvollständig oder enthält einen Tippfehler.',
    ],
    toAllReports: 'Zu allen Berichten',
    reload: 'Seite neu laden',
    outdatedPage:
      'Diese Seite wurde aktualisiert, seit Sie sie geöffnet haben, und ein Teil davon konnte nicht geladen werden.',
    code: (code) => `Code: ${code}`,
  },

  browse: {
    search: 'Standort suchen',
    results: 'Gefundene Standorte',
    resultCount: (n, plural) => `${n} ${pluralForm(plural, 'Standort', 'Standorte')} gefunden`,
    firstResults: (shown, n) => `Die ersten ${shown} von ${n} gefundenen Standorten`,
    noResults: 'Keine passenden Standorte.',
    survey: 'Umfrage',
    open: (name) => `Inhalt von ${name} anzeigen`,
    close: (name) => `Inhalt von ${name} ausblenden`,
    more: (n, plural) => `${n} ${pluralForm(plural, 'weiterer Standort', 'weitere Standorte')}`,

    previousWeek: 'Vorherige Woche',
    nextWeek: 'Nächste Woche',
    weekWithDates: (range, week) => `KW ${week} · ${range}`,
    openWeek: (week) => `${week} · läuft noch`,
    anotherWeek: 'Andere Woche',
    weekOrDate: 'Woche oder Datum',
    weekHint: 'Zum Beispiel 2026-W40 oder 2026-10-03',
    toWeek: 'Diese Woche anzeigen',
    weekProblems: {
      empty: 'Geben Sie eine Woche oder ein Datum ein.',
      incomplete:
        'Die Woche oder das Datum ist unvollständig. Schreiben Sie zum Beispiel 2026-W40 oder 2026-10-03.',
      invalid:
        'Keine gültige Woche und kein gültiges Datum. Schreiben Sie zum Beispiel 2026-W40 oder 2026-10-03.',
      noSuchWeek: 'Dieses Jahr hat keine Woche mit dieser Nummer.',
      noSuchDate: 'Diesen Tag gibt es nicht.',
      future: 'Diese Woche hat noch nicht begonnen.',
    },

    overview: (range, week) => `Alle Berichte: ${range}, KW ${week}`,
    states: 'Welche Berichte angezeigt werden',
    all: 'Alle',
    filterByPlace: 'Innerhalb von',
    allPlaces: 'Alle Standorte',
    sortBy: 'Sortieren nach',
    reverse: 'Umgekehrte Reihenfolge',
    sorts: {
      place: 'Standort',
      name: 'Standortname',
      state: 'Status',
      index: 'Index',
      lost: 'Verlust',
      responses: 'Antworten',
      alerts: 'Offene Alarme',
    },
    changed: (change) => `${change} zur Vorwoche`,
    loss: (n) => `Verlust ${n}`,
    lossNote:
      'Verlust: verlorene Antworten gegenüber dem Üblichen, als hätten so viele Gäste die schlechteste statt der besten Taste gedrückt.',
    sortedListNote: 'Sortierte Listen zeigen Standorte ohne untergeordnete Standorte.',
    attentionUnknown:
      'Nicht alles konnte gelesen werden: Weitere Standorte können Aufmerksamkeit brauchen.',
    unread: 'Nicht gelesen',
    unnamedPlace: 'Ein Standort ohne Namen',
    lastWeek: (n) => `Vorwoche ${n}`,
    moreKinds: (kind, n) => `${kind} · ${n} weitere`,
    withoutFigures: 'Ohne Zahlen',
    recreating: 'Wird neu erstellt',
    recreateFailed: 'Neuerstellung fehlgeschlagen',
    failureReason: (why) => `Grund: ${why}`,
    due: (when) => `Fällig: ${when}`,
    problems: (n, plural) => `${n} ${pluralForm(plural, 'Problem', 'Probleme')}`,
    openPdf: (name) => `PDF von ${name} in einem neuen Tab öffnen`,
    noPdf: (name) =>
      `Die PDF-Datei von ${name} konnte nicht geöffnet werden. Versuchen Sie es erneut.`,
    shown: (n, total) => `${n} von ${total} Zeilen angezeigt`,
    showMore: (n) => `${n} weitere anzeigen`,
    ready: (n, total) => `${n} von ${total} Berichten fertig`,
    allReady: 'Die Berichte dieser Woche sind fertig',
    noMatches: 'Keine passenden Berichte.',
    showAll: 'Alle Berichte anzeigen',

    weekOpen: 'Diese Woche läuft noch',
    closes: (when) =>
      `Sie endet für alle Standorte am ${when}. Ab dann können ihre Berichte erstellt werden.`,
    weekNotStarted: 'Diese Woche hat noch nicht begonnen',
    noReports: 'Für diese Woche gibt es keine Berichte',
    noReportsHint:
      'Wählen Sie einen Standort, um seinen Bericht für diese Woche zu erstellen, oder sehen Sie sich die neueste Woche an.',
    createReportFor: (name) => `Bericht für ${name} erstellen`,
    toLatestWeek: 'Zur neuesten Woche',
  },

  read: {
    path: 'Wo dieser Standort liegt',
    actions: 'Dieser Bericht',
    openPdf: 'PDF öffnen',
    openPdfTab: 'PDF öffnen (in neuem Tab)',
    downloadPdf: 'PDF herunterladen',
    downloadJson: 'JSON herunterladen',
    preparing: 'Datei wird abgerufen…',
    newerRevisionInFile: (shown, newer) =>
      `Revision ${newer} hat inzwischen Revision ${shown} ersetzt. Die Datei ist Revision ${newer}.`,
    share: 'Teilen',
    showPdf: 'PDF neben den Zahlen',
    hidePdf: 'PDF ausblenden',
    pdfFrame: (title) => `PDF: ${title}`,
    pdfReload: 'PDF neu laden',
    pdfTooNarrow: 'Nur auf breiten Bildschirmen ist neben den Zahlen Platz für das PDF.',
    asTable: 'Als Tabelle',
    asTableOf: (chart) => `Als Tabelle: ${chart}`,
    showAll: (n) => `Alle ${n} anzeigen`,
    showFirst: (n) => `Die ersten ${n} anzeigen`,
    responsesByButton: 'Antworten nach Taste',
    surveys: 'Umfragen dieses Ordners',
    columns: { day: 'Tag', hour: 'Stunde' },
    placesBelow: 'Direkt untergeordnete Standorte',
    alarm: { title: 'Alarme nach Anlass', longest: 'Längster', open: 'Noch offen' },
    withDetail: (text, detail) => `${text} (${detail})`,
    showAllHours: (n) => `Stunden aller ${n} Indexarten anzeigen`,
    showHoursOfLargestKind: 'Nur Stunden der größten Art anzeigen',
    showAllKinds: (n) => `Alle ${n} Indexarten anzeigen`,
    otherSurveys: 'Weitere Umfragen dieses Ordners',
    previousSurvey: 'Vorherige Umfrage',
    nextSurvey: 'Nächste Umfrage',
    noSurvey: ['Nicht in diesem Bericht', 'Der Bericht dieser Woche enthält diese Umfrage nicht.'],
    toReport: (place) => `Zum Bericht von ${place}`,
    loading: 'Der Bericht wird geladen.',
  },

  make: {
    heading: 'Noch kein Bericht',
    intro:
      'Der Bericht dieser Woche wurde nicht angefordert oder konnte nicht erstellt werden. Meist dauert es weniger als eine Minute.',
    make: 'Bericht erstellen',
    again: 'Neu erstellen',
    againHint: (revision) =>
      `Alle Zahlen werden neu gelesen. Das Ergebnis wird eine neue Revision und ersetzt Revision ${revision}, die lesbar bleibt. Links zu genau dieser Revision zeigen sie weiterhin.`,
    requesting: 'Bericht wird angefordert…',
    queued: 'Der Bericht wird erstellt.',
    queuedAgain: 'Eine neue Revision wird erstellt. Was Sie sehen, gilt bis dahin.',
    elapsed: (time) => `bisher ${time}`,
    leaveHint: 'Sie können diese Seite verlassen: Der Bericht wird trotzdem erstellt.',
    unreachable:
      'Der Dienst ist zurzeit nicht erreichbar. Die Anfrage wird automatisch wiederholt.',
    ready: 'Der Bericht ist fertig.',
    unchanged: 'Es wurde nichts Neues erstellt: Der Bericht gilt unverändert.',
    failedHeading: 'Der Bericht konnte nicht erstellt werden',
    failedAgainHeading: 'Es konnte keine neue Revision erstellt werden',
    impossibleHeading: 'Der Bericht kann nicht erstellt werden',
    openHeading: 'Die Woche ist noch nicht vorbei',
    openUntil: (when) =>
      `Die Woche läuft noch bis ${when}. Danach kann ihr Bericht erstellt werden.`,
    noFolder: 'Diesen Standort gibt es nicht mehr, oder Ihr Zugriff umfasst ihn nicht.',
    offline:
      'Die Anfrage konnte nicht gesendet werden. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    requestNotFound: 'Die Anfrage ist nicht mehr auffindbar. Fordern Sie den Bericht erneut an.',
    failures: {
      UPSTREAM_UNREACHABLE:
        'Die Reporting-API war nicht erreichbar. Versuchen Sie es später erneut.',
      UPSTREAM_TIMEOUT:
        'Die Reporting-API hat nicht rechtzeitig geantwortet. Versuchen Sie es später erneut.',
      UPSTREAM_UNAVAILABLE:
        'Die Reporting-API hat wiederholt mit einem Fehler geantwortet. Versuchen Sie es später erneut.',
      UPSTREAM_UNAUTHORIZED:
        'Die Reporting-API hat die Zugangsdaten dieses Dienstes abgelehnt. Informieren Sie die Stelle, die die Berichte betreibt.',
      UPSTREAM_NOT_FOUND: 'Die Reporting-API kennt diesen Standort nicht mehr.',
      NOTHING_OWED:
        'Keine Umfrage dieses Standorts war in dieser Woche aktiv; es gibt also nichts zu berichten.',
      DEADLINE:
        'Die Zeit reichte nicht aus, um den Bericht zu erstellen. Versuchen Sie es später erneut.',
      STORE_UNAVAILABLE:
        'Der Speicher der Berichte ist nicht erreichbar. Versuchen Sie es später erneut.',
      QUEUE_UNAVAILABLE:
        'Die Anfrage konnte nicht eingereiht werden. Versuchen Sie es später erneut.',
      SECRET_UNAVAILABLE:
        'Der Dienst konnte seine eigenen Einstellungen nicht lesen. Versuchen Sie es später erneut.',
      JOB_FAILED:
        'Der Fehler liegt bei uns, nicht bei Ihnen. Informieren Sie die Stelle, die die Berichte betreibt.',
      other:
        'Die Antwort der Reporting-API war nicht verwendbar. Informieren Sie die Stelle, die die Berichte betreibt.',
    },
  },

  table: {
    heading: 'Tabelle herunterladen',
    everywhere: 'Alle Standorte, die Sie sehen dürfen',
    below: (place) => `${place} und alles darunter`,
    weeks: 'Wochen',
    oneWeek: (week) => `Nur Woche ${week}`,
    weeksUntil: (n, week) => `${n} Wochen bis Woche ${week}`,
    grain: 'Eine Zeile pro',
    grains: { week: 'Woche', day: 'Tag', hour: 'Stunde' },
    surveys: 'Jede Umfrage',
    folders: 'Jeder Standort mit allem darunter',
    placesHints: {
      surveys: 'Die Antworten der Zeilen können addiert werden.',
      folders: 'Wie in den Berichten. Eine Zeile enthält die Standorte darunter.',
    },
    format: 'Format',
    formats: { csv: 'CSV für Excel', parquet: 'Parquet', ndjson: 'JSON Lines' },
    download: 'Herunterladen',
    preparing: 'Die Tabelle wird vorbereitet…',
    done: 'Die Tabelle wurde heruntergeladen.',
    tooLarge:
      'Diese Tabelle ist zu groß. Wählen Sie weniger Wochen, Wochen statt Tage oder Stunden, oder einen einzelnen Standort.',
  },

  share: {
    heading: 'Diesen Bericht teilen',
    close: 'Schließen',
    intro:
      'Ein Link öffnet den Bericht ohne Anmeldung. Wer ihn hat, kann den Bericht lesen, bis der Link abläuft oder Sie ihn widerrufen.',
    target: 'Der Link öffnet',
    thisReport: (revision) => `Genau diesen Bericht (Revision ${revision})`,
    currentReport: 'Genau den Bericht, der jetzt für diese Woche gilt',
    thisReportHint: 'Immer dieselben Zahlen, auch wenn der Bericht neu erstellt wird.',
    latest: 'Immer den neuesten Bericht dieses Standorts',
    latestHint: 'Nächste Woche öffnet er den Bericht der nächsten Woche.',
    days: 'Gültig für',
    dayCount: (n, plural) => `${n} ${pluralForm(plural, 'Tag', 'Tage')}`,
    otherDays: 'Andere Anzahl von Tagen',
    otherDaysLabel: 'Anzahl der Tage',
    daysHint: (least, most) => `Eine ganze Zahl von ${least} bis ${most}.`,
    make: 'Link erstellen',
    making: 'Link wird erstellt…',
    madeHeading: 'Ihr Link',
    madeAnnounced: 'Der Link ist erstellt. Sie können ihn kopieren.',
    newerRevisionInLink: (shown, newer) =>
      `Revision ${newer} hat inzwischen Revision ${shown} ersetzt. Der Link öffnet Revision ${newer}.`,
    format: 'Er öffnet',
    formats: { pdf: 'das PDF', json: 'die Daten (JSON)' },
    copy: 'Kopieren',
    copyLinkTo: (what) => `Link kopieren: ${what}`,
    copied: 'Kopiert.',
    copyByHand: 'Der Link ist markiert. Kopieren Sie ihn mit Strg+C oder Cmd+C.',
    validUntil: (instant) => `Gültig bis ${instant}.`,
    createAnother: 'Weiteren Link erstellen',
    listHeading: 'In diesem Tab erstellte Links',
    listHint:
      'Sie werden hier vergessen, wenn Sie den Tab schließen, funktionieren aber weiterhin.',
    exactReport: (place, week, revision) => `${place}, ${week}, Revision ${revision}`,
    latestReport: (place) => `${place}, immer der neueste Bericht`,
    revoke: 'Widerrufen',
    revokeLink: (what) => `Link widerrufen: ${what}`,
    confirmRevoke:
      'Diesen Link widerrufen? Niemand kann den Bericht dann noch damit öffnen, und das lässt sich nicht rückgängig machen.',
    confirmYes: 'Ja, widerrufen',
    confirmNo: 'Behalten',
    revoking: 'Wird widerrufen…',
    revoked: 'Der Link ist widerrufen. Er öffnet nichts mehr.',
    otherHeading: 'Einen vorhandenen Link widerrufen',
    otherIntro:
      'Für Links, die anderswo oder von jemand anderem für einen Ihrer Standorte erstellt wurden.',
    linkOrId: 'Der Link oder seine ID',
    notALink:
      'Kein Link zu einem Bericht. Fügen Sie den ganzen Link ein, mit allem, was auf /d/ folgt.',
    noSuchLink: 'Diesen Link gibt es nicht, oder Ihr Zugriff umfasst seinen Standort nicht.',
    revokeFailed: 'Der Link konnte nicht widerrufen werden: Er funktioniert weiterhin.',
    noReport:
      'Es gibt keinen Bericht mehr, der geteilt werden kann, oder Ihr Zugriff umfasst ihn nicht.',
  },

  subscribe: {
    open: 'Jeden Montag zusenden',
    heading: 'Diesen Bericht jede Woche erhalten',
    intro: (place) =>
      `Der Wochenbericht für ${place}: was sich geändert hat und was Aufmerksamkeit braucht.`,
    channel: 'Zustellen per',
    mail: 'E-Mail',
    address: {
      mail: 'E-Mail-Adresse',
      slack: 'Adresse des Slack-Webhooks',
      teams: 'Adresse des Teams-Workflows',
      webhook: 'Adresse des Webhooks',
    },
    addressHint: {
      mail: 'Die Empfängerin oder der Empfänger bestätigt zuerst über eine Nachricht an diese Adresse.',
      slack:
        'Legen Sie in Slack einen eingehenden Webhook für den Kanal an und fügen Sie seine Adresse hier ein.',
      teams:
        'Legen Sie in Teams einen Workflow an, der beim Eingang einer Webhook-Anforderung startet, und fügen Sie seine Adresse hier ein.',
      webhook:
        'Ihr Server erhält zu jedem Bericht eine signierte Anfrage mit den wichtigsten Zahlen.',
    },
    language: 'Sprache der Nachricht',
    when: 'Wann',
    weekly: 'Jede Woche zu einer festen Zeit',
    weeklyHint: 'Ist der Bericht dann noch nicht fertig, kommt er, sobald er es ist.',
    whenReady: 'Sobald der Bericht fertig ist',
    weekday: 'Tag',
    time: 'Uhrzeit',
    onlySignals: 'Nur wenn es Neues gibt',
    onlySignalsHint: 'Keine Nachricht in Wochen, in denen alles wie üblich ist.',
    attachPdf: 'Bericht als PDF anhängen',
    submit: 'Abonnieren',
    submitting: 'Wird abonniert…',
    problems: {
      addressMissing: 'Geben Sie eine Adresse ein.',
      mailInvalid: 'Keine gültige E-Mail-Adresse. Geben Sie sie so ein: anna@example.com.',
      urlInvalid: 'Keine gültige Adresse. Fügen Sie sie vollständig ein, beginnend mit https://.',
      addressRefused:
        'Diese Adresse wird nicht angenommen. Prüfen Sie, ob sie vollständig und richtig ist.',
      domainRefused:
        'An Adressen dieser Organisation werden keine Berichte gesendet. Verwenden Sie Ihre dienstliche Adresse oder fragen Sie die Stelle, die die Berichte betreibt.',
      timeInvalid: 'Geben Sie eine Uhrzeit ein, zum Beispiel 08:00.',
      channelDisabled:
        'Über diesen Kanal werden hier keine Nachrichten gesendet. Wählen Sie einen anderen.',
      zoneInvalid: 'Diese Zeitzone ist nicht bekannt. Wählen Sie eine andere.',
    },
    errors: {
      tooMany:
        'Es wurden zu viele Nachrichten angefordert. Versuchen Sie es in einer Stunde erneut.',
      state:
        'Das ist nicht mehr möglich, weil sich inzwischen etwas geändert hat. Laden Sie die Seite neu.',
      invalid: 'Diese Einstellungen werden nicht angenommen.',
      noReport: 'Für diesen Standort gibt es noch keinen Bericht.',
      notFound: 'Das gibt es nicht mehr, oder Ihr Zugriff umfasst es nicht.',
    },
    results: {
      pending: 'Sehen Sie in Ihr Postfach',
      confirm: (address) =>
        `Eine Nachricht an ${address} ist unterwegs. Öffnen Sie den Link darin, um zu bestätigen; vorher wird nichts weiter gesendet.`,
      newestFollows: 'Der neueste Bericht folgt in Kürze.',
      next: (when, zone) => `Die nächste Nachricht kommt am ${when} (${zone}).`,
      nextReady: 'Die nächste Nachricht kommt, sobald der nächste Bericht fertig ist.',
      existing:
        'Diese Adresse hatte schon ein Abonnement für diesen Standort; seine Einstellungen sind unverändert.',
    },
    signingKey: 'Signaturschlüssel des Webhooks',
    signingKeyHint:
      'Kopieren Sie ihn jetzt: Er wird nur einmal angezeigt. Mit ihm kann Ihr Server prüfen, ob eine Anfrage von diesem Dienst kommt.',
    copyKey: 'Signaturschlüssel kopieren',
    addAnother: 'Weitere Adresse hinzufügen',
    manage: 'Meine Abonnements anzeigen',
    preview: 'Vorschau der Nachricht',
    subject: 'Betreff:',
    plainText: 'Als reiner Text',
  },

  subscriptions: {
    heading: 'Abonnements',
    mine: 'Meine Abonnements',
    all: 'Alle Abonnements',
    none: 'Sie haben keine Abonnements',
    noneAtAll: 'Es gibt keine Abonnements',
    noneHint: (button) =>
      `Um einen Bericht jede Woche zu erhalten, öffnen Sie ihn und wählen Sie „${button}“.`,
    states: {
      pending: 'Noch nicht bestätigt',
      active: 'Aktiv',
      paused: 'Angehalten',
      ended: 'Beendet',
    },
    confirmationNotSent: 'Die Nachricht mit dem Link zum Bestätigen konnte nicht gesendet werden.',
    endReasons: {
      unsubscribed: 'Vom Empfänger abbestellt.',
      bounced: 'Die Adresse nimmt keine Nachrichten an.',
      complained: 'Eine Nachricht wurde vom Empfänger als Spam gemeldet.',
      addressRefused: 'Die Adresse wurde abgelehnt.',
      accessEnded: 'Wer das Abonnement eingerichtet hat, darf diese Berichte nicht mehr sehen.',
    },
    onlySignals: 'nur wenn es Neues gibt',
    withPdf: 'mit PDF',
    lastDelivery: (week, what) => `Woche ${week}: ${what}`,
    actionFor: (action, what) => `${action}: ${what}`,
    pause: 'Anhalten',
    pausedNow: 'Angehalten. Es wird nichts gesendet, bis Sie das Abonnement fortsetzen.',
    resume: 'Fortsetzen',
    resumed: 'Wieder aktiv.',
    change: 'Ändern',
    save: 'Speichern',
    saved: 'Gespeichert.',
    test: 'Test senden',
    tests: {
      sent: 'Die Testnachricht wurde gesendet.',
      refused: 'Die Testnachricht wurde abgelehnt.',
      notSent: 'Die Testnachricht konnte nicht gesendet werden. Versuchen Sie es später erneut.',
      unknown: 'Es ist nicht bekannt, ob die Testnachricht angekommen ist.',
    },
    remove: 'Entfernen',
    confirmRemove:
      'Dieses Abonnement mit seiner Adresse entfernen? Das lässt sich nicht rückgängig machen.',
    confirmYes: 'Ja, entfernen',
    confirmNo: 'Behalten',
    removed: 'Das Abonnement wurde entfernt.',
  },

  deliveries: {
    open: 'Nachrichten der letzten Woche',
    heading: 'Nachrichten zu dieser Woche',
    none: 'Für diese Woche ist nichts zu senden.',
    show: 'Nachrichten anzeigen',
    count: (state, n) => `${state}: ${n}`,
    recipient: 'Empfänger',
    time: 'Zeit',
    action: 'Aktion',
    states: {
      due: 'Fällig',
      waiting: 'Wartet auf den Bericht',
      missed: 'Nicht rechtzeitig gesendet',
      notDue: 'Nicht fällig',
      sending: 'Wird gesendet',
      sent: 'Gesendet',
      refused: 'Nicht gesendet',
      unknown: 'Vielleicht nicht angekommen',
      skipped: 'Nichts zu senden',
    },
    reasons: {
      noSignals: 'Es gab nichts Neues.',
      noSurveys: 'An diesem Ort gab es in dieser Woche keine Umfragen.',
      sameVerdict: 'Der vollständige Bericht besagt dasselbe.',
      noReport: 'Den Bericht gibt es nicht mehr.',
      notActive: 'Das Abonnement war nicht mehr aktiv.',
      notVisible: 'Wer das Abonnement eingerichtet hat, darf diesen Bericht nicht sehen.',
      interrupted: 'Das Senden wurde unterbrochen.',
      addressRefused: 'Die Adresse wurde nicht angenommen.',
      tooLarge: 'Die Nachricht war zu groß.',
      tooMany: 'Der Nachrichtendienst nimmt im Moment nichts mehr an.',
      urlGone: 'Den Webhook gibt es nicht mehr, oder er lehnt Anfragen ab.',
      unreachable: 'Der Empfänger war nicht erreichbar.',
      disabled:
        'Solche Nachrichten werden hier nicht gesendet. Informieren Sie die Stelle, die die Berichte betreibt.',
      settings:
        'Der Maildienst hat die Nachricht abgelehnt. Informieren Sie die Stelle, die die Berichte betreibt.',
    },
    sendAgain: 'Erneut senden',
    sendAgainTo: (recipient) => `Erneut senden: ${recipient}`,
    sentAgain: 'Wird erneut gesendet.',
  },

  revisions: {
    heading: 'Revisionen',
    intro: 'Ein neu erstellter Bericht wird zu einer neuen Revision. Die neueste gilt.',
    back: 'Zurück zu den Zahlen',
    current: 'gilt',
    shown: 'hier angezeigt',
    view: (n) => `Revision ${n} lesen`,
    first: 'Die erste Revision.',
    only: 'Es gibt eine Revision: Seit sie erstellt wurde, hat sich nichts geändert.',
    olderRemoved: 'Ältere Revisionen werden nicht mehr aufbewahrt.',
    statusChanged: (before, after) => `Status: ${before}, jetzt ${after}`,
    changed: (n) => `Geändert seit Revision ${n}`,
    nothingChanged: 'Keine Zahlen haben sich geändert.',
    responsesChanged: (before, after) => `Antworten: ${before}, jetzt ${after}`,
    previousChanged: (before, after) => `Antworten der Vorwoche: ${before}, jetzt ${after}`,
    alertsChanged: (before, after) => `Noch offene Alarme: ${before}, jetzt ${after}`,
    figuresHeading: 'Geänderte Zahlen',
    before: 'Vorher',
    after: 'Jetzt',
    item: 'Angabe',
    absent: 'nicht im Bericht',
    resolvedProblems: 'Behobene Probleme',
    newProblems: 'Neue Probleme',
    olderShown: (n, current) => `Sie lesen Revision ${n}; es gilt Revision ${current}.`,
    olderShownUnknown: (n) => `Sie lesen Revision ${n}, die möglicherweise nicht mehr gilt.`,
    viewCurrent: 'Gültige Revision lesen',
  },

  states: {
    complete: 'Vollständig',
    partial: 'Unvollständig',
    empty: 'Ruhige Woche',
    queued: 'In Arbeit',
    owed: 'Ausstehend',
    waiting: 'Noch nicht fällig',
    failed: 'Fehlgeschlagen',
    damaged: 'Beschädigt',
  },
};
