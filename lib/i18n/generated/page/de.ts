// Written by npm run texts.
import page from '../../locales/de/page.json' with { type: 'json' };

export default { page };
