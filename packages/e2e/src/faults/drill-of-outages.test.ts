import { testWith } from './drill/drill-test.js';
import { outages } from './drill/faults.js';

testWith(outages);
