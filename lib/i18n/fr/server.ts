// French texts that the server sends itself: messages about reports, and the pages for readers without an account.
import { pluralForm, spaced } from '../formats.ts';
import type { ServerTexts } from '../en/server.ts';

export const fr: ServerTexts = {
  subject: (place, finding, week) => spaced`${place} : ${finding} · semaine ${week}`,
  placeIn: (place, above) => `${place}, ${above}`,
  ofQuestion: (finding, question) => `${finding} (${question})`,
  dataMissing: 'données manquantes',
  nowComplete: 'désormais complet',

  findings: {
    lowestSince: (week) => `niveau le plus bas depuis la semaine ${week}`,
    lowestOfWeeks: (weeks, plural) =>
      `niveau le plus bas en ${weeks} ${pluralForm(plural, 'semaine', 'semaines')}`,
    below: 'plus bas que d’habitude',
    belowSince: (week) => `plus bas que d’habitude depuis la semaine ${week}`,
    downSince: (week) => `en recul depuis la semaine ${week}`,
    highestSince: (week) => `niveau le plus haut depuis la semaine ${week}`,
    highestOfWeeks: (weeks, plural) =>
      `niveau le plus haut en ${weeks} ${pluralForm(plural, 'semaine', 'semaines')}`,
    above: 'plus haut que d’habitude',
    aboveSince: (week) => `plus haut que d’habitude depuis la semaine ${week}`,
    upSince: (week) => `en progression depuis la semaine ${week}`,
    backToEarlier: 'de retour au niveau antérieur',
    asLowUntil: (week) => `aussi bas que jusqu’en semaine ${week}`,
    usual: 'comme d’habitude',
    nothingUrgent: 'rien à surveiller',
    tooFewWeeks: 'trop peu de semaines pour comparer',
    inAlarm: (duration) => `en alerte pendant ${duration}`,
    noResponses: 'aucune réponse',
    silentSince: (day) => `aucune réponse depuis ${day}`,
    silentOn: (day) => `aucune réponse ${day}`,
    silentDays: (days, plural) =>
      `aucune réponse pendant ${days} ${pluralForm(plural, 'jour', 'jours')}`,
    volumeLow: 'peu de réponses',
    standingLow: 'loin en dessous des autres sites',
  },

  attention: (n, plural, place, finding) =>
    pluralForm(
      plural,
      spaced`${n} site à surveiller. ${place} : ${finding}.`,
      spaced`${n} sites à surveiller, d’abord ${place} : ${finding}.`,
    ),
  morePlaces: (n, plural) => `et ${n} ${pluralForm(plural, 'autre site', 'autres sites')}`,
  moreMissing: (n, plural) =>
    `${n} ${pluralForm(plural, 'autre partie manque', 'autres parties manquent')}.`,
  updateFollows:
    'Les données manquantes seront relues. Si la conclusion change, vous recevrez un autre message.',
  update: spaced`Le rapport est désormais complet ; le message précédent ne portait que sur une partie des données.`,
  alerts: (n, plural, open) =>
    spaced`${n} ${pluralForm(plural, 'alerte', 'alertes')}, encore ouvertes : ${open}`,
  openReport: 'Ouvrir le rapport',
  seePage: 'Voir sur la page web',

  // A name in quotation marks needs no elision.
  sentTo: (folder, address) =>
    spaced`Vous recevez ce message car l’adresse ${address} est abonnée au rapport de satisfaction hebdomadaire « ${folder} ».`,
  sentHere: (folder) =>
    spaced`Ce canal est abonné au rapport de satisfaction hebdomadaire « ${folder} ».`,
  unsubscribe: 'Se désabonner',
  askToStop:
    'Pour ne plus recevoir ces messages, adressez-vous à la personne qui gère les rapports de satisfaction.',

  confirmSubject: (folder) =>
    spaced`Confirmation demandée : rapport de satisfaction hebdomadaire « ${folder} »`,
  confirmRequest: (folder, address) =>
    spaced`L’envoi du rapport de satisfaction hebdomadaire « ${folder} » à ${address} a été demandé.`,
  confirmStart: 'Rien ne sera envoyé avant votre confirmation.',
  confirmLink: 'Confirmer',
  confirmNote: spaced`Si vous n’avez rien demandé, ignorez ce message : sans votre confirmation, vous ne recevrez aucun rapport.`,

  pages: {
    confirmTitle: spaced`Recevoir ce rapport chaque semaine ?`,
    confirmSentence: (folder, address) =>
      spaced`Le rapport de satisfaction hebdomadaire « ${folder} » sera envoyé à ${address}.`,
    confirmButton: 'Oui, je m’abonne',
    confirmed: [
      'L’abonnement est confirmé',
      'Le prochain rapport arrivera par e-mail. Chaque message contient un lien de désabonnement.',
    ],
    unsubscribeTitle: spaced`Ne plus recevoir ce rapport ?`,
    unsubscribeSentence: (folder, address) =>
      spaced`Le rapport de satisfaction hebdomadaire « ${folder} » ne sera plus envoyé à ${address}.`,
    unsubscribed: [
      'Le désabonnement est effectué',
      'Ce rapport ne vous sera plus envoyé. Vos autres abonnements restent inchangés.',
    ],
    invalid: [
      'Ce lien ne fonctionne pas',
      'Il est incomplet, ou l’abonnement n’existe plus. Vérifiez que le lien a été copié en entier.',
    ],
    unavailable: [
      'Ce n’est pas possible pour le moment',
      'Le problème vient de nous, et rien n’a été modifié. Réessayez dans quelques minutes.',
    ],
  },

  sharedLink: {
    product: 'Rapports de satisfaction',
    invalid: [
      'Ce lien ne fonctionne pas',
      'Il ne provient pas de ce service, ou il en manque une partie. Vérifiez qu’il a été copié en entier.',
    ],
    expired: ['Ce lien a expiré', 'Il était valable pour une durée limitée, désormais écoulée.'],
    revoked: ['Ce lien a été révoqué', 'La personne qui a partagé le rapport a révoqué le lien.'],
    gone: [
      'Ce rapport a été supprimé',
      'Le lien est correct, mais le rapport n’est plus disponible.',
    ],
    unavailable: [
      'Le rapport ne peut pas être ouvert pour le moment',
      'Le problème vient de nous, pas de vous. Réessayez dans quelques minutes.',
    ],
    newLink: 'Demandez un nouveau lien à la personne qui vous l’a envoyé.',
    copy: 'Demandez à la personne qui vous a envoyé le lien si elle a une copie du rapport.',
  },
  noScript: 'L’affichage des rapports nécessite JavaScript. Veuillez l’activer pour ce site.',
};
