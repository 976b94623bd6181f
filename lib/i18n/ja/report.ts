// Japanese texts of the report. A counter follows every number, so no message depends on a plural category.
import type { Messages } from '../messages.ts';
import { signals } from './signals.ts';

export const ja: Messages = {
  week: (range, week) => `${range}（第${week}週）`,
  title: (name, week, year) => `${name} – ${year}年第${week}週`,
  folder: (key) => `フォルダー${key}`,
  survey: (key) => `アンケート${key}`,
  surveyIn: (survey, folder) => `フォルダー${folder}のアンケート${survey}`,
  dataAsOf: (instant) => `データ基準日時：${instant}`,
  revision: (n) => `第${n}版`,
  pageOf: (page, pages) => `${page}/${pages}ページ`,
  timeZones: (zones) => `タイムゾーン：${zones}`,
  manyTimeZones: (n) => `タイムゾーンはアンケートごと（全${n}種類）`,
  eachOwnTimeZone: 'タイムゾーンはアンケートごと',

  indexNames: { HAPPY: 'Happy Index', AVERAGE: '平均', NPS: 'NPS' },
  scaleNames: { FOUR: '4段階', FIVE: '5段階', FIVE_REVERSED: '5段階（逆順）' },
  responsesHeading: '回答数',
  smileys: ['非常に不満', '不満', '普通', '満足', '非常に満足'],
  button: (n) => `ボタン${n}`,
  plusMinus: (halfWidth) => `±${halfWidth}`,
  plusMinusLess: (unit) => `±${unit}未満`,

  up: (size) => `前週より${size}ポイント上昇`,
  down: (size) => `前週より${size}ポイント低下`,
  upLess: (unit) => `前週より${unit}ポイント未満の上昇`,
  downLess: (unit) => `前週より${unit}ポイント未満の低下`,
  unchanged: '前週と同じ',
  verdicts: {
    clearRise: '明らかな上昇',
    clearFall: '明らかな低下',
    normal: '通常の変動の範囲内',
    tooFew: '回答が少なく判定不可',
  },
  sentence: (index, value, change, verdict, responses) =>
    `${index}は${value}、${change}（${verdict}）。${responses}。`,
  sentenceUncompared: (index, value, responses) =>
    `${index}は${value}（前週は回答がなく比較不可）。${responses}。`,
  sentenceWithoutIndex: (responses, kind) =>
    `${responses}。このバージョンは${kind}に対応していないため、指数は示さず、件数のみを示します。`,
  indexKind: (name) => `指数「${name}」`,
  scaleKind: (name) => `尺度「${name}」`,
  responses: (n) => `回答${n}件`,
  responsesChanged: (responses, change) => `${responses}（前週比${change}）`,
  noResponsesBefore: (previous) => `当週は回答がありません（前週は${previous}件）。`,
  noResponsesEither: '当週も前週も回答がありません。',

  attentionMessage: (place, reason) => `要確認：${place}：${reason}`,
  attentionMore: (attention, n) => `${attention}（ほか${n}件）`,

  surveysIn: (n) => `アンケート${n}件`,
  surveysWithResponses: (withResponses, surveys) => `${surveys}中${withResponses}件`,
  responsesFrom: (responses, surveys) => `${surveys}から${responses}`,
  alertTotals: (n, _plural, started, carriedOver, open) =>
    `アラート${n}件（新規${started}件、継続${carriedOver}件）、うち未解決${open}件`,
  alertTotalsNone: 'アラートなし',
  alertTotalsNoneRead: '取得できた範囲ではアラートなし',
  trend: '直近13週間',
  trendNoteCounts: '棒：回答数。',
  weekTick: (week) => `${week}週`,
  days: '日別',
  hoursOfDay: (weekday, from, to) => `${weekday} ${from}～${to}`,
  painPoints: '不満点',
  highlights: '満足点',
  followUps: '不満点と満足点',
  noFollowUps: '当週は挙げられませんでした。',
  unnamedOption: '名称なし',
  noPainPoints: '不満点は挙げられませんでした。',
  noHighlights: '満足点は挙げられませんでした。',
  followUpsMissing: '当週分を取得できませんでした。',
  alerts: 'アラート',
  alertsMissing: '当週のアラートを取得できませんでした。',
  noAlertsRead: (unread) => `取得できた範囲ではアラートはありません（${unread}）。`,
  noAlerts: '当週のアラートはありません。',
  alertCounts: (started, carriedOver, open) =>
    `新規${started}件 · 継続${carriedOver}件 · 未解決${open}件`,
  longestOpen: (duration) => `当週の最長継続時間：${duration}`,
  openAlerts: '未解決のアラート',
  ranking: 'ランキング',
  sharedPainPoints: '共通の不満点',
  sharedHighlights: '共通の満足点',
  quietPlaces: '回答の少ない拠点',
  quietNote: '稼働中でも、無回答の日がある、または回答が少ない拠点。',
  silentSurveys: '回答のないアンケート',
  moreInJson: (n) => `ほか${n}件はJSONに収録`,
  places: (n, total) => `${n}/${total}`,

  columns: {
    rank: '順位',
    place: '拠点',
    kind: '種別',
    name: '項目',
    survey: 'アンケート',
    timeZone: 'タイムゾーン',
    index: '指数',
    change: '前週差',
    verdict: '判定',
    responses: '回答数',
    count: '件数',
    share: '割合',
    lastWeek: '前週',
    distribution: '低評価→高評価',
    mentionedBy: '拠点数',
    alert: 'アラート',
    began: '開始',
    ended: '終了',
    inWeek: '当週内',
    silentDays: '無回答日数',
  },
  stillOpen: '未解決',

  alertNames: {
    negative: '不満の回答',
    indexThreshold: '指数のしきい値',
    feedbackCount: '回答数',
  },
  alertTriggers: {
    value: (actual, limit) => `${actual}（しきい値${limit}）`,
    negativeOf: (actual, responses, window, limit) =>
      `${window}以内の回答${responses}件のうち${actual}（しきい値${limit}）`,
    feedbackCount: (limit) => `しきい値${limit}件`,
    counted: (responses, window) => `${window}以内に${responses}`,
  },

  partialHeading: '当週のデータの一部が欠けています',
  emptyHeading: '回答のない週',
  emptyText: (surveys) =>
    `データはすべて取得できましたが、当週は回答がありませんでした（${surveys}）。`,
  dataQuality: 'データ品質',
  problemPlace: (place, message) => `${place}：${message}`,
  silentDay: (survey, days) => `${survey}：${days}は回答がありません。`,
  problems: {
    UPSTREAM_UNREACHABLE: 'レポートAPIに接続できませんでした',
    UPSTREAM_TIMEOUT: 'レポートAPIから時間内に応答がありませんでした',
    UPSTREAM_UNAVAILABLE: 'レポートAPIがエラーを返し続けました',
    UPSTREAM_UNAUTHORIZED: 'レポートAPIに認証情報を拒否されました',
    UPSTREAM_NOT_FOUND: 'レポートAPIに該当するデータがありません',
    TZ_UNKNOWN: 'タイムゾーンが不明です',
    TZ_DRIFT:
      '現地時間はレポートAPIに従っています。同APIと本システムではタイムゾーンの定義が異なります。',
    NOT_SETTLED: '端末から当週の回答がさらに送信される可能性があります。',
    SCALE_MISMATCH: '一部の回答は尺度にないボタンのもので、集計していません。',
    OUT_OF_RANGE: 'レポートAPIの応答に、要求した期間のデータが含まれていません',
    ROWS_OUT_OF_RANGE:
      'レポートAPIの応答に要求した期間外のデータが含まれていましたが、集計していません。',
    ENUM_UNKNOWN:
      'このバージョンが対応していない種類のアンケート、指数、尺度、またはアラートが使われています。',
    FOLDER_DUPLICATE: 'このフォルダーは複数の場所にありますが、集計は1回だけです。',
    SURVEY_DUPLICATE: 'このアンケートは複数のフォルダーにありますが、集計は1回だけです。',
    CHILD_MISSING:
      'このフォルダーのレポートは期限までに作成できなかったため、その数値はここに含まれていません。',
    REPORT_DAMAGED: 'このフォルダーの保存済みレポートは破損しており、再作成が必要です。',
    SIGNALS_MISSING:
      'このフォルダーのレポートは以前のバージョンで作成されたため、アンケートの判定がありません。',
    CLOCK_DIFFERS:
      'このレポートを作成したプログラムの時計とレポートAPIの時計が15分以上ずれていました。',
    other: 'レポートAPIの応答を利用できませんでした',
  },
  missingParts: {
    survey: (why) => `アンケートのデータが欠けています（${why}）。`,
    followUps: (why) => `不満点と満足点のデータが欠けています（${why}）。`,
    alerts: (why) => `このフォルダーのアラートが欠けています（${why}）。`,
  },
  entriesMissing:
    'レポートAPIの記述が正しくないため、ここではアンケートまたはフォルダーの一部が欠けています。',
  missingRetried: '欠けているデータは次回の実行時に再度取得します。',
  hiddenMarks: (n) =>
    `名称に含まれる不可視の文字${n}個は、読み誤りを招くおそれがあるため、ここでは省いています（JSONには含まれます）。`,
  undisplayable: (n) => `名称のうち${n}文字は表示できないため、四角で示しています。`,
  revisionChanges: (revision, asOf, before, after) =>
    `本版は第${revision}版（データ基準日時：${asOf}）を差し替えるものです。回答数は差し替え前${before}件、現在${after}件です。`,

  method: '数値の算出方法',
  methodTerms: {
    uncertainty: '±と判定',
    pooling: '合算',
    ranking: '拠点と時間帯の順位',
    counting: '集計の対象',
    week: '週の範囲',
  },
  methodIndexes: {
    HAPPY: '各ボタンを0（最低）から100（最高）まで等間隔で点数化し、全回答の平均を指数とします。',
    AVERAGE: 'ボタンを最低から順に1、2、3…と点数化し、全回答の平均を指数とします。',
    NPS: '最高のボタンの割合から、上位2つより下の全ボタンの割合を引いた値です（−100～+100）。',
  },
  methodPooling:
    '回答数を合計し、その合計から指数を算出します。指数どうしを平均することはありません。種類の異なる指数や尺度は合算しません。',
  methodRanking:
    '偶然の3回の押下で上位にならないよう、回答の少ないものは平均に近づけてから順位を付けます。各行の数値はそれぞれの実績です。',
  methodCounting:
    '同じ端末での短時間の連続押下は、レポートAPI側でこれらの回答から除外されます。不満点、満足点、アラートはこの除外を行わずに数えており、回答に対する割合ではありません。',
  methodWeek:
    'どのアンケートの週も、そのタイムゾーンの月曜日00:00から翌週月曜日00:00までです。時刻はすべて現地時間です。',
  textAlternatives: {
    distribution: (buttons) => `低評価から高評価の順の回答：${buttons}。`,
    button: (name, count, share) => `${name}は${count}件（${share}）`,
    trend: (index, weeks) => `週別の${index}：${weeks}。`,
    trendCounts: (weeks) => `週別の回答：${weeks}。`,
    days: (index, days) => `日別の${index}：${days}。`,
    daysCounts: (days) => `日別の回答：${days}。`,
    week: (week) => `第${week}週`,
    point: (when, index, responses) => `${when}は${index}（${responses}）`,
    count: (when, responses) => `${when}は${responses}`,
    noResponses: (when) => `${when}は回答なし`,
  },
  signals,
  jsonAttached: 'このレポートの全数値（JSON）',
  surveysWithoutPage: (n) => `ほか${n}件のアンケートの詳細はJSONのみに収録`,
  weekBounds: (zone, start, end, hours) => `${zone}：${start}～${end}、${hours}。`,
};
