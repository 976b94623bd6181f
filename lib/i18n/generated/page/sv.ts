// Written by npm run texts.
import page from '../../locales/sv/page.json' with { type: 'json' };

export default { page };
