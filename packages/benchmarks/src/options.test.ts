import { describe, expect, it } from 'vitest';
import { readCommandLine, UsageError } from './options.js';

describe('the command line', () => {
  it('has defaults for all options', () => {
    expect(readCommandLine(['create'])).toEqual({
      scenario: 'create',
      options: {
        seconds: 5,
        connections: 64,
        accounts: 60,
        customers: 'unique',
        mode: 'live',
        rows: 1_000_000,
        payments: 200_000,
        backlog: 100_000,
        data: undefined,
        save: false,
      },
    });
  });

  it('has a million payments for growth, unless another number is given', () => {
    expect(readCommandLine(['growth']).options.payments).toBe(1_000_000);
    expect(readCommandLine(['growth', '--payments', '7']).options.payments).toBe(7);
  });

  it.each([[['create', '--seconds', '0']], [['create', '--mode', 'both']], [['create', '--speed', '9']]])(
    'refuses %j',
    (args) => {
      expect(() => readCommandLine(args)).toThrow(UsageError);
    },
  );
});
