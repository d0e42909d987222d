import type { LookupFunction } from 'node:net';
import { NameError } from './name-answer.js';
import type { Names } from './host-names.js';

/** For sockets to what the operator has configured: net.connect looks names up by it. */
export function socketLookup(names: Names): LookupFunction {
  return (hostname, options, callback) => {
    names.addressesOf(hostname, { accountId: null }).then(
      (addresses) => {
        const [first] = addresses;
        if (first === undefined) return callback(new NameError(hostname, { kind: 'absent' }), []);
        if (options.all === true) return callback(null, [...addresses]);
        callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, []),
    );
  };
}
