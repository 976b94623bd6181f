import { testLayout } from './layout-of-page.ts';

// The smallest width that the page supports.
testLayout([320]);
