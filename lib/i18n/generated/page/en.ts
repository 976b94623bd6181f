// Written by npm run texts.
import report from '../../locales/en/report.json' with { type: 'json' };
import signals from '../../locales/en/signals.json' with { type: 'json' };
import page from '../../locales/en/page.json' with { type: 'json' };

export default { report, signals, page };
