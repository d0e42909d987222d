import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Peppers } from './peppers.js';

const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const under = (pepper: Buffer): Buffer => createHmac('sha256', pepper).update('text').digest();

describe('peppers', () => {
  it('hash with the first one, and find with all of them in their order', () => {
    const both = new Peppers([newer, older]);
    expect(both.hash('text')).toEqual(under(newer));
    expect(both.hashes('text')).toEqual([under(newer), under(older)]);
    expect(new Peppers([older]).hashes('text')).toEqual([under(older)]);
  });

  it('have names that do not change with their place', () => {
    const { names, first } = new Peppers([newer, older]);
    expect(new Peppers([older, newer]).names).toEqual([...names].reverse());
    expect([first.name, new Set(names).size]).toEqual([names[0], 2]);
    expect(names.every((name) => /^[0-9a-f]{16}$/.test(name))).toBe(true);
  });

  it('prove what one of them has hashed, whole or its first bytes', () => {
    const both = new Peppers([newer, older]);
    const proof = under(older);
    expect(both.proves(proof, 'text')).toBe(true);
    expect(both.proves(proof.subarray(0, 16), 'text', 16)).toBe(true);
    for (const [given, bytes] of [
      [proof.subarray(0, 16), 32],
      [proof, 16],
      [under(Buffer.alloc(32, 3)), 32],
      [Buffer.alloc(0), 32],
    ] as const) {
      expect(both.proves(given, 'text', bytes)).toBe(false);
    }
    expect(new Peppers([newer]).proves(proof, 'text')).toBe(false);
  });
});
