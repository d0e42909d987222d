import { setFlagsFromString } from 'node:v8';

// Left to itself V8 lets garbage pile up to several times what is alive before it looks at the old generation: 223 to
// 283 MB resident after 10,000 to 25,000 creates, against 171 to 176 MB with this, at the same rate of creates.
setFlagsFromString('--heap-growing-percent=25');
