export { main } from './command.js';
export { seed, SeedRefusal } from './seed/seed.js';
export type { Server } from './server.js';
