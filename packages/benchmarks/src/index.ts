export { main } from './command.js';
export type { Server } from './server.js';
