// Japanese texts of verdicts, the attention list and other signals. A counter follows every number, so no message depends
// on a plural category.
import type { Messages } from '../messages.ts';

export const signals: Messages['signals'] = {
  verdicts: {
    better: '改善',
    worse: '悪化',
    usual: '通常どおり',
    new: '週数が不足',
    tooFew: '回答数が不足',
  },
  verdictSince: (verdict, week) => `${verdict}（第${week}週から）`,
  range: (lower, upper) => `${lower}～${upper}`,
  signedRange: (lower, upper) => `${lower}～${upper}`,
  about: (usual) => `約${usual}`,
  usualRange: (range) => `通常${range}`,

  lowestSince: (value, usual, week) => `第${week}週以来の最低：${value}（通常${usual}）。`,
  highestSince: (value, usual, week) => `第${week}週以来の最高：${value}（通常${usual}）。`,
  lowestOfWeeks: (value, usual, weeks) => `${weeks}週間で最低：${value}（通常${usual}）。`,
  highestOfWeeks: (value, usual, weeks) => `${weeks}週間で最高：${value}（通常${usual}）。`,
  below: (value, usual) => `${value}、通常（${usual}）より低い値です。`,
  above: (value, usual) => `${value}、通常（${usual}）より高い値です。`,
  belowSince: (value, usual, week) => `${value}、第${week}週から通常（${usual}）より低い値です。`,
  aboveSince: (value, usual, week) => `${value}、第${week}週から通常（${usual}）より高い値です。`,
  downSince: (value, earlier, week) => `${value}、第${week}週から低い水準（以前は${earlier}）。`,
  upSince: (value, earlier, week) => `${value}、第${week}週から高い水準（以前は${earlier}）。`,
  levelDown: (value, earlier, usual, week) =>
    `${value}。通常の水準は第${week}週に${earlier}から${usual}へ下がりました。`,
  levelUp: (value, earlier, usual, week) =>
    `${value}。通常の水準は第${week}週に${earlier}から${usual}へ上がりました。`,
  backToEarlier: (value, earlier, usual) =>
    `${value}。${usual}の水準が数週間続いた後、以前の水準（${earlier}）に戻りました。`,
  asUsual: (value, range) => `${value}、通常どおり（${range}）。`,
  alwaysTheSame: (value) => `${value}、通常どおり。`,
  tooFew: (responses) => `回答が少なく判定不可：${responses}件。`,
  tooFewWeeks: (value) => `${value}。過去の週が少なく、通常の水準はまだ分かりません。`,
  indexOnly: (index, value) => `${index}は${value}。`,

  silence: {
    since: (day, perDay) =>
      `${day}から回答がありません（通常は1日${perDay}件）：端末を確認してください`,
    allWeek: (perDay) => `当週は回答がありません（通常は1日${perDay}件）：端末を確認してください`,
    day: (day, perDay) => `${day}は回答がありませんでした（通常${perDay}件）`,
    days: (from, days, _plural, perDay) =>
      `${from}から${days}日間、回答がありませんでした（通常は1日${perDay}件）`,
  },
  asSentence: (text) => `${text}。`,
  volumeLow: (responses, usual) => `回答が少なめ：${responses}件（通常${usual}件）。`,
  volumeHigh: (responses, usual) => `回答が多め：${responses}件（通常${usual}件）。`,

  attention: '要確認',
  improved: '通常より良好',
  allAsUsual: (n) => `全${n}拠点とも通常どおりです。`,
  nothingToReport: (usual, all) =>
    `要確認の拠点はありません。${all}拠点中${usual}拠点は通常どおりで、残りは回答または週数が少なく判定できません。`,
  nothingWorse: (usual, all) =>
    `要確認の拠点はありません。${all}拠点中${usual}拠点は通常どおりで、ほかに明らかに悪化した拠点はありません。`,
  nothingInWhatWasRead: (unread) =>
    `取得できた範囲では要確認の拠点はありません。未取得：${unread}拠点。`,
  noVerdicts: '判定に十分な回答と週数のある拠点がありません。',
  moreAttention: (n) => `ほか${n}拠点はここに示していません。各拠点のレポートをご覧ください。`,
  reasons: {
    unusual: (index, usual) => `${index}（通常${usual}）`,
    worseSince: (index, usual, week) => `${index}（通常${usual}）、第${week}週から低め`,
    worseFrom: (index, earlier, week) => `${index}、第${week}週から低い水準（以前は${earlier}）`,
    levelDown: (index, earlier, usual, week) =>
      `${index}、通常の水準が第${week}週に${earlier}から${usual}へ低下`,
    betterSince: (index, usual, week) => `${index}（通常${usual}）、第${week}週から高め`,
    betterFrom: (index, earlier, week) => `${index}、第${week}週から高い水準（以前は${earlier}）`,
    levelUp: (index, earlier, usual, week) =>
      `${index}、通常の水準が第${week}週に${earlier}から${usual}へ上昇`,
    backToEarlier: (index, earlier) => `${index}、以前の水準（${earlier}）に復帰`,
    asLowUntil: (index, usual, week) =>
      `${index}、${usual}から低下（第${week}週までと同程度の低さ）`,
    inAlarm: (duration) => `アラート状態：${duration}`,
    volumeLow: (responses, usual) => `${responses}（通常${usual}件）`,
    standingLow: (index) => `${index}、他の拠点より大幅に低い値`,
  },

  indexKinds: '指数の種類別',
  why: {
    title: '指数が変化した要因',
    ownResult: '拠点自体の評価',
    share: '回答に占める割合',
    total: '合計',
    others: 'その他の拠点',
    allPlaces: '全拠点の合算',
    note: '通常の週との差（指数のポイント）。',
  },
  rankRange: (from, to) => (from === to ? from : `${from}～${to}`),
  rank: (n) => `${n}位`,
  rankNote: '3位～9位：この範囲のどの順位が正しいかは、回答からは判断できません。',
  funnel: {
    title: '指数と回答数',
    note: '回答が少ないほど指数は変動しやすくなります。2本の曲線の間にある拠点に明らかな差はありません。',
  },

  clearHours: (difference, day, from, to) => `${day} ${from}～${to}：${difference}`,
  noClearHours: '他と明らかに異なる時間帯はありません。',

  region: {
    reason: '理由',
    below: '下位のフォルダー',
    belowNote: '各フォルダーで回答が最も多い指数の種類。',
    moreUnread: (n) => `ほか${n}拠点は未取得`,
    silentWeek: '当週は回答がありません',
    alertsByPlace: '拠点別のアラート',
    open: '未解決',
    compared: '比較',
    farBelow: '大きく下回る',
    farAbove: '大きく上回る',
  },

  partsOfWeek: '曜日・時間帯別',
  partsNote: '現地時間での回答数。',
  partLegend: { below: '明らかに低い', none: '明らかな差なし', above: '明らかに高い' },
  trendNote: '線：指数。帯：通常の範囲。棒：回答数。',
  trendNoteWithoutRange: '線：指数。棒：回答数。',
  daysNote: '指数と95%信頼区間。',
  npsGroups: { detractor: '批判者', passive: '中立者', promoter: '推奨者' },
  chartTextAlternatives: {
    limits: (verdict, usual, range) => `${verdict}。通常の水準は${usual}、通常の範囲は${range}。`,
    levelChange: (week, earlier, usual) =>
      `通常の水準は第${week}週に${earlier}から${usual}に変わりました。`,
    pointWithInterval: (when, index, halfWidth, responses) =>
      `${when}は${index} ± ${halfWidth}（${responses}）`,
    parts: (parts) => `曜日・時間帯別の回答数（現地時間）：${parts}。`,
    alarm: (direction, hours, times) => `アラート（${direction}）：計${hours}、${times}回。`,
    funnel: (index, places) => `回答数に対する${index}：${places}。`,
  },

  usualResponses: (responses, usual) => `${responses}、通常${usual}件`,
  surveysCompared: 'アンケート',
  noResponses: '回答なし',
  shareWithInterval: (share, lower, upper) => `${share}（${lower}～${upper}）`,
  directions: { bad: '低評価', good: '高評価', neutral: 'その他' },
  hoursInAlarm: (duration, week) => `${week}中${duration}`,
  storeColumns: {
    usual: '通常の範囲',
    trend: '13週間',
    about: '対象',
    times: '回数',
    inAlarm: 'アラート時間',
    inAlarmOf: (week) => `アラート時間（全${week}）`,
    longest: '最長',
    openSince: '継続中（開始）',
  },

  methodUsual:
    '通常の水準は、直近12週間、または最後に水準が変わってからの週の中央の値です。同程度の回答数の通常の週の範囲から外れた週、3週のうち2週で範囲からほぼ外れた場合、または4週を超えて別の水準が続いている場合に、改善または悪化と判定します。',
  methodIntervals:
    '±と区間は95%を含みます。白抜きの点は回答10件未満です。時間帯の色は、偶然だけではまれにしか生じない差がある場合に付きます。',

  fewOrNoResponses: '回答が少ない、またはない拠点',
  notRead: '未取得',
  alertsUnread: (n, all) => `アンケート${all}件中${n}件は未取得`,
  earlierVersion: '以前のバージョンで作成されたため、判定はありません。',
};
