// A sample text in every script that the report has fonts for.

export const SCRIPT_SAMPLES: readonly (readonly [script: string, sample: string])[] = [
  ['Latin', 'How was your visit today? Café Łódź, office “Zürich”'],
  ['Greek', 'Πώς ήταν η επίσκεψή σας σήμερα;'],
  ['Cyrillic', 'Как прошёл ваш визит сегодня? Їжак Ђорђе'],
  ['Vietnamese', 'Hôm nay bạn thấy dịch vụ thế nào? Nguyễn Huệ'],
  ['Arabic', 'كيف كانت زيارتك اليوم؟ (فرع 12)'],
  ['Persian', 'می‌خواهم دوباره بیایم ۱۲۳'],
  ['Hebrew', 'איך היה הביקור שלך היום? שָׁלוֹם (12)'],
  ['Devanagari', 'आज आपकी यात्रा कैसी रही? क्षत्रिय'],
  ['Thai', 'วันนี้การมาเยือนของคุณเป็นอย่างไร น้ำ'],
  ['Chinese, simplified', '您今天的体验如何？北京西站（二楼）'],
  ['Chinese, traditional', '您今天的體驗如何？臺北車站'],
  ['Japanese', '本日のご利用はいかがでしたか？「東京駅」ラーメン'],
  ['Korean', '오늘 방문은 어떠셨나요? 서울역'],
  ['Emoji', '😀 👩‍👩‍👧 🇫🇮 👍🏽 ❤️ 1️⃣ ★ ✓ →'],
  ['Bengali', 'আজ আপনার ভ্রমণ কেমন ছিল? বাংলাদেশ'],
  ['Tamil', 'இன்று உங்கள் வருகை எப்படி இருந்தது?'],
  ['Georgian', 'როგორი იყო თქვენი ვიზიტი დღეს?'],
  ['Armenian', 'Ինչպե՞ս էր ձեր այցը այսօր'],
  ['Ethiopic', 'ዛሬ ጉብኝትዎ እንዴት ነበር?'],
  ['Mixed', 'Dubai Mall دبي مول 東京 12% (ok)'],
];
