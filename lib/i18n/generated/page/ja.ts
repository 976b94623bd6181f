// Written by npm run texts.
import page from '../../locales/ja/page.json' with { type: 'json' };

export default { page };
