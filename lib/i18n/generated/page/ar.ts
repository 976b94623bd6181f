// Written by npm run texts.
import report from '../../locales/ar/report.json' with { type: 'json' };
import signals from '../../locales/ar/signals.json' with { type: 'json' };
import page from '../../locales/ar/page.json' with { type: 'json' };

export default { report, signals, page };
