// Written by npm run texts.
import report from '../../locales/ja/report.json' with { type: 'json' };
import signals from '../../locales/ja/signals.json' with { type: 'json' };
import page from '../../locales/ja/page.json' with { type: 'json' };

export default { report, signals, page };
