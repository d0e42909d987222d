export { main } from './command.js';
export { seed } from './seed/seed.js';
export type { Server } from './server.js';
