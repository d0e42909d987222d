// The program of the process that SystemSource asks: getaddrinfo for each name that it is sent.
import { lookup, type LookupAddress } from 'node:dns';

export interface SystemQuestion {
  readonly id: number;
  readonly name: string;
}

export interface SystemAnswer {
  readonly id: number;
  readonly addresses?: readonly LookupAddress[];
  readonly code?: string;
}

process.on('message', ({ id, name }: SystemQuestion) => {
  lookup(name, { all: true, verbatim: true }, (error, addresses) => {
    const answer: SystemAnswer = error === null ? { id, addresses } : { id, code: error.code ?? error.message };
    if (process.connected) process.send?.(answer, () => {});
  });
});
// The parent ends it; these may be sent to all processes of a terminal or a service at once.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// Exiting would wait for the threads that hang.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
