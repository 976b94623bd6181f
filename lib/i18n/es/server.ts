// Spanish texts of messages about reports, and of the pages that confirm and end a subscription, in
// words that Spain and Latin America share.
import { pluralForm } from '../formats.ts';
import type { ServerTexts } from '../en/server.ts';

export const es: ServerTexts = {
  subject: (place, finding, week) => `${place}: ${finding} · semana ${week}`,
  placeIn: (place, above) => `${place}, ${above}`,
  ofQuestion: (finding, question) => `${finding} (${question})`,
  dataMissing: 'faltan datos',
  nowComplete: 'ya completo',

  findings: {
    lowestSince: (week) => `valor más bajo desde la semana ${week}`,
    lowestOfWeeks: (weeks, plural) =>
      `valor más bajo en ${weeks} ${pluralForm(plural, 'semana', 'semanas')}`,
    below: 'más bajo de lo habitual',
    belowSince: (week) => `más bajo de lo habitual desde la semana ${week}`,
    downSince: (week) => `más bajo desde la semana ${week}`,
    highestSince: (week) => `valor más alto desde la semana ${week}`,
    highestOfWeeks: (weeks, plural) =>
      `valor más alto en ${weeks} ${pluralForm(plural, 'semana', 'semanas')}`,
    above: 'más alto de lo habitual',
    aboveSince: (week) => `más alto de lo habitual desde la semana ${week}`,
    upSince: (week) => `más alto desde la semana ${week}`,
    backToEarlier: 'de vuelta al nivel anterior',
    asLowUntil: (week) => `tan bajo como hasta la semana ${week}`,
    usual: 'como siempre',
    nothingUrgent: 'nada requiere atención',
    tooFewWeeks: 'pocas semanas para comparar',
    inAlarm: (duration) => `en alerta durante ${duration}`,
    noResponses: 'sin respuestas',
    silentSince: (day) => `sin respuestas desde el ${day}`,
    silentOn: (day) => `sin respuestas el ${day}`,
    silentDays: (days, plural) =>
      `sin respuestas durante ${days} ${pluralForm(plural, 'día', 'días')}`,
    volumeLow: 'pocas respuestas',
    standingLow: 'muy por debajo de los demás lugares',
  },

  attention: (n, plural, place, finding) =>
    pluralForm(
      plural,
      `${n} lugar requiere atención. ${place}: ${finding}.`,
      `${n} lugares requieren atención; el primero, ${place}: ${finding}.`,
    ),
  morePlaces: (n, plural) => `y ${n} ${pluralForm(plural, 'lugar más', 'lugares más')}`,
  moreMissing: (n, plural) =>
    pluralForm(plural, `Falta ${n} parte más.`, `Faltan ${n} partes más.`),
  updateFollows:
    'Los datos que faltan se leerán de nuevo. Si eso cambia la conclusión, recibirá un mensaje más.',
  update:
    'El informe ya está completo; el mensaje anterior se basaba solo en una parte de los datos.',
  alerts: (n, plural, open) =>
    `${n} ${pluralForm(plural, 'alerta', 'alertas')}, aún abiertas: ${open}`,
  openReport: 'Abrir el informe',
  seePage: 'Verlo en la página web',

  sentTo: (folder, address) =>
    `Recibe este mensaje porque la dirección ${address} está suscrita al informe semanal de satisfacción de ${folder}.`,
  sentHere: (folder) => `Este canal está suscrito al informe semanal de satisfacción de ${folder}.`,
  unsubscribe: 'Cancelar la suscripción',
  askToStop:
    'Para dejar de recibir estos mensajes, consulte a quien administra los informes de satisfacción.',

  confirmSubject: (folder) =>
    `Confirme la suscripción: informe semanal de satisfacción de ${folder}`,
  confirmRequest: (folder, address) =>
    `Se ha solicitado enviar el informe semanal de satisfacción de ${folder} a ${address}.`,
  confirmStart: 'No se enviará nada hasta que lo confirme.',
  confirmLink: 'Confirmar',
  confirmNote:
    'Si no lo ha solicitado, ignore este mensaje: sin su confirmación no recibirá ningún informe.',

  pages: {
    confirmTitle: '¿Recibir este informe cada semana?',
    confirmSentence: (folder, address) =>
      `El informe semanal de satisfacción de ${folder} se enviará a ${address}.`,
    confirmButton: 'Sí, enviarlo',
    confirmed: [
      'La suscripción está confirmada',
      'El próximo informe llegará por correo electrónico. Cada mensaje incluye un enlace para cancelar la suscripción.',
    ],
    unsubscribeTitle: '¿Dejar de recibir este informe?',
    unsubscribeSentence: (folder, address) =>
      `El informe semanal de satisfacción de ${folder} ya no se enviará a ${address}.`,
    unsubscribed: [
      'La suscripción está cancelada',
      'Ya no recibirá este informe. Sus demás suscripciones no cambian.',
    ],
    invalid: [
      'Este enlace no funciona',
      'Está incompleto o la suscripción ya no existe. Compruebe que el enlace se ha copiado entero.',
    ],
    unavailable: [
      'No es posible en este momento',
      'El fallo es nuestro y no se ha cambiado nada. Vuelva a intentarlo dentro de unos minutos.',
    ],
  },

  sharedLink: {
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
  },
  noScript: 'Para mostrar los informes se necesita JavaScript. Actívelo para este sitio.',
};
