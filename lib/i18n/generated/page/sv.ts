// Written by npm run texts.
import report from '../../locales/sv/report.json' with { type: 'json' };
import signals from '../../locales/sv/signals.json' with { type: 'json' };
import page from '../../locales/sv/page.json' with { type: 'json' };

export default { report, signals, page };
