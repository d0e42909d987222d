export const VERSION = '2.1.0';
