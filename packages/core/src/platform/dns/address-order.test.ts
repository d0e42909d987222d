import { expect, test } from 'vitest';
import { inOrder } from './name-answer.js';

const [a, b, c] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map((address) => ({ address, family: 4 }));
const [x, y] = ['2001:db8::1', '2001:db8::2'].map((address) => ({ address, family: 6 }));
const all = [a, b, c, x, y].filter((each) => each !== undefined);

test('alternates the families, starting with the one that this machine surely has', () => {
  expect(inOrder(all, false)).toEqual([a, x, b, y, c]);
  expect(inOrder(all, true)).toEqual([x, a, y, b, c]);
});

test('keeps the order of a single family', () => {
  expect(inOrder(all.slice(3), false)).toEqual([x, y]);
  expect(inOrder(all.slice(0, 3), true)).toEqual([a, b, c]);
});
