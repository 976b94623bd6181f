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
  return language === 'en' ? createStoreReport(2, { seed }) : japaneseStore(seed);
}

const FOLLOW_UPS: FollowUpSketch = {
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
};

function japaneseStore(seed: number): Report {
  return createReport(
    {
      key: 41,
      name: '東京駅前店',
      path: [
        { key: 1, name: '北風マーケット' },
        { key: 20, name: '関東地方' },
      ],
      surveys: [
        {
          key: 401,
          name: '本日のご来店はいかがでしたか？',
          timeZone: 'Asia/Tokyo',
          volume: 1200,
          shift: 0.02,
          followUps: FOLLOW_UPS,
          alerts: STORE_ALERTS,
        },
        {
          key: 402,
          name: '店内の設備は清潔でしたか？',
          timeZone: 'Asia/Tokyo',
          volume: 420,
          mood: 0.6,
          silentDays: [3],
          silentWeeks: [5, 6],
          followUps: FOLLOW_UPS,
          alerts: [UNKNOWN_ALERT],
        },
      ],
    },
    { seed },
  );
}
