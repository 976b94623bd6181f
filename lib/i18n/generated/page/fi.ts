// Written by npm run texts.
import page from '../../locales/fi/page.json' with { type: 'json' };

export default { page };
