// Arabic texts of verdicts, the attention list and other signals. Counted nouns have all six plural forms; ranges are in
// words, because a dash between numbers is read in either direction.
import { countedNoun } from '../formats.ts';
import type { Messages } from '../messages.ts';

export type PluralForms = Readonly<Record<Intl.LDMLPluralRule, string>>;

/** After a preposition. */
export const weeks = countedNoun([null, 'أسبوع واحد', 'أسبوعين'], ['أسابيع', 'أسبوعًا', 'أسبوع']);
/** After a preposition. */
export const days = countedNoun([null, 'يوم واحد', 'يومين'], ['أيام', 'يومًا', 'يوم']);
export const alerts = countedNoun(
  ['لا تنبيهات', 'تنبيه واحد', 'تنبيهان'],
  ['تنبيهات', 'تنبيهًا', 'تنبيه'],
);
const places = countedNoun(['لا مواقع', 'موقع واحد', 'موقعان'], ['مواقع', 'موقعًا', 'موقع']);
const times = countedNoun(['ولا مرة', 'مرة واحدة', 'مرتان'], ['مرات', 'مرة', 'مرة']);

function allAsUsual(n: string): PluralForms {
  return {
    zero: 'لا مواقع للمقارنة.',
    one: 'الموقع الوحيد على حاله المعتاد.',
    two: 'الموقعان كلاهما على حالهما المعتاد.',
    few: `جميع المواقع (${n}) على حالها المعتاد.`,
    many: `جميع المواقع (${n}) على حالها المعتاد.`,
    other: `جميع المواقع (${n}) على حالها المعتاد.`,
  };
}

function moreAttention(n: string): PluralForms {
  return {
    zero: 'لا مواقع أخرى.',
    one: 'موقع آخر غير معروض هنا؛ انظر تقريره.',
    two: 'موقعان آخران غير معروضين هنا؛ انظر تقريريهما.',
    few: `${n} مواقع أخرى غير معروضة هنا؛ انظر تقاريرها.`,
    many: `${n} موقعًا آخر غير معروض هنا؛ انظر تقاريرها.`,
    other: `${n} موقع آخر غير معروض هنا؛ انظر تقاريرها.`,
  };
}

export const signals: Messages['signals'] = {
  verdicts: {
    better: 'أفضل',
    worse: 'أسوأ',
    usual: 'كالمعتاد',
    new: 'أسابيع غير كافية',
    tooFew: 'ردود غير كافية',
  },
  verdictSince: (verdict, week) => `${verdict} منذ الأسبوع ${week}`,
  range: (lower, upper) => `من ${lower} إلى ${upper}`,
  signedRange: (lower, upper) => `من ${lower} إلى ${upper}`,
  about: (usual) => `نحو ${usual}`,
  usualRange: (range) => `المعتاد ${range}`,

  lowestSince: (value, usual, week) => `الأدنى منذ الأسبوع ${week}: ${value}، والمعتاد ${usual}.`,
  highestSince: (value, usual, week) => `الأعلى منذ الأسبوع ${week}: ${value}، والمعتاد ${usual}.`,
  lowestOfWeeks: (value, usual, n, plural) =>
    `الأدنى خلال ${weeks(n, plural)}: ${value}، والمعتاد ${usual}.`,
  highestOfWeeks: (value, usual, n, plural) =>
    `الأعلى خلال ${weeks(n, plural)}: ${value}، والمعتاد ${usual}.`,
  below: (value, usual) => `${value}، دون المعتاد (${usual}).`,
  above: (value, usual) => `${value}، فوق المعتاد (${usual}).`,
  belowSince: (value, usual, week) => `${value}، دون المعتاد (${usual}) منذ الأسبوع ${week}.`,
  aboveSince: (value, usual, week) => `${value}، فوق المعتاد (${usual}) منذ الأسبوع ${week}.`,
  downSince: (value, earlier, week) =>
    `${value}، منخفض منذ الأسبوع ${week} (وكان قبله ${earlier}).`,
  upSince: (value, earlier, week) => `${value}، مرتفع منذ الأسبوع ${week} (وكان قبله ${earlier}).`,
  levelDown: (value, earlier, usual, week) =>
    `${value}؛ وقد انخفض المستوى المعتاد من ${earlier} إلى ${usual} في الأسبوع ${week}.`,
  levelUp: (value, earlier, usual, week) =>
    `${value}؛ وقد ارتفع المستوى المعتاد من ${earlier} إلى ${usual} في الأسبوع ${week}.`,
  backToEarlier: (value, earlier, usual) =>
    `${value}، وعاد إلى المستوى السابق (${earlier}) بعد عدة أسابيع عند ${usual}.`,
  asUsual: (value, range) => `${value}، كالمعتاد (${range}).`,
  alwaysTheSame: (value) => `${value}، كالمعتاد.`,
  tooFew: (responses) => `عدد الردود لا يكفي للحكم: ${responses}.`,
  tooFewWeeks: (value) => `${value}؛ ولا تكفي الأسابيع السابقة لمعرفة المعتاد.`,
  indexOnly: (index, value) => `${index}: ${value}.`,

  silence: {
    since: (day, perDay) => `لا ردود منذ يوم ${day} (المعتاد ${perDay} يوميًا): تحقّق من الجهاز`,
    allWeek: (perDay) => `لا ردود طوال الأسبوع (المعتاد ${perDay} يوميًا): تحقّق من الجهاز`,
    day: (day, perDay) => `لا ردود يوم ${day} (المعتاد ${perDay})`,
    days: (from, n, plural, perDay) =>
      `لا ردود لمدة ${days(n, plural)} بدءًا من يوم ${from} (المعتاد ${perDay} يوميًا)`,
  },
  asSentence: (text) => `${text}.`,
  volumeLow: (responses, usual) => `ردود قليلة: ${responses}، والمعتاد ${usual}.`,
  volumeHigh: (responses, usual) => `ردود كثيرة: ${responses}، والمعتاد ${usual}.`,

  attention: 'يستدعي الانتباه',
  improved: 'أفضل من المعتاد',
  allAsUsual: (n, plural) => allAsUsual(n)[plural],
  nothingToReport: (usual, all) =>
    `لا شيء يستدعي الانتباه. المواقع على حالها المعتاد: ${usual} من ${all}؛ أما البقية فلا تكفي ردودها أو أسابيعها للحكم.`,
  nothingWorse: (usual, all) =>
    `لا شيء يستدعي الانتباه. المواقع على حالها المعتاد: ${usual} من ${all}؛ ولا موقع آخر أسوأ بوضوح.`,
  nothingInWhatWasRead: (unread, plural) =>
    `لا شيء يستدعي الانتباه فيما أمكنت قراءته. تعذّرت القراءة في: ${places(unread, plural)}.`,
  noVerdicts: 'لا تكفي الردود والأسابيع للحكم على أي موقع.',
  moreAttention: (n, plural) => moreAttention(n)[plural],
  reasons: {
    unusual: (index, usual) => `${index}، والمعتاد ${usual}`,
    worseSince: (index, usual, week) => `${index}، والمعتاد ${usual}؛ منخفض منذ الأسبوع ${week}`,
    worseFrom: (index, earlier, week) =>
      `${index}، منخفض منذ الأسبوع ${week} (وكان قبله ${earlier})`,
    levelDown: (index, earlier, usual, week) =>
      `${index}؛ انخفض المستوى المعتاد من ${earlier} إلى ${usual} في الأسبوع ${week}`,
    betterSince: (index, usual, week) => `${index}، والمعتاد ${usual}؛ مرتفع منذ الأسبوع ${week}`,
    betterFrom: (index, earlier, week) =>
      `${index}، مرتفع منذ الأسبوع ${week} (وكان قبله ${earlier})`,
    levelUp: (index, earlier, usual, week) =>
      `${index}؛ ارتفع المستوى المعتاد من ${earlier} إلى ${usual} في الأسبوع ${week}`,
    backToEarlier: (index, earlier) => `${index}، وعاد إلى المستوى السابق (${earlier})`,
    asLowUntil: (index, usual, week) =>
      `${index}، بعد أن كان ${usual}؛ منخفض كما كان حتى الأسبوع ${week}`,
    inAlarm: (duration) => `في حالة تنبيه لمدة ${duration}`,
    volumeLow: (responses, usual) => `${responses}، والمعتاد ${usual}`,
    standingLow: (index) => `${index}، دون المواقع الأخرى بكثير`,
  },

  indexKinds: 'حسب نوع المؤشر',
  why: {
    title: 'لماذا تغيّر المؤشر',
    ownResult: 'نتيجة الموقع نفسه',
    share: 'حصته من الردود',
    total: 'الإجمالي',
    others: 'المواقع الأخرى',
    allPlaces: 'المواقع كلها معًا',
    note: 'بنقاط المؤشر، مقارنةً بالأسابيع المعتادة.',
  },
  rankRange: (from, to) => (from === to ? from : `من ${from} إلى ${to}`),
  rank: (n) => n,
  rankNote: 'من 3 إلى 9: لا تبيّن الردود أيّ هذه المراكز هو الصحيح.',
  funnel: {
    title: 'المؤشر وعدد الردود',
    note: 'كلما قلّت الردود زاد تباين المؤشر. والمواقع داخل القمع لا تختلف اختلافًا واضحًا.',
  },

  clearHours: (difference, day, from, to) => `${day} من ${from} إلى ${to}: ${difference}`,
  noClearHours: 'لا تختلف أي فترة من الأسبوع اختلافًا واضحًا عن سائره.',

  region: {
    reason: 'السبب',
    below: 'المجلدات الفرعية',
    belowNote: 'نوع المؤشر الأكثر ردودًا في كل مجلد.',
    moreUnread: (n) => `مواقع أخرى تعذّرت قراءتها: ${n}`,
    silentWeek: 'لا ردود هذا الأسبوع',
    alertsByPlace: 'التنبيهات حسب الموقع',
    open: 'ما زالت مفتوحة',
    compared: 'المقارنة',
    farBelow: 'أقل بكثير',
    farAbove: 'أعلى بكثير',
  },

  partsOfWeek: 'فترات الأسبوع',
  partsNote: 'الردود بالتوقيت المحلي.',
  partLegend: { below: 'أسوأ بوضوح', none: 'لا فرق واضح', above: 'أفضل بوضوح' },
  trendNote: 'الخط: المؤشر. الشريط: النطاق المعتاد. الأعمدة: الردود.',
  trendNoteWithoutRange: 'الخط: المؤشر. الأعمدة: الردود.',
  daysNote: 'المؤشر مع فترة الثقة 95 بالمئة.',
  npsGroups: { detractor: 'المنتقدون', passive: 'المحايدون', promoter: 'المروّجون' },
  chartTextAlternatives: {
    limits: (verdict, usual, range) =>
      `${verdict}؛ المستوى المعتاد ${usual}، والنطاق المعتاد ${range}.`,
    levelChange: (week, earlier, usual) =>
      `تغيّر المستوى المعتاد في الأسبوع ${week} من ${earlier} إلى ${usual}.`,
    pointWithInterval: (when, index, halfWidth, counted) =>
      `${when}: ${index} ± ${halfWidth} (${counted})`,
    parts: (parts) => `الردود حسب يوم الأسبوع وفترة اليوم، بالتوقيت المحلي: ${parts}.`,
    alarm: (direction, hours, n, plural) =>
      `تنبيهات عن ${direction}: مدتها ${hours}، ${times(n, plural)}.`,
    funnel: (index, points) => `${index} حسب عدد الردود: ${points}.`,
  },

  usualResponses: (counted, usual) => `${counted}، والمعتاد ${usual}`,
  surveysCompared: 'الاستبيانات',
  noResponses: 'لا ردود',
  shareWithInterval: (share, lower, upper) => `${share} (من ${lower} إلى ${upper})`,
  directions: { bad: 'آراء سلبية', good: 'آراء إيجابية', neutral: 'غير ذلك' },
  hoursInAlarm: (duration, week) => `${duration} من ${week}`,
  storeColumns: {
    usual: 'النطاق المعتاد',
    trend: '13 أسبوعًا',
    about: 'الموضوع',
    times: 'المرات',
    inAlarm: 'مدة التنبيه',
    inAlarmOf: (week) => `مدة التنبيه (من ${week})`,
    longest: 'أطولها',
    openSince: 'مفتوح منذ',
  },

  methodUsual:
    'المعتاد هو القيمة الوسطى لآخر اثني عشر أسبوعًا، أو للأسابيع التي تلت آخر تغيّر في المستوى. ويكون الأسبوع أفضل أو أسوأ إذا وقع خارج نطاق الأسابيع العادية ذات العدد نفسه من الردود، أو إذا كاد أسبوعان من ثلاثة يقعان خارجه، أو إذا بقي الموقع على مستوى آخر أكثر من أربعة أسابيع.',
  methodIntervals:
    'تشمل ± وفترات الثقة 95 بالمئة؛ والنقاط المفرغة ردودها أقل من 10؛ وتُلوّن فترات الأسبوع إذا كان من النادر أن تجعلها المصادفة وحدها مختلفة إلى هذا الحد.',

  fewOrNoResponses: 'ردود قليلة أو معدومة',
  notRead: 'لم يُقرأ',
  alertsUnread: (n, all) => `استبيانات لم تُقرأ تنبيهاتها: ${n} من ${all}`,
  earlierVersion: 'أُنشئ بإصدار سابق: بلا تقييم.',
};
