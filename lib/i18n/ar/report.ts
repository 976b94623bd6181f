// Arabic texts of the report. Counted nouns have all six plural forms; a number without a plural category is put
// after a colon, because no form would agree with every number. Signs that would change sides are written as words.
import { countedNoun } from '../formats.ts';
import type { Messages } from '../messages.ts';
import { alerts, type PluralForms, signals } from './signals.ts';

function hiddenMarks(n: string): PluralForms {
  return {
    zero: 'لم يُحذف هنا من الأسماء أي رمز غير مرئي.',
    one: 'حُذف هنا من الأسماء رمز واحد غير مرئي قد يضلّل القارئ؛ وهو محفوظ في ملف JSON.',
    two: 'حُذف هنا من الأسماء رمزان غير مرئيين قد يضلّلان القارئ؛ وهما محفوظان في ملف JSON.',
    few: `حُذفت هنا من الأسماء ${n} رموز غير مرئية قد تضلّل القارئ؛ وهي محفوظة في ملف JSON.`,
    many: `حُذف هنا من الأسماء ${n} رمزًا غير مرئي قد تضلّل القارئ؛ وهي محفوظة في ملف JSON.`,
    other: `حُذف هنا من الأسماء ${n} رمز غير مرئي قد تضلّل القارئ؛ وهي محفوظة في ملف JSON.`,
  };
}

function undisplayable(n: string): PluralForms {
  return {
    zero: 'عُرضت رموز الأسماء كلها.',
    one: 'تعذّر عرض رمز واحد في الأسماء، فظهر مكانه مربع.',
    two: 'تعذّر عرض رمزين في الأسماء، فظهر مكانهما مربعان.',
    few: `تعذّر عرض ${n} رموز في الأسماء، فظهرت مكانها مربعات.`,
    many: `تعذّر عرض ${n} رمزًا في الأسماء، فظهرت مكانها مربعات.`,
    other: `تعذّر عرض ${n} رمز في الأسماء، فظهرت مكانها مربعات.`,
  };
}

function surveysWithoutPage(n: string): PluralForms {
  return {
    zero: 'لا استبيانات أخرى في ملف JSON وحده',
    one: 'صفحة استبيان آخر في ملف JSON فقط',
    two: 'صفحتا استبيانين آخرين في ملف JSON فقط',
    few: `صفحات ${n} استبيانات أخرى في ملف JSON فقط`,
    many: `صفحات ${n} استبيانًا آخر في ملف JSON فقط`,
    other: `صفحات ${n} استبيان آخر في ملف JSON فقط`,
  };
}

export const ar: Messages = {
  week: (range, week) => `${range}، الأسبوع ${week}`,
  title: (name, week, year) => `${name} – الأسبوع ${week} من عام ${year}`,
  folder: (key) => `المجلد ${key}`,
  survey: (key) => `الاستبيان ${key}`,
  surveyIn: (survey, folder) => `الاستبيان ${survey} في المجلد ${folder}`,
  dataAsOf: (instant) => `البيانات حتى ${instant}`,
  revision: (n) => `المراجعة ${n}`,
  pageOf: (page, pages) => `صفحة ${page} من ${pages}`,
  timeZones: (zones) => `المنطقة الزمنية: ${zones}`,
  manyTimeZones: (n) => `عدد المناطق الزمنية: ${n}، ولكل استبيان منطقته`,
  eachOwnTimeZone: 'كل استبيان بمنطقته الزمنية',

  indexNames: { HAPPY: 'Happy Index', AVERAGE: 'المتوسط', NPS: 'NPS' },
  scaleNames: { FOUR: 'أربعة أزرار', FIVE: 'خمسة أزرار', FIVE_REVERSED: 'خمسة أزرار معكوسة' },
  responsesHeading: 'الردود',
  smileys: ['مستاء جدًّا', 'مستاء', 'محايد', 'راضٍ', 'راضٍ جدًّا'],
  button: (n) => `الزر ${n}`,
  plusMinus: (halfWidth) => `±${halfWidth}`,
  plusMinusLess: (unit) => `± أقل من ${unit}`,

  up: (size) => `بارتفاع قدره ${size} عن الأسبوع السابق`,
  down: (size) => `بانخفاض قدره ${size} عن الأسبوع السابق`,
  upLess: (unit) => `بارتفاع أقل من ${unit} عن الأسبوع السابق`,
  downLess: (unit) => `بانخفاض أقل من ${unit} عن الأسبوع السابق`,
  unchanged: 'دون تغيّر عن الأسبوع السابق',
  verdicts: {
    clearRise: 'ارتفاع واضح',
    clearFall: 'انخفاض واضح',
    normal: 'ضمن التباين المعتاد',
    tooFew: 'عدد الردود لا يكفي للحكم',
  },
  sentence: (index, value, change, verdict, counted) =>
    `${index}: ${value}، ${change} (${verdict}). ${counted}.`,
  sentenceUncompared: (index, value, counted) =>
    `${index}: ${value}؛ ولا ردود في الأسبوع السابق للمقارنة. ${counted}.`,
  sentenceWithoutIndex: (counted, kind) =>
    `${counted}. لا يعرف هذا الإصدار ${kind}، لذا يعرض الأعداد دون مؤشر.`,
  indexKind: (name) => `المؤشر «${name}»`,
  scaleKind: (name) => `المقياس «${name}»`,
  responses: countedNoun(['لا ردود', 'رد واحد', 'ردّان'], ['ردود', 'ردًّا', 'رد']),
  responsesChanged: (counted, change) => `${counted} (${change})`,
  noResponsesBefore: (previous) => `لا ردود هذا الأسبوع؛ وكان عددها في الأسبوع السابق ${previous}.`,
  noResponsesEither: 'لا ردود هذا الأسبوع ولا في الأسبوع السابق.',

  attentionMessage: (place, reason) => `يستدعي الانتباه: ${place}: ${reason}`,
  attentionMore: (attention, n) => `${attention}؛ و${n} غيرها`,

  surveysIn: countedNoun(
    ['لا استبيانات', 'استبيان واحد', 'استبيانان'],
    ['استبيانات', 'استبيانًا', 'استبيان'],
  ),
  surveysWithResponses: (withResponses, counted) => `${counted} (المُجاب عنه: ${withResponses})`,
  responsesFrom: (counted, from) => `${from}: ${counted}`,
  alertTotals: (n, plural, started, carriedOver, open) =>
    `${alerts(n, plural)} (الجديد: ${started}، المرحّل: ${carriedOver})، المفتوح حتى الآن: ${open}`,
  alertTotalsNone: 'لا تنبيهات',
  alertTotalsNoneRead: 'لا تنبيهات فيما أمكنت قراءته',
  trend: 'آخر 13 أسبوعًا',
  trendNoteCounts: 'الأعمدة: الردود.',
  weekTick: (week) => `أ${week}`,
  days: 'يومًا بيوم',
  hoursOfDay: (weekday, from, to) => `${weekday} ${from}–${to}`,
  painPoints: 'أسباب الاستياء',
  highlights: 'أسباب الرضا',
  followUps: 'أسباب الاستياء والرضا',
  noFollowUps: 'لم يُذكر أي منها هذا الأسبوع.',
  unnamedOption: 'بلا اسم',
  noPainPoints: 'لم تُذكر أسباب استياء.',
  noHighlights: 'لم تُذكر أسباب رضا.',
  followUpsMissing: 'تعذّرت قراءتها هذا الأسبوع.',
  alerts: 'التنبيهات',
  alertsMissing: 'تعذّرت قراءة التنبيهات هذا الأسبوع.',
  noAlertsRead: (unread) => `لا تنبيهات فيما أمكنت قراءته؛ ${unread}.`,
  noAlerts: 'لا تنبيهات هذا الأسبوع.',
  alertCounts: (started, carriedOver, open) =>
    `الجديد: ${started} · المرحّل: ${carriedOver} · المفتوح حتى الآن: ${open}`,
  longestOpen: (duration) => `أطولها ${duration} خلال الأسبوع`,
  openAlerts: 'تنبيهات ما زالت مفتوحة',
  ranking: 'الترتيب',
  sharedPainPoints: 'أسباب الاستياء المشتركة',
  sharedHighlights: 'أسباب الرضا المشتركة',
  quietPlaces: 'مواقع هادئة',
  quietNote: 'نشطة، مع يوم بلا ردود أو ردود قليلة.',
  silentSurveys: 'استبيانات بلا ردود',
  moreInJson: (n) => `المزيد في ملف JSON: ${n}`,
  places: (n, total) => `${n} من ${total}`,

  columns: {
    rank: '#',
    place: 'الموقع',
    kind: 'النوع',
    name: 'السبب',
    survey: 'الاستبيان',
    timeZone: 'المنطقة الزمنية',
    index: 'المؤشر',
    change: 'التغيّر',
    verdict: 'التقييم',
    responses: 'الردود',
    count: 'العدد',
    share: 'النسبة',
    lastWeek: 'قبل أسبوع',
    distribution: 'من الأسوأ إلى الأفضل',
    mentionedBy: 'المواقع',
    alert: 'التنبيه',
    began: 'البدء',
    ended: 'الانتهاء',
    inWeek: 'في الأسبوع',
    silentDays: 'أيام بلا ردود',
  },
  stillOpen: 'ما زال مفتوحًا',

  alertNames: {
    negative: 'ردود المستائين',
    indexThreshold: 'حد المؤشر',
    feedbackCount: 'عدد الردود',
  },
  alertTriggers: {
    value: (actual, limit) => `${actual}، والحد ${limit}`,
    negativeOf: (actual, counted, window, limit) =>
      `${actual} من الردود (${counted}) خلال ${window}، والحد ${limit}`,
    feedbackCount: (limit) => `الحد ${limit}`,
    counted: (counted, window) => `${counted} خلال ${window}`,
  },

  partialHeading: 'جزء من بيانات هذا الأسبوع غير متاح',
  emptyHeading: 'أسبوع هادئ',
  emptyText: (counted) => `قُرئت البيانات كلها، ولم يصل أي رد هذا الأسبوع (${counted}).`,
  dataQuality: 'جودة البيانات',
  problemPlace: (place, message) => `${place} – ${message}`,
  silentDay: (survey, days) => `${survey} – بلا ردود في: ${days}.`,
  problems: {
    UPSTREAM_UNREACHABLE: 'تعذّر الوصول إلى واجهة التقارير البرمجية',
    UPSTREAM_TIMEOUT: 'لم تُجب واجهة التقارير البرمجية في الوقت المحدد',
    UPSTREAM_UNAVAILABLE: 'ظلّت واجهة التقارير البرمجية تُرجع خطأ',
    UPSTREAM_UNAUTHORIZED: 'رفضت واجهة التقارير البرمجية بيانات الاعتماد',
    UPSTREAM_NOT_FOUND: 'البيانات المطلوبة غير موجودة في واجهة التقارير البرمجية',
    TZ_UNKNOWN: 'المنطقة الزمنية غير معروفة',
    TZ_DRIFT:
      'تتبع الأوقات المحلية واجهة التقارير البرمجية، وجداول مناطقها الزمنية تختلف عن جداولنا.',
    NOT_SETTLED: 'قد ترفع الأجهزة مزيدًا من ردود هذا الأسبوع.',
    SCALE_MISMATCH: 'بعض الردود خارج أزرار المقياس ولم تُحتسب.',
    OUT_OF_RANGE: 'لم تُرجع واجهة التقارير البرمجية أي بيانات من الفترة المطلوبة',
    ROWS_OUT_OF_RANGE:
      'أرجعت واجهة التقارير البرمجية أيضًا بيانات من خارج الفترة المطلوبة، ولم تُحتسب.',
    ENUM_UNKNOWN: 'يُستخدم هنا نوع استبيان أو مؤشر أو مقياس أو تنبيه لا يعرفه هذا الإصدار.',
    FOLDER_DUPLICATE: 'المجلد موجود في عدة مواضع، وقد احتُسب مرة واحدة.',
    SURVEY_DUPLICATE: 'الاستبيان موجود في عدة مجلدات، وقد احتُسب مرة واحدة.',
    CHILD_MISSING: 'تعذّر إنشاء تقرير هذا المجلد في الوقت المناسب، لذا تغيب أرقامه هنا.',
    REPORT_DAMAGED: 'التقرير المحفوظ لهذا المجلد تالف، ويجب إنشاؤه من جديد.',
    SIGNALS_MISSING: 'أُنشئ تقرير هذا المجلد بإصدار سابق، لذا لا تقييم لاستبياناته.',
    CLOCK_DIFFERS:
      'اختلفت ساعة البرنامج الذي أنشأ هذا التقرير عن ساعة واجهة التقارير البرمجية بأكثر من 15 دقيقة.',
    other: 'تعذّر استخدام جواب واجهة التقارير البرمجية',
  },
  missingParts: {
    survey: (why) => `الاستبيان غير متاح: ${why}.`,
    followUps: (why) => `أسباب الاستياء والرضا غير متاحة: ${why}.`,
    alerts: (why) => `تنبيهات هذا المجلد غير متاحة: ${why}.`,
  },
  entriesMissing:
    'تغيب هنا بعض الاستبيانات أو المجلدات لأن واجهة التقارير البرمجية لم تصفها وصفًا صحيحًا.',
  missingRetried: 'ستُقرأ البيانات الناقصة من جديد في التشغيل التالي.',
  hiddenMarks: (n, plural) => hiddenMarks(n)[plural],
  undisplayable: (n, plural) => undisplayable(n)[plural],
  revisionChanges: (revision, asOf, before, after) =>
    `تحل هذه المراجعة محل المراجعة ${revision} (البيانات حتى ${asOf}). عدد الردود سابقًا ${before}، والآن ${after}.`,

  method: 'كيف حُسبت هذه الأرقام',
  methodTerms: {
    uncertainty: '± ودلالة التغيّر',
    pooling: 'التجميع',
    ranking: 'ترتيب المواقع والساعات',
    counting: 'ما يُحتسب',
    week: 'الأسبوع',
  },
  methodIndexes: {
    HAPPY:
      'تتدرّج قيم الأزرار بخطوات متساوية من 0 (الأسوأ) إلى 100 (الأفضل)، والمؤشر متوسط الردود كلها.',
    AVERAGE: 'قيم الأزرار 1 و2 و3 وهكذا بدءًا من الأسوأ، والمؤشر متوسط الردود كلها.',
    NPS: 'نسبة الزر الأفضل مطروحًا منها نسبة جميع الأزرار التي دون الزرين الأفضلين، من سالب 100 إلى موجب 100.',
  },
  methodPooling:
    'تُجمع الردود ويُحسب المؤشر من المجاميع؛ ولا يؤخذ متوسط المؤشرات أبدًا. ولا تُخلط أنواع المؤشرات أو المقاييس المختلفة.',
  methodRanking:
    'تُقرَّب العينات الصغيرة من المتوسط قبل الترتيب كي لا تفوز ثلاث ضغطات بالحظ؛ ويعرض كل صف أرقامه الفعلية.',
  methodCounting:
    'تستبعد واجهة التقارير البرمجية من هذه الردود الضغطات المتلاحقة بسرعة على جهاز واحد. أما أسباب الاستياء والرضا والتنبيهات فتُحتسب دون هذا الاستبعاد، وليست نسبةً من الردود.',
  methodWeek:
    'يمتد أسبوع كل استبيان من الاثنين 00:00 إلى الاثنين التالي 00:00 بمنطقته الزمنية؛ وجميع الساعات محلية.',
  textAlternatives: {
    distribution: (buttons) => `الردود من الأسوأ إلى الأفضل: ${buttons}.`,
    button: (name, count, share) => `${name}: ${count} (${share})`,
    trend: (index, weeks) => `${index} حسب الأسبوع: ${weeks}.`,
    trendCounts: (weeks) => `الردود حسب الأسبوع: ${weeks}.`,
    days: (index, days) => `${index} حسب اليوم: ${days}.`,
    daysCounts: (days) => `الردود حسب اليوم: ${days}.`,
    week: (week) => `الأسبوع ${week}`,
    point: (when, index, counted) => `${when}: ${index} (${counted})`,
    count: (when, counted) => `${when}: ${counted}`,
    noResponses: (when) => `${when}: لا ردود`,
  },
  signals,
  jsonAttached: 'جميع أرقام هذا التقرير بصيغة JSON',
  surveysWithoutPage: (n, plural) => surveysWithoutPage(n)[plural],
  weekBounds: (zone, start, end, hours) => `${zone}: من ${start} إلى ${end}، ${hours}.`,
};
