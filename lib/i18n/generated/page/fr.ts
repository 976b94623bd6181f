// Written by npm run texts.
import page from '../../locales/fr/page.json' with { type: 'json' };

export default { page };
