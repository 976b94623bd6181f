import { testLayout } from './layout-of-page.ts';

testLayout([360, 768, 1024]);
