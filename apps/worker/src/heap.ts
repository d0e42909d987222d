import { setFlagsFromString } from 'node:v8';

// As in the API, but a report of a million payments may not let the worker grow by more than 100 MB: it does by 88 MB with
// this and by 99 MB with 40.
setFlagsFromString('--heap-growing-percent=25');

// What is seldom garbage yet when the young generation is cleaned, V8 makes in the old one from then on. Requests and
// deliveries are like that under load, and all that one of them led to would stay until the old generation is cleaned:
// see docs/decisions/0022.
setFlagsFromString('--no-allocation-site-pretenuring');
