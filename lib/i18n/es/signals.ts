// Spanish texts of verdicts, the attention list and other signals, in words that Spain and Latin America share.
import { pluralForm } from '../formats.ts';
import type { Messages } from '../messages.ts';

export const signals: Messages['signals'] = {
  verdicts: {
    better: 'Mejor',
    worse: 'Peor',
    usual: 'Como siempre',
    new: 'Semanas insuficientes',
    tooFew: 'Respuestas insuficientes',
  },
  verdictSince: (verdict, week) => `${verdict} desde la semana ${week}`,
  range: (lower, upper) => `${lower}–${upper}`,
  signedRange: (lower, upper) => `de ${lower} a ${upper}`,
  about: (usual) => `alrededor de ${usual}`,
  usualRange: (range) => `normalmente ${range}`,

  lowestSince: (value, usual, week) =>
    `Valor más bajo desde la semana ${week}: ${value}, normalmente ${usual}.`,
  highestSince: (value, usual, week) =>
    `Valor más alto desde la semana ${week}: ${value}, normalmente ${usual}.`,
  lowestOfWeeks: (value, usual, weeks, plural) =>
    `Valor más bajo en ${weeks} ${pluralForm(plural, 'semana', 'semanas')}: ${value}, normalmente ${usual}.`,
  highestOfWeeks: (value, usual, weeks, plural) =>
    `Valor más alto en ${weeks} ${pluralForm(plural, 'semana', 'semanas')}: ${value}, normalmente ${usual}.`,
  below: (value, usual) => `${value}, más bajo de lo habitual (${usual}).`,
  above: (value, usual) => `${value}, más alto de lo habitual (${usual}).`,
  belowSince: (value, usual, week) =>
    `${value}, más bajo de lo habitual (${usual}) desde la semana ${week}.`,
  aboveSince: (value, usual, week) =>
    `${value}, más alto de lo habitual (${usual}) desde la semana ${week}.`,
  downSince: (value, earlier, week) =>
    `${value}, más bajo desde la semana ${week} (antes ${earlier}).`,
  upSince: (value, earlier, week) =>
    `${value}, más alto desde la semana ${week} (antes ${earlier}).`,
  levelDown: (value, earlier, usual, week) =>
    `${value}. El nivel habitual bajó de ${earlier} a ${usual} en la semana ${week}.`,
  levelUp: (value, earlier, usual, week) =>
    `${value}. El nivel habitual subió de ${earlier} a ${usual} en la semana ${week}.`,
  backToEarlier: (value, earlier, usual) =>
    `${value}, de vuelta al nivel anterior de ${earlier} tras varias semanas en ${usual}.`,
  asUsual: (value, range) => `${value}, como siempre (${range}).`,
  alwaysTheSame: (value) => `${value}, como siempre.`,
  tooFew: (responses) => `Respuestas insuficientes para concluir: ${responses}.`,
  tooFewWeeks: (value) =>
    `${value}. Aún hay pocas semanas anteriores para saber qué es lo habitual.`,
  indexOnly: (index, value) => `${index} ${value}.`,

  silence: {
    since: (day, perDay) =>
      `Sin respuestas desde el ${day} (normalmente ${perDay} al día): revise el dispositivo`,
    allWeek: (perDay) =>
      `Sin respuestas en toda la semana (normalmente ${perDay} al día): revise el dispositivo`,
    day: (day, perDay) => `Sin respuestas el ${day} (normalmente ${perDay})`,
    days: (from, days, plural, perDay) =>
      `Sin respuestas durante ${days} ${pluralForm(plural, 'día', 'días')} desde el ${from} (normalmente ${perDay} al día)`,
  },
  asSentence: (text) => `${text}.`,
  volumeLow: (responses, usual) => `Pocas respuestas: ${responses}, normalmente ${usual}.`,
  volumeHigh: (responses, usual) => `Muchas respuestas: ${responses}, normalmente ${usual}.`,

  attention: 'Requiere atención',
  improved: 'Mejor de lo habitual',
  allAsUsual: (n, plural) =>
    pluralForm(
      plural,
      'El único lugar sigue como siempre.',
      `Los ${n} lugares siguen como siempre.`,
    ),
  nothingToReport: (usual, all) =>
    `Nada requiere atención. Como siempre: ${usual} de ${all} lugares; en los demás faltan respuestas o semanas para concluir.`,
  nothingWorse: (usual, all) =>
    `Nada requiere atención. Como siempre: ${usual} de ${all} lugares; ningún otro está claramente peor.`,
  nothingInWhatWasRead: (unread, plural) =>
    `Nada requiere atención en lo que se pudo leer. Sin leer: ${unread} ${pluralForm(plural, 'lugar', 'lugares')}.`,
  noVerdicts: 'Ningún lugar tiene suficientes respuestas y semanas para concluir.',
  moreAttention: (n, plural) =>
    `${n} ${pluralForm(plural, 'lugar más no se muestra', 'lugares más no se muestran')} aquí; consulte ${pluralForm(plural, 'su propio informe', 'sus propios informes')}.`,
  reasons: {
    unusual: (index, usual) => `${index}, normalmente ${usual}`,
    worseSince: (index, usual, week) =>
      `${index}, normalmente ${usual}; más bajo desde la semana ${week}`,
    worseFrom: (index, earlier, week) =>
      `${index}, más bajo desde la semana ${week} (antes ${earlier})`,
    levelDown: (index, earlier, usual, week) =>
      `${index}; el nivel habitual bajó de ${earlier} a ${usual} en la semana ${week}`,
    betterSince: (index, usual, week) =>
      `${index}, normalmente ${usual}; más alto desde la semana ${week}`,
    betterFrom: (index, earlier, week) =>
      `${index}, más alto desde la semana ${week} (antes ${earlier})`,
    levelUp: (index, earlier, usual, week) =>
      `${index}; el nivel habitual subió de ${earlier} a ${usual} en la semana ${week}`,
    backToEarlier: (index, earlier) => `${index}, de vuelta al nivel anterior de ${earlier}`,
    asLowUntil: (index, usual, week) =>
      `${index}, antes ${usual}; tan bajo como hasta la semana ${week}`,
    inAlarm: (duration) => `En alerta durante ${duration}`,
    volumeLow: (responses, usual) => `${responses}, normalmente ${usual}`,
    standingLow: (index) => `${index}, muy por debajo del resto`,
  },

  indexKinds: 'Por tipo de índice',
  why: {
    title: 'Por qué cambió el índice',
    ownResult: 'Resultado propio',
    share: 'Peso en las respuestas',
    total: 'En total',
    others: 'Otros lugares',
    allPlaces: 'Todos los lugares juntos',
    note: 'En puntos del índice, en comparación con las semanas habituales.',
  },
  rankRange: (from, to) => (from === to ? from : `${from}–${to}`),
  rank: (n) => `${n}.º`,
  rankNote: '3.º–9.º: las respuestas no muestran cuál de estos puestos es el verdadero.',
  funnel: {
    title: 'Índice y número de respuestas',
    note: 'Pocas respuestas: más variación. Los lugares dentro del embudo no difieren con claridad.',
  },

  clearHours: (difference, day, from, to) => `${day} ${from}–${to}: ${difference}`,
  noClearHours: 'Ninguna franja de la semana difiere claramente del resto.',

  region: {
    reason: 'Motivo',
    below: 'Subcarpetas',
    belowNote: 'De cada una, el tipo de índice con más respuestas.',
    moreUnread: (n, plural) => `${n} ${pluralForm(plural, 'lugar', 'lugares')} más sin leer`,
    silentWeek: 'Ninguna respuesta esta semana',
    alertsByPlace: 'Alertas por lugar',
    open: 'Aún abiertas',
    compared: 'Comparación',
    farBelow: 'muy por debajo',
    farAbove: 'muy por encima',
  },

  partsOfWeek: 'Franjas de la semana',
  partsNote: 'Respuestas en hora local.',
  partLegend: {
    below: 'claramente peor',
    none: 'sin diferencia clara',
    above: 'claramente mejor',
  },
  trendNote: 'Línea: índice. Banda: habitual. Barras: respuestas.',
  trendNoteWithoutRange: 'Línea: índice. Barras: respuestas.',
  daysNote: 'Índice con su intervalo del 95\u00a0%.',
  npsGroups: { detractor: 'Detractores', passive: 'Pasivos', promoter: 'Promotores' },
  chartTextAlternatives: {
    limits: (verdict, usual, range) =>
      `${verdict}; nivel habitual: ${usual}, rango habitual: ${range}.`,
    levelChange: (week, earlier, usual) =>
      `El nivel habitual pasó de ${earlier} a ${usual} en la semana ${week}.`,
    pointWithInterval: (when, index, halfWidth, responses) =>
      `${when}: ${index} ± ${halfWidth} (${responses})`,
    parts: (parts) => `Respuestas por día de la semana y franja del día, en hora local – ${parts}.`,
    alarm: (direction, hours, times, plural) =>
      `Alertas, ${direction}: abiertas ${hours}, ${times} ${pluralForm(plural, 'vez', 'veces')}.`,
    funnel: (index, places) => `${index} según el número de respuestas – ${places}.`,
  },

  usualResponses: (responses, usual) => `${responses}, normalmente ${usual}`,
  surveysCompared: 'Encuestas',
  noResponses: 'Sin respuestas',
  shareWithInterval: (share, lower, upper) => `${share} (${lower}–${upper})`,
  directions: { bad: 'opiniones negativas', good: 'opiniones positivas', neutral: 'otras' },
  hoursInAlarm: (duration, week) => `${duration} de ${week}`,
  storeColumns: {
    usual: 'Rango habitual',
    trend: '13 semanas',
    about: 'Tema',
    times: 'Veces',
    inAlarm: 'En alerta',
    inAlarmOf: (week) => `En alerta (de ${week})`,
    longest: 'Máx.',
    openSince: 'Abierta desde',
  },

  methodUsual:
    'Lo habitual es el valor central de las últimas doce semanas, o de las semanas transcurridas desde el último cambio de nivel. Una semana es mejor o peor cuando queda fuera del rango de las semanas corrientes con el mismo número de respuestas, cuando dos de cada tres semanas casi quedan fuera o cuando el lugar lleva más de cuatro semanas en otro nivel.',
  methodIntervals:
    '± y los intervalos abarcan el 95\u00a0%; los puntos huecos tienen menos de 10 respuestas; las franjas de la semana se colorean cuando el azar por sí solo rara vez las haría tan distintas.',

  fewOrNoResponses: 'Pocas o ninguna respuesta',
  notRead: 'sin leer',
  alertsUnread: (n, all, plural) =>
    `desconocidas en ${n} de ${all} ${pluralForm(plural, 'encuesta', 'encuestas')}`,
  earlierVersion: 'Generado con una versión anterior: sin conclusión.',
};
