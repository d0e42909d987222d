import { Foundation1764000000000 } from './1764000000000-foundation.js';
import { ApiManners1764000100000 } from './1764000100000-api-manners.js';

/** All migrations, oldest first. */
export const migrations = [Foundation1764000000000, ApiManners1764000100000];
