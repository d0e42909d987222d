import { expect, it } from 'vitest';
import { Svc } from './index.js';

it('a list asks for each page with the filters of the call, even if their object is changed', async () => {
  const asked: string[] = [];
  const fetch = (url: string) => {
    asked.push(decodeURIComponent(url.replace(/^[^?]*/, '')));
    const isLast = asked.length === 2;
    const page = { data: [{ id: `pay_${asked.length}` }], hasMore: !isLast, nextCursor: isLast ? null : 'next' };
    return Promise.resolve(Response.json(page));
  };
  const svc = new Svc('sk_test_1', { baseUrl: 'http://svc.test', fetch });
  const filters = { status: 'pending', metadata: { order: '1' }, createdFrom: new Date(0) };
  for await (const { id } of svc.payments.list(filters as object)) {
    filters.status = id;
    filters.metadata.order = '2';
    filters.createdFrom.setTime(1);
  }
  const first = 'status=pending&createdFrom=1970-01-01T00:00:00.000Z&metadata[order]=1';
  const sorted = (query: string) => query.slice(1).split('&').sort().join('&');
  expect(asked.map(sorted)).toEqual([sorted(`?${first}`), sorted(`?${first}&cursor=next`)]);
});
