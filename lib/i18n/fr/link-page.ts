// French texts of the page for a link that opens no report. Plain text, no markup.
import type { LinkPageTexts } from '../en/link-page.ts';

export const fr: LinkPageTexts = {
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
};
