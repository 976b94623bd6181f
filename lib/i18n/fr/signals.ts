// French texts of verdicts, the attention list and other signals. Spaces before punctuation are typed as plain spaces
// and made no-break, so that no line starts with a colon.
import { pluralForm, spaced } from '../formats.ts';
import type { Messages } from '../messages.ts';

export const signals: Messages['signals'] = {
  verdicts: {
    better: 'Mieux',
    worse: 'Moins bien',
    usual: 'Comme d’habitude',
    new: 'Trop peu de semaines',
    tooFew: 'Trop peu de réponses',
  },
  verdictSince: (verdict, week) => `${verdict} depuis la semaine ${week}`,
  range: (lower, upper) => `${lower}–${upper}`,
  signedRange: (lower, upper) => `de ${lower} à ${upper}`,
  about: (usual) => `environ ${usual}`,
  usualRange: (range) => `d’habitude ${range}`,

  lowestSince: (value, usual, week) =>
    spaced`Niveau le plus bas depuis la semaine ${week} : ${value}, d’habitude ${usual}.`,
  highestSince: (value, usual, week) =>
    spaced`Niveau le plus haut depuis la semaine ${week} : ${value}, d’habitude ${usual}.`,
  lowestOfWeeks: (value, usual, weeks, plural) =>
    spaced`Niveau le plus bas en ${weeks} ${pluralForm(plural, 'semaine', 'semaines')} : ${value}, d’habitude ${usual}.`,
  highestOfWeeks: (value, usual, weeks, plural) =>
    spaced`Niveau le plus haut en ${weeks} ${pluralForm(plural, 'semaine', 'semaines')} : ${value}, d’habitude ${usual}.`,
  below: (value, usual) => `${value}, plus bas que d’habitude (${usual}).`,
  above: (value, usual) => `${value}, plus haut que d’habitude (${usual}).`,
  belowSince: (value, usual, week) =>
    `${value}, plus bas que d’habitude (${usual}) depuis la semaine ${week}.`,
  aboveSince: (value, usual, week) =>
    `${value}, plus haut que d’habitude (${usual}) depuis la semaine ${week}.`,
  downSince: (value, earlier, week) =>
    `${value}, en recul depuis la semaine ${week} (${earlier} auparavant).`,
  upSince: (value, earlier, week) =>
    `${value}, en progression depuis la semaine ${week} (${earlier} auparavant).`,
  levelDown: (value, earlier, usual, week) =>
    `${value}. Le niveau habituel est descendu de ${earlier} à ${usual} en semaine ${week}.`,
  levelUp: (value, earlier, usual, week) =>
    `${value}. Le niveau habituel est monté de ${earlier} à ${usual} en semaine ${week}.`,
  backToEarlier: (value, earlier, usual) =>
    `${value}, de retour au niveau antérieur de ${earlier} après plusieurs semaines à ${usual}.`,
  asUsual: (value, range) => `${value}, comme d’habitude (${range}).`,
  alwaysTheSame: (value) => `${value}, comme d’habitude.`,
  tooFew: (responses) => spaced`Trop peu de réponses pour conclure : ${responses}.`,
  tooFewWeeks: (value) =>
    `${value}. Trop peu de semaines antérieures pour savoir ce qui est habituel.`,
  indexOnly: (index, value) => spaced`${index} : ${value}.`,

  silence: {
    since: (day, perDay) =>
      spaced`Aucune réponse depuis ${day} (d’habitude ${perDay} par jour) : vérifiez l’appareil`,
    allWeek: (perDay) =>
      spaced`Aucune réponse de toute la semaine (d’habitude ${perDay} par jour) : vérifiez l’appareil`,
    day: (day, perDay) => `Aucune réponse ${day} (d’habitude ${perDay})`,
    days: (from, days, plural, perDay) =>
      `Aucune réponse pendant ${days} ${pluralForm(plural, 'jour', 'jours')} à partir de ${from} (d’habitude ${perDay} par jour)`,
  },
  asSentence: (text) => `${text}.`,
  volumeLow: (responses, usual) => spaced`Peu de réponses : ${responses}, d’habitude ${usual}.`,
  volumeHigh: (responses, usual) =>
    spaced`Beaucoup de réponses : ${responses}, d’habitude ${usual}.`,

  attention: 'À surveiller',
  improved: 'Mieux que d’habitude',
  allAsUsual: (n, plural) =>
    pluralForm(
      plural,
      'Le seul site est comme d’habitude.',
      `Les ${n} sites sont tous comme d’habitude.`,
    ),
  nothingToReport: (usual, all) =>
    spaced`Rien à surveiller. Sites comme d’habitude : ${usual} sur ${all} ; pour les autres, trop peu de réponses ou de semaines pour conclure.`,
  nothingWorse: (usual, all) =>
    spaced`Rien à surveiller. Sites comme d’habitude : ${usual} sur ${all} ; aucun autre n’est nettement moins bien.`,
  nothingInWhatWasRead: (unread, plural) =>
    spaced`Rien à surveiller dans les données lues. Non lus : ${unread} ${pluralForm(plural, 'site', 'sites')}.`,
  noVerdicts: 'Aucun site n’a assez de réponses et de semaines pour conclure.',
  moreAttention: (n, plural) =>
    spaced`${n} ${pluralForm(plural, 'autre site n’est pas affiché', 'autres sites ne sont pas affichés')} ici ; voir ${pluralForm(plural, 'son propre rapport', 'leurs propres rapports')}.`,
  reasons: {
    unusual: (index, usual) => `${index}, d’habitude ${usual}`,
    worseSince: (index, usual, week) =>
      spaced`${index}, d’habitude ${usual} ; plus bas depuis la semaine ${week}`,
    worseFrom: (index, earlier, week) =>
      `${index}, en recul depuis la semaine ${week} (${earlier} auparavant)`,
    levelDown: (index, earlier, usual, week) =>
      spaced`${index} ; niveau habituel descendu de ${earlier} à ${usual} en semaine ${week}`,
    betterSince: (index, usual, week) =>
      spaced`${index}, d’habitude ${usual} ; plus haut depuis la semaine ${week}`,
    betterFrom: (index, earlier, week) =>
      `${index}, en progression depuis la semaine ${week} (${earlier} auparavant)`,
    levelUp: (index, earlier, usual, week) =>
      spaced`${index} ; niveau habituel monté de ${earlier} à ${usual} en semaine ${week}`,
    backToEarlier: (index, earlier) => `${index}, de retour au niveau antérieur de ${earlier}`,
    asLowUntil: (index, usual, week) =>
      spaced`${index}, contre ${usual} auparavant ; aussi bas que jusqu’en semaine ${week}`,
    inAlarm: (duration) => `En alerte pendant ${duration}`,
    volumeLow: (responses, usual) => `${responses}, d’habitude ${usual}`,
    standingLow: (index) => `${index}, loin derrière les autres sites`,
  },

  indexKinds: 'Par type d’indice',
  why: {
    title: 'Pourquoi l’indice a changé',
    ownResult: 'Son propre résultat',
    share: 'Sa part des réponses',
    total: 'Au total',
    others: 'Autres sites',
    allPlaces: 'Tous les sites ensemble',
    note: 'En points d’indice, par rapport aux semaines habituelles.',
  },
  rankRange: (from, to) => (from === to ? from : `${from}–${to}`),
  rank: (n, ordinal) => `${n}${ordinal === 'one' ? 'er' : 'e'}`,
  rankNote: spaced`3e–9e : les réponses ne montrent pas lequel de ces rangs est le bon.`,
  funnel: {
    title: 'Indice et nombre de réponses',
    note: spaced`Peu de réponses : plus de variation. Les sites dans l’entonnoir ne diffèrent pas nettement.`,
  },

  clearHours: (difference, day, from, to) => spaced`${day} ${from}–${to} : ${difference}`,
  noClearHours: 'Aucun moment de la semaine ne s’écarte nettement du reste.',

  region: {
    reason: 'Motif',
    below: 'Sous-dossiers',
    belowNote: 'Pour chacun, le type d’indice qui compte le plus de réponses.',
    moreUnread: (n, plural) =>
      `${n} ${pluralForm(plural, 'autre site non lu', 'autres sites non lus')}`,
    silentWeek: 'Aucune réponse cette semaine',
    alertsByPlace: 'Alertes par site',
    open: 'Encore ouvertes',
    compared: 'Comparaison',
    farBelow: 'loin en dessous',
    farAbove: 'loin au-dessus',
  },

  partsOfWeek: 'Moments de la semaine',
  partsNote: 'Réponses en heure locale.',
  partLegend: {
    below: 'nettement moins bien',
    none: 'pas d’écart net',
    above: 'nettement mieux',
  },
  trendNote: spaced`Ligne : indice. Bande : habituel. Barres : réponses.`,
  trendNoteWithoutRange: spaced`Ligne : indice. Barres : réponses.`,
  daysNote: spaced`Indice et son intervalle à 95 %.`,
  npsGroups: { detractor: 'Détracteurs', passive: 'Passifs', promoter: 'Promoteurs' },
  chartTextAlternatives: {
    limits: (verdict, usual, range) =>
      spaced`${verdict} ; niveau habituel : ${usual}, plage habituelle : ${range}.`,
    levelChange: (week, earlier, usual) =>
      `Le niveau habituel est passé de ${earlier} à ${usual} en semaine ${week}.`,
    pointWithInterval: (when, index, halfWidth, responses) =>
      spaced`${when} : ${index} ± ${halfWidth} (${responses})`,
    parts: (parts) =>
      `Réponses par jour de la semaine et moment de la journée, en heure locale – ${parts}.`,
    alarm: (direction, hours, times) =>
      spaced`Alertes, ${direction} : ouvertes pendant ${hours}, ${times} fois.`,
    funnel: (index, places) => `${index} selon le nombre de réponses – ${places}.`,
  },

  usualResponses: (responses, usual) => `${responses}, d’habitude ${usual}`,
  surveysCompared: 'Enquêtes',
  noResponses: 'Aucune réponse',
  shareWithInterval: (share, lower, upper) => `${share} (${lower}–${upper})`,
  directions: { bad: 'avis négatifs', good: 'avis positifs', neutral: 'autre' },
  hoursInAlarm: (duration, week) => `${duration} sur ${week}`,
  storeColumns: {
    usual: 'Plage habituelle',
    trend: '13 semaines',
    about: 'Objet',
    times: 'Nombre',
    inAlarm: 'En alerte',
    inAlarmOf: (week) => `En alerte (sur ${week})`,
    longest: 'Max.',
    openSince: 'Ouverte depuis',
  },

  methodUsual:
    'Le niveau habituel est la valeur médiane des douze dernières semaines, ou des semaines écoulées depuis le dernier changement de niveau. Une semaine est meilleure ou moins bonne lorsqu’elle sort de la plage des semaines ordinaires comptant autant de réponses, lorsque deux semaines sur trois en sortent presque, ou lorsque le site est resté plus de quatre semaines à un autre niveau.',
  methodIntervals: spaced`± et les intervalles couvrent 95 % ; les points creux ont moins de 10 réponses ; les moments de la semaine sont colorés lorsque le hasard seul les rendrait rarement aussi différents.`,

  fewOrNoResponses: 'Peu ou pas de réponses',
  notRead: 'non lu',
  alertsUnread: (n, all, plural) =>
    `inconnues pour ${n} sur ${all} ${pluralForm(plural, 'enquête', 'enquêtes')}`,
  earlierVersion: spaced`Établi par une version antérieure : sans verdict.`,
};
