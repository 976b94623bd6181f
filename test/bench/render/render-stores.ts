// The store of the benchmark in each language: the same surveys, week and counts with other names.
import type { Report } from '../../../lib/domain/report.ts';
import type { FollowUpSketch } from '../../support/test-reports.ts';
import {
  STORE_ALERTS,
  UNKNOWN_ALERT,
  createReport,
  createStoreReport,
} from '../../support/test-reports.ts';
import type { BenchLanguage } from './render-figures.ts';

export function storeIn(language: BenchLanguage, seed: number): Report {
  switch (language) {
    case 'en':
      return createStoreReport(3, { seed });
    case 'ja':
      return storeReport(JAPANESE, seed);
    case 'ar':
      return storeReport(ARABIC, seed);
  }
}

interface StoreNames {
  readonly store: string;
  readonly path: readonly [company: string, region: string];
  readonly questions: readonly [string, string, string];
  readonly timeZone: string;
  readonly followUps: FollowUpSketch;
}

const JAPANESE: StoreNames = {
  store: '東京駅前店',
  path: ['北風マーケット', '関東地方'],
  questions: [
    '本日のご来店はいかがでしたか？',
    '店内の設備は清潔でしたか？',
    'カフェを勧めたいと思いますか？',
  ],
  timeZone: 'Asia/Tokyo',
  followUps: {
    painPoints: [
      'レジの待ち時間',
      '店内の清潔さ',
      '商品が見つからない',
      'スタッフの対応',
      '価格',
      '駐車場の混雑',
      '営業時間',
    ],
    highlights: [
      '親切なスタッフ',
      '豊富な品揃え',
      '素早いサービス',
      '整った売り場',
      '手頃な価格',
      '心地よい雰囲気',
    ],
  },
};

const ARABIC: StoreNames = {
  store: 'متجر وسط المدينة',
  path: ['أسواق الشمال', 'منطقة الرياض'],
  questions: ['كيف كانت زيارتك اليوم؟', 'هل كانت مرافق المتجر نظيفة؟', 'هل توصي الآخرين بالمقهى؟'],
  timeZone: 'Asia/Riyadh',
  followUps: {
    painPoints: [
      'الانتظار عند الصندوق',
      'نظافة المتجر',
      'لم أجد المنتج',
      'تعامل الموظفين',
      'الأسعار',
      'ازدحام الموقف',
      'ساعات العمل',
    ],
    highlights: [
      'موظفون ودودون',
      'تشكيلة واسعة',
      'خدمة سريعة',
      'متجر مرتب',
      'أسعار مناسبة',
      'أجواء مريحة',
    ],
  },
};

function storeReport(
  { store, path, questions, timeZone, followUps }: StoreNames,
  seed: number,
): Report {
  return createReport(
    {
      key: 41,
      name: store,
      path: [
        { key: 1, name: path[0] },
        { key: 20, name: path[1] },
      ],
      surveys: [
        {
          key: 401,
          name: questions[0],
          timeZone,
          volume: 1200,
          shift: 0.02,
          followUps,
          alerts: STORE_ALERTS,
        },
        {
          key: 402,
          name: questions[1],
          timeZone,
          volume: 420,
          mood: 0.6,
          silentDays: [3],
          silentWeeks: [5, 6],
          followUps,
          alerts: [UNKNOWN_ALERT],
        },
        {
          key: 403,
          name: questions[2],
          timeZone,
          volume: 260,
          indexType: 'NPS',
          feedbackScale: 'FIVE',
          mood: 0.85,
          shift: -0.3,
          followUps,
        },
      ],
    },
    { seed },
  );
}
