// Written by npm run texts.
import report from '../../locales/de/report.json' with { type: 'json' };
import signals from '../../locales/de/signals.json' with { type: 'json' };
import page from '../../locales/de/page.json' with { type: 'json' };

export default { report, signals, page };
