// Written by npm run texts.
import report from '../../locales/fi/report.json' with { type: 'json' };
import signals from '../../locales/fi/signals.json' with { type: 'json' };
import page from '../../locales/fi/page.json' with { type: 'json' };

export default { report, signals, page };
