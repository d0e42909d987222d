// The program of SystemSource's process: calls getaddrinfo for each name that it receives.
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
// The parent ends this process. A terminal or service manager may send these signals to all processes.
process.on('SIGINT', () => {});
process.on('SIGTERM', () => {});
// A regular exit would wait for blocked threads.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
