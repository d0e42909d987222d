import { Foundation1764000000000 } from './1764000000000-foundation.js';

/** All migrations, oldest first. */
export const migrations = [Foundation1764000000000];
