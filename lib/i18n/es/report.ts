// Spanish texts of the report, in words that Spain and Latin America share.
import { pluralForm } from '../formats.ts';
import type { Messages } from '../messages.ts';
import { signals } from './signals.ts';

export const es: Messages = {
  week: (range, week) => `${range}, semana ${week}`,
  title: (name, week, year) => `${name} – semana ${week} de ${year}`,
  folder: (key) => `Carpeta ${key}`,
  survey: (key) => `Encuesta ${key}`,
  surveyIn: (survey, folder) => `Encuesta ${survey} de la carpeta ${folder}`,
  dataAsOf: (instant) => `Datos del ${instant}`,
  revision: (n) => `Revisión ${n}`,
  pageOf: (page, pages) => `Página ${page} de ${pages}`,
  timeZones: (zones) => `Zona horaria: ${zones}`,
  manyTimeZones: (n) => `${n} zonas horarias, cada encuesta en la suya`,
  eachOwnTimeZone: 'Cada encuesta en su propia zona horaria',

  indexNames: { HAPPY: 'Happy Index', AVERAGE: 'Promedio', NPS: 'NPS' },
  scaleNames: { FOUR: '4 botones', FIVE: '5 botones', FIVE_REVERSED: '5 botones invertidos' },
  responsesHeading: 'Respuestas',
  smileys: ['Muy insatisfecho', 'Insatisfecho', 'Neutral', 'Satisfecho', 'Muy satisfecho'],
  button: (n) => `Botón ${n}`,
  plusMinus: (halfWidth) => `± ${halfWidth}`,
  plusMinusLess: (unit) => `± menos de ${unit}`,

  up: (size) => `sube ${size} respecto a la semana anterior`,
  down: (size) => `baja ${size} respecto a la semana anterior`,
  upLess: (unit) => `sube menos de ${unit} respecto a la semana anterior`,
  downLess: (unit) => `baja menos de ${unit} respecto a la semana anterior`,
  unchanged: 'sin cambios respecto a la semana anterior',
  verdicts: {
    clearRise: 'aumento claro',
    clearFall: 'descenso claro',
    normal: 'dentro de la variación normal',
    tooFew: 'respuestas insuficientes para concluir',
  },
  sentence: (index, value, change, verdict, responses) =>
    `${index} ${value}: ${change} (${verdict}). ${responses}.`,
  sentenceUncompared: (index, value, responses) =>
    `${index} ${value}; sin comparación, porque la semana anterior no hubo respuestas. ${responses}.`,
  sentenceWithoutIndex: (responses, kind) =>
    `${responses}. Esta versión no conoce ${kind}, por lo que muestra solo recuentos, sin índice.`,
  indexKind: (name) => `el índice «${name}»`,
  scaleKind: (name) => `la escala «${name}»`,
  responses: (n, plural) => `${n} ${pluralForm(plural, 'respuesta', 'respuestas')}`,
  responsesChanged: (responses, change) => `${responses} (${change})`,
  noResponsesBefore: (previous) =>
    `Sin respuestas esta semana; la semana anterior hubo ${previous}.`,
  noResponsesEither: 'Sin respuestas esta semana ni la anterior.',

  attentionMessage: (place, reason) => `Requiere atención: ${place}: ${reason}`,
  attentionMore: (attention, n) => `${attention}; ${n} más`,

  surveysIn: (n, plural) => `${n} ${pluralForm(plural, 'encuesta', 'encuestas')}`,
  surveysWithResponses: (withResponses, surveys) => `${surveys}, ${withResponses} con respuestas`,
  responsesFrom: (responses, surveys) => `${responses} de ${surveys}`,
  alertTotals: (n, plural, started, carriedOver, open) =>
    `${n} ${pluralForm(plural, 'alerta', 'alertas')} (nuevas: ${started}, anteriores: ${carriedOver}), aún abiertas: ${open}`,
  alertTotalsNone: 'ninguna alerta',
  alertTotalsNoneRead: 'ninguna alerta en lo que se pudo leer',
  trend: 'Últimas 13 semanas',
  trendNoteCounts: 'Barras: respuestas.',
  weekTick: (week) => `S${week}`,
  days: 'Día a día',
  hoursOfDay: (weekday, from, to) => `${weekday} ${from}–${to}`,
  painPoints: 'Puntos débiles',
  highlights: 'Puntos fuertes',
  followUps: 'Puntos débiles y fuertes',
  noFollowUps: 'No se mencionó ninguno esta semana.',
  unnamedOption: 'Sin nombre',
  noPainPoints: 'No se mencionaron puntos débiles.',
  noHighlights: 'No se mencionaron puntos fuertes.',
  followUpsMissing: 'No se pudieron leer esta semana.',
  alerts: 'Alertas',
  alertsMissing: 'Las alertas no se pudieron leer esta semana.',
  noAlertsRead: (unread) => `Ninguna en lo que se pudo leer; ${unread}.`,
  noAlerts: 'Ninguna alerta esta semana.',
  alertCounts: (started, carriedOver, open) =>
    `nuevas: ${started} · anteriores: ${carriedOver} · aún abiertas: ${open}`,
  longestOpen: (duration) => `la más larga: ${duration} en la semana`,
  openAlerts: 'Alertas aún abiertas',
  ranking: 'Clasificación',
  sharedPainPoints: 'Puntos débiles comunes',
  sharedHighlights: 'Puntos fuertes comunes',
  quietPlaces: 'Lugares con poca actividad',
  quietNote: 'En servicio, pero con algún día sin respuestas o con pocas respuestas.',
  silentSurveys: 'Encuestas sin respuestas',
  moreInJson: (n) => `${n} más en el archivo JSON`,
  places: (n, total) => `${n}/${total}`,

  columns: {
    rank: '#',
    place: 'Lugar',
    kind: 'Tipo',
    name: 'Nombre',
    survey: 'Encuesta',
    timeZone: 'Zona horaria',
    index: 'Índice',
    change: 'Cambio',
    verdict: 'Conclusión',
    responses: 'Respuestas',
    count: 'N.º',
    share: 'Peso',
    lastWeek: 'Sem. ant.',
    distribution: 'De peor a mejor',
    mentionedBy: 'Lugares',
    alert: 'Alerta',
    began: 'Inicio',
    ended: 'Fin',
    inWeek: 'Esta sem.',
    silentDays: 'Días sin resp.',
  },
  stillOpen: 'aún abierta',

  alertNames: {
    negative: 'Respuestas negativas',
    indexThreshold: 'Umbral del índice',
    feedbackCount: 'Número de respuestas',
  },
  alertTriggers: {
    value: (actual, limit) => `${actual}, umbral ${limit}`,
    negativeOf: (actual, responses, window, limit) =>
      `${actual} de ${responses} en ${window}, umbral ${limit}`,
    feedbackCount: (limit) => `umbral ${limit}`,
    counted: (responses, window) => `${responses} en ${window}`,
  },

  partialHeading: 'Falta una parte de los datos de esta semana',
  emptyHeading: 'Una semana sin actividad',
  emptyText: (surveys) => `Se leyó todo y no hubo respuestas esta semana (${surveys}).`,
  dataQuality: 'Calidad de los datos',
  problemPlace: (place, message) => `${place} – ${message}`,
  silentDay: (survey, days) => `${survey} – sin respuestas: ${days}.`,
  problems: {
    UPSTREAM_UNREACHABLE: 'no se pudo acceder a la API de informes',
    UPSTREAM_TIMEOUT: 'la API de informes no respondió a tiempo',
    UPSTREAM_UNAVAILABLE: 'la API de informes respondió con un error en cada intento',
    UPSTREAM_UNAUTHORIZED: 'la API de informes rechazó las credenciales',
    UPSTREAM_NOT_FOUND: 'la API de informes no dispone de esos datos',
    TZ_UNKNOWN: 'se desconoce su zona horaria',
    TZ_DRIFT:
      'Las horas locales siguen a la API de informes, cuyas tablas de zonas horarias difieren de las nuestras.',
    NOT_SETTLED: 'Los dispositivos aún pueden enviar respuestas de esta semana.',
    SCALE_MISMATCH:
      'Algunas respuestas quedan fuera de los botones de la escala y no se contabilizan.',
    OUT_OF_RANGE: 'la API de informes no devolvió ningún dato de las fechas solicitadas',
    ROWS_OUT_OF_RANGE:
      'La API de informes también devolvió datos de otras fechas; no se contabilizan.',
    ENUM_UNKNOWN:
      'Utiliza un tipo de encuesta, índice, escala o alerta que esta versión no conoce.',
    FOLDER_DUPLICATE: 'La carpeta figura en varios lugares; se cuenta una sola vez.',
    SURVEY_DUPLICATE: 'La encuesta figura en varias carpetas; se cuenta una sola vez.',
    CHILD_MISSING:
      'El informe de esta carpeta no se pudo generar a tiempo; sus cifras faltan aquí.',
    REPORT_DAMAGED:
      'El informe guardado de esta carpeta está dañado; es necesario volver a generarlo.',
    SIGNALS_MISSING:
      'El informe de esta carpeta procede de una versión anterior, así que sus encuestas no tienen conclusión.',
    CLOCK_DIFFERS:
      'El reloj del programa que generó este informe y el de la API de informes diferían en más de 15 minutos.',
    other: 'la respuesta de la API de informes no se pudo utilizar',
  },
  missingParts: {
    survey: (why) => `Falta la encuesta: ${why}.`,
    followUps: (why) => `Faltan los puntos débiles y fuertes: ${why}.`,
    alerts: (why) => `Faltan las alertas de esta carpeta: ${why}.`,
  },
  entriesMissing:
    'Aquí faltan algunas encuestas o carpetas: la API de informes las describió de forma incorrecta.',
  missingRetried: 'Lo que falta se leerá de nuevo en la próxima ejecución.',
  hiddenMarks: (n, plural) =>
    pluralForm(
      plural,
      `Se omite aquí ${n} carácter invisible de los nombres, que podría inducir a error; figura en el archivo JSON.`,
      `Se omiten aquí ${n} caracteres invisibles de los nombres, que podrían inducir a error; figuran en el archivo JSON.`,
    ),
  undisplayable: (n, plural) =>
    pluralForm(
      plural,
      `No se pudo mostrar ${n} carácter de los nombres, que aparece como un recuadro.`,
      `No se pudieron mostrar ${n} caracteres de los nombres, que aparecen como recuadros.`,
    ),
  revisionChanges: (revision, asOf, before, after) =>
    `Esta revisión sustituye a la revisión ${revision} (datos del ${asOf}). Respuestas antes: ${before}; ahora: ${after}.`,

  method: 'Cómo se calculan estas cifras',
  methodTerms: {
    uncertainty: '± y conclusiones',
    pooling: 'Agregación',
    ranking: 'Orden de lugares y horas',
    counting: 'Qué se cuenta',
    week: 'La semana',
  },
  methodIndexes: {
    HAPPY:
      'Los botones valen de 0 (el peor) a 100 (el mejor) en pasos iguales; el índice es la media de todas las respuestas.',
    AVERAGE:
      'Los botones valen 1, 2, 3, etc., empezando por el peor; el índice es la media de todas las respuestas.',
    NPS: 'La proporción del mejor botón menos la de todos los botones por debajo de los dos mejores, de −100 a +100.',
  },
  methodPooling:
    'Las respuestas se suman y el índice se calcula a partir de las sumas; los índices nunca se promedian. Los distintos tipos de índice o de escala se mantienen separados.',
  methodRanking:
    'Antes de ordenar, las muestras pequeñas se acercan a la media, para que no ganen tres pulsaciones afortunadas; cada fila muestra sus propias cifras.',
  methodCounting:
    'La API de informes excluye de estas respuestas las pulsaciones en rápida sucesión en un mismo dispositivo. Los puntos débiles, los puntos fuertes y las alertas se cuentan sin ese filtro y no expresan una proporción de las respuestas.',
  methodWeek:
    'La semana de cada encuesta va del lunes a las 00:00 al lunes siguiente a las 00:00 en su propia zona horaria; todas las horas son locales.',
  textAlternatives: {
    distribution: (buttons) => `Respuestas de peor a mejor – ${buttons}.`,
    button: (name, count, share) => `${name}: ${count} (${share})`,
    trend: (index, weeks) => `${index} por semana – ${weeks}.`,
    trendCounts: (weeks) => `Respuestas por semana – ${weeks}.`,
    days: (index, days) => `${index} por día – ${days}.`,
    daysCounts: (days) => `Respuestas por día – ${days}.`,
    week: (week) => `semana ${week}`,
    point: (when, index, responses) => `${when}: ${index} (${responses})`,
    count: (when, responses) => `${when}: ${responses}`,
    noResponses: (when) => `${when}: sin respuestas`,
  },
  signals,
  jsonAttached: 'Todas las cifras de este informe en formato JSON',
  surveysWithoutPage: (n, plural) =>
    `${n} ${pluralForm(plural, 'encuesta más se detalla', 'encuestas más se detallan')} solo en el archivo JSON`,
  weekBounds: (zone, start, end, hours) => `${zone}: del ${start} al ${end}, ${hours}.`,
};
