// Japanese texts of the page for a link that opens no report. Plain text, no markup.
import type { LinkPageTexts } from '../en/link-page.ts';

export const ja: LinkPageTexts = {
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
};
