// Written by npm run texts.
import page from '../../locales/ar/page.json' with { type: 'json' };

export default { page };
