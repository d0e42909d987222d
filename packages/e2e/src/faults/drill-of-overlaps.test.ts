import { testWith } from './drill/drill-test.js';
import { overlaps } from './drill/faults.js';

testWith(overlaps);
