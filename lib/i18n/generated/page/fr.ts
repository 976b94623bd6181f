// Written by npm run texts.
import report from '../../locales/fr/report.json' with { type: 'json' };
import signals from '../../locales/fr/signals.json' with { type: 'json' };
import page from '../../locales/fr/page.json' with { type: 'json' };

export default { report, signals, page };
