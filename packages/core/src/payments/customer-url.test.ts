import { describe, expect, it } from 'vitest';
import { withParameter } from './customer-url.js';

describe('a parameter', () => {
  it.each([
    ['https://shop.example.com', 'https://shop.example.com/?id=cs_1'],
    ['https://shop.example.com/paid?', 'https://shop.example.com/paid?id=cs_1'],
    ['https://shop.example.com/paid#top', 'https://shop.example.com/paid?id=cs_1#top'],
    ['https://shop.example.com/paid?a=b%20c&sig=x%2By', 'https://shop.example.com/paid?a=b%20c&sig=x%2By&id=cs_1'],
    ['https://shop.example.com/caf\u00e9?\r\nx', 'https://shop.example.com/caf%C3%A9?x&id=cs_1'],
  ])('is added to %s, and the rest stays as it is', (url, extended) => {
    expect(withParameter(url, 'id', 'cs_1')).toBe(extended);
  });
});
