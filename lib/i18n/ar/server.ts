// Arabic texts that the server sends itself: messages about reports, and the pages for readers without an account. Counted
// nouns have all six plural forms, or the number is put after a colon.
import { countedNoun } from '../formats.ts';
import type { ServerTexts } from '../en/server.ts';
import { alerts, days, type PluralForms, weeks } from './signals.ts';

function attention(n: string, place: string, finding: string): PluralForms {
  return {
    zero: `يستدعي الانتباه: ${place}: ${finding}.`,
    one: `موقع واحد يستدعي الانتباه. ${place}: ${finding}.`,
    two: `موقعان يستدعيان الانتباه، أولهما ${place}: ${finding}.`,
    few: `${n} مواقع تستدعي الانتباه، أولها ${place}: ${finding}.`,
    many: `${n} موقعًا يستدعي الانتباه، أولها ${place}: ${finding}.`,
    other: `${n} موقع يستدعي الانتباه، أولها ${place}: ${finding}.`,
  };
}

const morePlaces = countedNoun(
  ['لا مواقع أخرى', 'موقع آخر', 'موقعان آخران'],
  ['مواقع أخرى', 'موقعًا آخر', 'موقع آخر'],
);

export const ar: ServerTexts = {
  subject: (place, finding, week) => `${place}: ${finding} · الأسبوع ${week}`,
  placeIn: (place, above) => `${place}، ${above}`,
  ofQuestion: (finding, question) => `${finding} (${question})`,
  dataMissing: 'بيانات ناقصة',
  nowComplete: 'مكتمل الآن',

  findings: {
    lowestSince: (week) => `الأدنى منذ الأسبوع ${week}`,
    lowestOfWeeks: (n, plural) => `الأدنى خلال ${weeks(n, plural)}`,
    below: 'دون المعتاد',
    belowSince: (week) => `دون المعتاد منذ الأسبوع ${week}`,
    downSince: (week) => `منخفض منذ الأسبوع ${week}`,
    highestSince: (week) => `الأعلى منذ الأسبوع ${week}`,
    highestOfWeeks: (n, plural) => `الأعلى خلال ${weeks(n, plural)}`,
    above: 'فوق المعتاد',
    aboveSince: (week) => `فوق المعتاد منذ الأسبوع ${week}`,
    upSince: (week) => `مرتفع منذ الأسبوع ${week}`,
    backToEarlier: 'عودة إلى المستوى السابق',
    asLowUntil: (week) => `منخفض كما كان حتى الأسبوع ${week}`,
    usual: 'كالمعتاد',
    nothingUrgent: 'لا شيء يستدعي الانتباه',
    tooFewWeeks: 'الأسابيع السابقة لا تكفي للمقارنة',
    inAlarm: (duration) => `في حالة تنبيه لمدة ${duration}`,
    noResponses: 'لا ردود',
    silentSince: (day) => `لا ردود منذ يوم ${day}`,
    silentOn: (day) => `لا ردود يوم ${day}`,
    silentDays: (n, plural) => `لا ردود لمدة ${days(n, plural)}`,
    volumeLow: 'ردود قليلة',
    standingLow: 'دون المواقع الأخرى بكثير',
  },

  attention: (n, plural, place, finding) => attention(n, place, finding)[plural],
  morePlaces: (n, plural) => `و${morePlaces(n, plural)}`,
  moreMissing: (n) => `أجزاء أخرى غير متاحة: ${n}.`,
  updateFollows: 'ستُقرأ البيانات الناقصة من جديد. وإذا تغيّر الحكم بعدها فستصلك رسالة أخرى.',
  update: 'التقرير مكتمل الآن؛ أما الرسالة السابقة فاستندت إلى جزء من البيانات.',
  alerts: (n, plural, open) => `${alerts(n, plural)}، المفتوح حتى الآن: ${open}`,
  openReport: 'فتح التقرير',
  seePage: 'عرضه على صفحة الويب',

  sentTo: (folder, address) =>
    `تصلك هذه الرسالة لأن العنوان ${address} مشترك في تقرير الردود الأسبوعي عن ${folder}.`,
  sentHere: (folder) => `هذه القناة مشتركة في تقرير الردود الأسبوعي عن ${folder}.`,
  unsubscribe: 'إلغاء الاشتراك',
  askToStop: 'لإيقاف هذه الرسائل، تواصل مع المسؤول عن تقارير الردود.',

  confirmSubject: (folder) => `يُرجى التأكيد: تقرير الردود الأسبوعي عن ${folder}`,
  confirmRequest: (folder, address) =>
    `طُلب إرسال تقرير الردود الأسبوعي عن ${folder} إلى ${address}.`,
  confirmStart: 'لن يُرسل شيء قبل تأكيدك.',
  confirmLink: 'تأكيد',
  confirmNote: 'إذا لم تطلب ذلك فتجاهل هذه الرسالة: لن تصلك أي تقارير ما لم تؤكد.',

  pages: {
    confirmTitle: 'هل تريد استلام هذا التقرير كل أسبوع؟',
    confirmSentence: (folder, address) =>
      `سيُرسل تقرير الردود الأسبوعي عن ${folder} إلى ${address}.`,
    confirmButton: 'نعم، أريد استلامه',
    confirmed: [
      'تم تأكيد الاشتراك',
      'سيصلك التقرير القادم بالبريد الإلكتروني. وفي كل رسالة رابط لإلغاء الاشتراك.',
    ],
    unsubscribeTitle: 'هل تريد التوقف عن استلام هذا التقرير؟',
    unsubscribeSentence: (folder, address) =>
      `لن يُرسل تقرير الردود الأسبوعي عن ${folder} إلى ${address} بعد الآن.`,
    unsubscribed: [
      'تم إلغاء الاشتراك',
      'لن يُرسل إليك هذا التقرير بعد الآن. وتبقى اشتراكاتك الأخرى كما هي.',
    ],
    invalid: [
      'هذا الرابط لا يعمل',
      'الرابط غير مكتمل، أو أن الاشتراك لم يعد موجودًا. تحقق من نسخه كاملًا.',
    ],
    unavailable: [
      'يتعذر ذلك الآن',
      'الخلل من جانبنا، ولم يتغيّر شيء. يُرجى المحاولة مجددًا بعد بضع دقائق.',
    ],
  },

  sharedLink: {
    product: 'تقارير الردود',
    invalid: [
      'هذا الرابط لا يعمل',
      'هذا الرابط ليس من هذه الخدمة، أو أن جزءًا منه مفقود. تحقق من نسخه كاملًا.',
    ],
    expired: ['انتهت صلاحية هذا الرابط', 'كان الرابط صالحًا لمدة محدودة وقد انتهت.'],
    revoked: ['أُبطل هذا الرابط', 'أبطل الشخص الذي شارك التقرير هذا الرابط.'],
    gone: ['تمت إزالة هذا التقرير', 'الرابط صحيح، لكن التقرير لم يعد متاحًا.'],
    unavailable: [
      'يتعذر فتح التقرير الآن',
      'الخلل من جانبنا وليس منك. يُرجى المحاولة مجددًا بعد بضع دقائق.',
    ],
    newLink: 'اطلب رابطًا جديدًا ممن أرسله إليك.',
    copy: 'اسأل من أرسل إليك الرابط إن كانت لديه نسخة من التقرير.',
  },
  noScript: 'يتطلب عرض التقارير تشغيل JavaScript. يُرجى تفعيله لهذا الموقع.',
};
