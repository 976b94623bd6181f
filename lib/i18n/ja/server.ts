// Japanese texts that the server sends itself: messages about reports, and the pages for readers without an account. A
// counter follows every number, so no message depends on a plural category.
import type { ServerTexts } from '../en/server.ts';

export const ja: ServerTexts = {
  subject: (place, finding, week) => `${place}：${finding} · 第${week}週`,
  placeIn: (place, above) => `${above} ${place}`,
  ofQuestion: (finding, question) => `${finding}（${question}）`,
  dataMissing: '一部データ欠落',
  nowComplete: '完全版',

  findings: {
    lowestSince: (week) => `第${week}週以来の最低`,
    lowestOfWeeks: (weeks) => `${weeks}週間で最低`,
    below: '通常より低い',
    belowSince: (week) => `第${week}週から通常より低い`,
    downSince: (week) => `第${week}週から低い水準`,
    highestSince: (week) => `第${week}週以来の最高`,
    highestOfWeeks: (weeks) => `${weeks}週間で最高`,
    above: '通常より高い',
    aboveSince: (week) => `第${week}週から通常より高い`,
    upSince: (week) => `第${week}週から高い水準`,
    backToEarlier: '以前の水準に戻る',
    asLowUntil: (week) => `第${week}週までと同程度の低さ`,
    usual: '通常どおり',
    nothingUrgent: '要確認の拠点なし',
    tooFewWeeks: '過去の週が少なく比較不可',
    inAlarm: (duration) => `アラート${duration}`,
    noResponses: '回答なし',
    silentSince: (day) => `${day}から回答なし`,
    silentOn: (day) => `${day}は回答なし`,
    silentDays: (days) => `${days}日間回答なし`,
    volumeLow: '回答が少ない',
    standingLow: '他の拠点を大きく下回る',
  },

  attention: (n, _plural, place, finding) => `要確認の拠点：${n}件。最優先は${place}：${finding}。`,
  morePlaces: (n) => `ほか${n}拠点`,
  moreMissing: (n) => `ほかに${n}件のデータが欠けています。`,
  updateFollows: '欠けているデータは再度取得します。判定が変わった場合は、もう一度お知らせします。',
  update: 'データがそろいました。前回のお知らせは一部のデータに基づくものでした。',
  alerts: (n, _plural, open) => `アラート${n}件、うち未解決${open}件`,
  openReport: 'レポートを開く',
  seePage: 'ウェブページで見る',

  sentTo: (folder, address) =>
    `${folder}の週次フィードバックレポートの配信先に${address}が登録されているため、このメッセージをお送りしています。`,
  sentHere: (folder) => `このチャンネルは、${folder}の週次フィードバックレポートの配信先です。`,
  unsubscribe: '配信を停止',
  askToStop: '配信の停止については、フィードバックレポートの管理者にお問い合わせください。',

  confirmSubject: (folder) => `ご確認ください：${folder}の週次フィードバックレポート`,
  confirmRequest: (folder, address) =>
    `${folder}の週次フィードバックレポートを${address}に配信する申し込みがありました。`,
  confirmStart: '確認いただくまで、配信は始まりません。',
  confirmLink: '配信を確認する',
  confirmNote:
    'お心当たりがない場合は、このメッセージを無視してください。確認されないかぎり、レポートは届きません。',

  pages: {
    confirmTitle: 'このレポートを毎週受け取りますか？',
    confirmSentence: (folder, address) =>
      `${folder}の週次フィードバックレポートを${address}に配信します。`,
    confirmButton: 'はい、受け取ります',
    confirmed: [
      '配信の登録が完了しました',
      '次のレポートからメールでお届けします。各メッセージに配信停止のリンクがあります。',
    ],
    unsubscribeTitle: 'このレポートの配信を停止しますか？',
    unsubscribeSentence: (folder, address) =>
      `${folder}の週次フィードバックレポートの${address}への配信を停止します。`,
    unsubscribed: [
      '配信を停止しました',
      '今後、このレポートは届きません。ほかの配信登録は変わりません。',
    ],
    invalid: [
      'このリンクは使えません',
      'リンクの一部が欠けているか、配信登録がすでに削除されています。全体がコピーされているか確認してください。',
    ],
    unavailable: [
      '現在、この操作はできません',
      '原因はこちら側にあり、何も変更されていません。数分後にもう一度お試しください。',
    ],
  },

  sharedLink: {
    product: 'フィードバックレポート',
    invalid: [
      'このリンクは使えません',
      'このサービスのリンクではないか、一部が欠けています。全体がコピーされているか確認してください。',
    ],
    expired: ['このリンクは期限切れです', 'リンクの有効期間が終了しました。'],
    revoked: ['このリンクは無効になりました', 'レポートの共有者がリンクを無効にしました。'],
    gone: [
      'このレポートは削除されました',
      'リンクは正しいですが、レポートは利用できなくなりました。',
    ],
    unavailable: [
      '現在、レポートを開けません',
      '原因はこちら側にあります。数分後にもう一度お試しください。',
    ],
    newLink: 'リンクの送信者に、新しいリンクを依頼してください。',
    copy: 'レポートのコピーがあるか、リンクの送信者に確認してください。',
  },
  noScript: 'レポートの表示には JavaScript が必要です。このサイトで有効にしてください。',
};
