// The sample company's languages in other scripts than Latin.
import type { SampleLanguage } from './languages-latin.ts';

export const greek: SampleLanguage = {
  locale: 'el',
  questions: {
    visit: 'Πώς ήταν η επίσκεψή σας σήμερα;',
    service: 'Πώς αξιολογείτε την εξυπηρέτησή μας σήμερα;',
    clean: 'Πόσο καθαρός είναι ο χώρος;',
  },
  painPoints: {
    waiting: 'Χρόνος αναμονής',
    staff: 'Έλλειψη προσωπικού',
    cleanliness: 'Καθαριότητα',
    prices: 'Τιμές',
    signs: 'Σήμανση',
    noise: 'Θόρυβος',
  },
  highlights: {
    staff: 'Ευγενικό προσωπικό',
    speed: 'Γρήγορη εξυπηρέτηση',
    cleanliness: 'Καθαρός χώρος',
    value: 'Καλές τιμές',
    atmosphere: 'Ευχάριστη ατμόσφαιρα',
  },
  unhappy: [
    'Περιμέναμε πάνω από μισή ώρα χωρίς καμία ενημέρωση.',
    'Μόνο ένα ταμείο ανοιχτό σε ώρα αιχμής.',
    'Ο κλιματισμός δεν λειτουργεί.',
  ],
  happy: [
    'Εξαιρετική εξυπηρέτηση, ευχαριστώ πολύ!',
    'Όλα γρήγορα και οργανωμένα.',
    'Πάντα με χαμόγελο, μπράβο σας.',
  ],
};

export const bulgarian: SampleLanguage = {
  locale: 'bg',
  questions: {
    visit: 'Как премина посещението ви днес?',
    service: 'Как оценявате нашето обслужване днес?',
    clean: 'Доволни ли сте от чистотата тук?',
  },
  painPoints: {
    waiting: 'Време за чакане',
    staff: 'Липса на персонал',
    cleanliness: 'Чистота',
    prices: 'Цени',
    signs: 'Указателни табели',
  },
  highlights: {
    staff: 'Любезен персонал',
    speed: 'Бързо обслужване',
    cleanliness: 'Чисто и подредено',
    value: 'Добри цени',
  },
  unhappy: [
    'Чаках повече от половин час без никакво обяснение.',
    'Работеше само една каса в най-натоварения час.',
  ],
  happy: ['Чудесно обслужване, благодаря!', 'Бързо и удобно.', 'Винаги е чисто и приятно.'],
};

export const russian: SampleLanguage = {
  locale: 'ru',
  questions: {
    visit: 'Как прошёл ваш визит сегодня?',
    service: 'Как вы оцениваете наше обслуживание сегодня?',
    clean: 'Насколько чисто в этом помещении?',
  },
  painPoints: {
    waiting: 'Время ожидания',
    staff: 'Не хватает персонала',
    cleanliness: 'Чистота',
    prices: 'Цены',
    signs: 'Указатели',
    noise: 'Шум',
  },
  highlights: {
    staff: 'Приветливый персонал',
    speed: 'Быстрое обслуживание',
    cleanliness: 'Чисто и аккуратно',
    value: 'Разумные цены',
    atmosphere: 'Приятная атмосфера',
  },
  unhappy: [
    'Ждали больше получаса, и никто ничего не объяснил.',
    'В час пик работала только одна касса.',
    'Лифт не работает уже неделю.',
  ],
  happy: [
    'Очень вежливые сотрудники, спасибо!',
    'Всё быстро и понятно.',
    'Всегда приятно сюда приходить.',
  ],
};

export const hebrew: SampleLanguage = {
  locale: 'he',
  questions: {
    visit: 'איך היה הביקור שלכם היום?',
    service: 'איך היה השירות שלנו היום?',
    clean: 'עד כמה נקי כאן לדעתכם?',
  },
  painPoints: {
    waiting: 'זמן המתנה',
    staff: 'מחסור בצוות',
    cleanliness: 'ניקיון',
    prices: 'מחירים',
    signs: 'שילוט',
  },
  highlights: {
    staff: 'צוות אדיב',
    speed: 'שירות מהיר',
    cleanliness: 'מקום נקי',
    value: 'תמורה טובה למחיר',
    atmosphere: 'אווירה נעימה',
  },
  unhappy: ['חיכינו יותר מחצי שעה ואף אחד לא הסביר למה.', 'רק קופה אחת פתוחה בשעת העומס.'],
  happy: ['שירות מצוין, תודה רבה!', 'מהיר, נקי ומסודר.', 'תמיד כיף לבוא לכאן.'],
};

export const arabic: SampleLanguage = {
  locale: 'ar',
  questions: {
    visit: 'كيف كانت زيارتك اليوم؟',
    service: 'كيف تقيّم خدمتنا اليوم؟',
    clean: 'ما رأيك في نظافة هذا المكان؟',
  },
  painPoints: {
    waiting: 'وقت الانتظار',
    staff: 'نقص الموظفين',
    cleanliness: 'النظافة',
    prices: 'الأسعار',
    signs: 'اللوحات الإرشادية',
    noise: 'الضوضاء',
  },
  highlights: {
    staff: 'موظفون ودودون',
    speed: 'خدمة سريعة',
    cleanliness: 'مكان نظيف',
    value: 'أسعار مناسبة',
    atmosphere: 'أجواء مريحة',
  },
  unhappy: [
    'انتظرنا أكثر من نصف ساعة دون أي توضيح.',
    'شباك واحد فقط مفتوح في وقت الذروة.',
    'المصعد معطل منذ أسبوع.',
  ],
  happy: ['خدمة ممتازة، شكرًا جزيلًا!', 'كل شيء سريع ومنظم.', 'المكان نظيف والموظفون لطفاء.'],
};

export const nepali: SampleLanguage = {
  locale: 'ne',
  questions: {
    visit: 'आज तपाईंको भ्रमण कस्तो रह्यो?',
    service: 'आज हाम्रो सेवा कस्तो लाग्यो?',
    clean: 'यहाँको सरसफाइ कस्तो लाग्यो?',
  },
  painPoints: {
    waiting: 'पर्खनुपर्ने समय',
    staff: 'कर्मचारीको कमी',
    cleanliness: 'सरसफाइ',
    prices: 'मूल्य',
    signs: 'सूचना पाटी',
  },
  highlights: {
    staff: 'मिलनसार कर्मचारी',
    speed: 'छिटो सेवा',
    cleanliness: 'सफा ठाउँ',
    value: 'उचित मूल्य',
  },
  unhappy: ['आधा घण्टाभन्दा बढी लाइनमा बस्नुपर्‍यो।', 'शौचालय सफा थिएन।'],
  happy: ['सेवा एकदमै राम्रो, धन्यवाद!', 'कर्मचारीहरू धेरै सहयोगी हुनुहुन्छ।'],
};

export const hindi: SampleLanguage = {
  locale: 'hi',
  questions: {
    visit: 'आज आपका अनुभव कैसा रहा?',
    service: 'आज आपको हमारी सेवा कैसी लगी?',
    clean: 'यहाँ की साफ़-सफ़ाई आपको कैसी लगी?',
  },
  painPoints: {
    waiting: 'प्रतीक्षा का समय',
    staff: 'कर्मचारियों की कमी',
    cleanliness: 'साफ़-सफ़ाई',
    prices: 'कीमतें',
    signs: 'दिशा-संकेत',
    noise: 'शोर',
  },
  highlights: {
    staff: 'मिलनसार कर्मचारी',
    speed: 'तेज़ सेवा',
    cleanliness: 'साफ़-सुथरी जगह',
    value: 'वाजिब दाम',
    atmosphere: 'अच्छा माहौल',
  },
  unhappy: [
    'आधे घंटे से ज़्यादा इंतज़ार करना पड़ा और किसी ने कारण नहीं बताया।',
    'भीड़ के समय सिर्फ़ एक काउंटर खुला था।',
  ],
  happy: ['बहुत अच्छी सेवा, धन्यवाद!', 'सब कुछ जल्दी और आसानी से हो गया।'],
};

export const thai: SampleLanguage = {
  locale: 'th',
  questions: {
    visit: 'วันนี้คุณรู้สึกอย่างไรกับการมาเยือนของคุณ',
    service: 'วันนี้คุณพอใจกับบริการของเราแค่ไหน',
    clean: 'คุณคิดว่าที่นี่สะอาดแค่ไหน',
  },
  painPoints: {
    waiting: 'เวลารอนาน',
    staff: 'พนักงานไม่เพียงพอ',
    cleanliness: 'ความสะอาด',
    prices: 'ราคา',
    signs: 'ป้ายบอกทาง',
    noise: 'เสียงดัง',
  },
  highlights: {
    staff: 'พนักงานเป็นมิตร',
    speed: 'บริการรวดเร็ว',
    cleanliness: 'สะอาดเรียบร้อย',
    value: 'ราคาคุ้มค่า',
    atmosphere: 'บรรยากาศดี',
  },
  unhappy: ['รอคิวนานกว่าครึ่งชั่วโมง ไม่มีใครแจ้งเหตุผล', 'ช่วงคนเยอะเปิดแค่ช่องเดียว'],
  happy: ['บริการดีมาก ขอบคุณค่ะ', 'สะอาดและรวดเร็วมาก', 'พนักงานยิ้มแย้มแจ่มใส'],
};

export const chinese: SampleLanguage = {
  locale: 'zh-CN',
  questions: {
    visit: '您今天的体验如何？',
    service: '您对我们今天的服务满意吗？',
    clean: '您觉得这里的卫生状况如何？',
  },
  painPoints: {
    waiting: '等候时间',
    staff: '找不到工作人员',
    cleanliness: '卫生状况',
    prices: '价格',
    signs: '指示标识',
    noise: '噪音',
  },
  highlights: {
    staff: '员工热情友好',
    speed: '服务快捷',
    cleanliness: '干净整洁',
    value: '物有所值',
    atmosphere: '环境舒适',
  },
  unhappy: [
    '排队等了半个多小时，没有人说明原因。',
    '高峰时段只开了一个窗口。',
    '空调坏了，太热了。',
  ],
  happy: ['服务态度非常好，谢谢！', '又快又方便。', '环境干净，下次还会来。'],
};

export const japanese: SampleLanguage = {
  locale: 'ja',
  questions: {
    visit: '本日のご利用はいかがでしたか？',
    service: '本日のサービスはいかがでしたか？',
    clean: '清潔さはいかがですか？',
  },
  painPoints: {
    waiting: '待ち時間',
    staff: 'スタッフが見つからない',
    cleanliness: '清潔さ',
    prices: '価格',
    signs: '案内表示',
    noise: '騒音',
  },
  highlights: {
    staff: 'スタッフの対応',
    speed: '素早いサービス',
    cleanliness: '清潔な店内',
    value: '手頃な価格',
    atmosphere: '居心地の良さ',
  },
  unhappy: [
    '30分以上待たされましたが、何の説明もありませんでした。',
    '混雑時なのにレジが一台しか開いていませんでした。',
  ],
  happy: [
    'とても丁寧に対応していただき、ありがとうございました。',
    '早くて便利でした。',
    'いつもきれいで気持ちがいいです。',
  ],
};

export const korean: SampleLanguage = {
  locale: 'ko',
  questions: {
    visit: '오늘 방문은 어떠셨나요?',
    service: '오늘 저희 서비스는 어떠셨나요?',
    clean: '이곳은 얼마나 깨끗한가요?',
  },
  painPoints: {
    waiting: '대기 시간',
    staff: '직원 부족',
    cleanliness: '청결 상태',
    prices: '가격',
    signs: '안내 표지판',
    noise: '소음',
  },
  highlights: {
    staff: '친절한 직원',
    speed: '빠른 서비스',
    cleanliness: '깨끗한 환경',
    value: '합리적인 가격',
    atmosphere: '편안한 분위기',
  },
  unhappy: [
    '30분 넘게 기다렸는데 아무 설명도 없었어요.',
    '바쁜 시간인데 창구가 하나만 열려 있었어요.',
  ],
  happy: ['직원분이 정말 친절하셨어요. 감사합니다!', '빠르고 편리했어요.', '항상 깨끗해서 좋아요.'],
};
