import { expect, it } from 'vitest';
import { htmlPage } from './html-page.js';

it('a page has an icon, so that browsers ask for no other', () => {
  expect(htmlPage('Sandbox payment', '<h1>Sandbox payment</h1>')).toContain('<link rel="icon" href="data:," />');
});
