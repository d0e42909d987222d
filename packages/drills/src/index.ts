export { main } from './command.js';
export { restoreMain } from './restore/command.js';
