// Written by npm run texts.
import page from '../../locales/en/page.json' with { type: 'json' };

export default { page };
