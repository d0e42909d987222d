export { main } from './command.js';
export { missingPackages } from './cluster/tools.js';
