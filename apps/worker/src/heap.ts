import { setFlagsFromString } from 'node:v8';

// As in the API, see its heap.ts. A report of a million payments must not grow the worker by more than 100 MB: with 25
// it grows by 88 MB, with 40 by 99 MB.
setFlagsFromString('--heap-growing-percent=25');
setFlagsFromString('--no-allocation-site-pretenuring');
