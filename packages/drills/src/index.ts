export { main } from './command.js';
