// Written by npm run texts.
import report from '../../locales/es/report.json' with { type: 'json' };
import signals from '../../locales/es/signals.json' with { type: 'json' };
import page from '../../locales/es/page.json' with { type: 'json' };

export default { report, signals, page };
