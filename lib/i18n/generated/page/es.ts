// Written by npm run texts.
import page from '../../locales/es/page.json' with { type: 'json' };

export default { page };
