// Loaded first by the processes of a stack: hashing a password takes milliseconds, not half a second of a core.
const crypto = require('node:crypto');
const { syncBuiltinESMExports } = require('node:module');

const { scrypt } = crypto;
crypto.scrypt = (password, salt, length, cost, callback) =>
  scrypt(password, salt, length, { ...cost, N: 2 ** 10 }, callback);
syncBuiltinESMExports();
