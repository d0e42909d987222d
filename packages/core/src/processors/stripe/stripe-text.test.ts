import { expect, it } from 'vitest';
import { cutText } from './stripe-text.js';

it.each([
  ['order', 5, 'order'],
  ['order', 2, 'or'],
  ['ab🎁d', 3, 'ab🎁'],
  ['ab🎁d', 2, 'ab'],
])('cuts %j after %d characters, and no character in two', (text, characters, cut) => {
  expect(cutText(text, characters)).toBe(cut);
});
