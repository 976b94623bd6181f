// Spanish texts of the page for a link that opens no report. Plain text, no markup.
import type { LinkPageTexts } from '../en/link-page.ts';

export const es: LinkPageTexts = {
  product: 'Informes de satisfacción',
  invalid: [
    'Este enlace no funciona',
    'No procede de este servicio o le falta una parte. Compruebe que se ha copiado entero.',
  ],
  expired: ['Este enlace ha caducado', 'Era válido por un tiempo limitado, que ya ha terminado.'],
  revoked: [
    'Este enlace se ha revocado',
    'La persona que compartió el informe ha revocado el enlace.',
  ],
  gone: [
    'Este informe se ha eliminado',
    'El enlace es correcto, pero el informe ya no está disponible.',
  ],
  unavailable: [
    'El informe no se puede abrir en este momento',
    'El fallo es nuestro, no suyo. Vuelva a intentarlo dentro de unos minutos.',
  ],
  newLink: 'Pida un enlace nuevo a quien se lo envió.',
  copy: 'Pregunte a quien le envió el enlace si tiene una copia del informe.',
};
