import { type AcquirerSchemas, isAcquirers } from '@svc/acquirer-contract';
import { type Check, NotApplicable, Unexpected } from '../check.js';
import type { Exchange } from '../gateway.js';
import type { Done, Run } from '../run.js';

type Line = AcquirerSchemas['Line'];

/** So small that the run needs several pages. */
const PAGE_LINES = 7;
/** The clocks may be five minutes apart. */
const CLOCKS_APART_MS = 300_000;
const MAX_PAGES = 1_000;

interface Walk {
  readonly lines: readonly Line[];
  readonly pages: readonly Exchange[];
}

/** Operations from `from` on and before `to`. */
interface Range {
  readonly from: Date;
  readonly to: Date;
}

async function pageAt(run: Run, { from, to }: Range, cursor: string | null): Promise<Exchange> {
  const place = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
  const range = `from=${from.toISOString()}&to=${to.toISOString()}`;
  const exchange = await run.ask({ method: 'GET', path: `operations?${range}&limit=${PAGE_LINES}${place}` });
  const { status, body } = exchange.came;
  if (status === 501 && isAcquirers('CannotList', body)) throw new NotApplicable('the gateway has no statement');
  if (status !== 200 || !isAcquirers('Page', body)) {
    throw new Unexpected('status 200 with a page of the statement, or 501 with the code cannot_list', exchange);
  }
  if (body.data.length > PAGE_LINES) throw new Unexpected(`at most ${PAGE_LINES} lines`, exchange);
  if (body.data.length === 0 && body.nextCursor !== null) throw new Unexpected('at least one line', exchange);
  const isOutside = ({ receivedAt }: Line): boolean => !(new Date(receivedAt) >= from && new Date(receivedAt) < to);
  const outside = body.data.find(isOutside);
  if (outside !== undefined) throw new Unexpected('lines from `from` on and before `to`', exchange, placeOf(outside));
  return exchange;
}

function rangeOf(run: Run): Range {
  return {
    from: new Date(run.startedAt.getTime() - CLOCKS_APART_MS),
    to: new Date(Date.now() + CLOCKS_APART_MS),
  };
}

async function walk(run: Run, range: Range): Promise<Walk> {
  const [lines, pages]: [Line[], Exchange[]] = [[], []];
  let cursor: string | null = null;
  do {
    const exchange: Exchange = await pageAt(run, range, cursor);
    const page = exchange.came.body as AcquirerSchemas['Page'];
    pages.push(exchange);
    lines.push(...page.data);
    cursor = page.nextCursor;
    if (pages.length > MAX_PAGES) throw new Unexpected('an end of the pages', exchange);
  } while (cursor !== null);
  return { lines, pages };
}

const placeOf = ({ receivedAt, reference }: Line): string => `${receivedAt} ${reference}`;

/** What the line of an operation must say; its status may have changed since. */
function lineOf({ path, reference, body, operation }: Done): Record<string, unknown> {
  const { payment, authorization, amount } = body as { payment?: string; authorization?: string; amount?: object };
  const common = { reference, operation: operation.operation, status: operation.status };
  if (path === 'authorizations') return { ...common, payment, amount };
  return path === 'voids' ? { ...common, authorization } : { ...common, authorization, amount };
}

function says(line: Line, expected: Readonly<Record<string, unknown>>): boolean {
  const shown: Readonly<Record<string, unknown>> = { ...line };
  return Object.entries(expected).every(([name, value]) => sorted(shown[name]) === sorted(value));
}

function sorted(value: unknown): string {
  return JSON.stringify(value, typeof value === 'object' && value !== null ? Object.keys(value).sort() : undefined);
}

/** The statement, after everything else: it contains what this run has done. */
export const STATEMENT_CHECKS: readonly Check[] = [
  {
    name: 'lists every operation of this run exactly once, with its outcome',
    run: async (run) => {
      const { lines, pages } = await walk(run, rangeOf(run));
      for (const done of run.done.values()) {
        const own = lines.filter(({ reference }) => reference === done.reference);
        const [line] = own;
        const last = pages.at(-1);
        if (line === undefined || own.length > 1) {
          const came = `${own.length} lines with this reference in ${pages.length} pages`;
          throw new Unexpected(`one line with the reference ${done.reference}`, last, came);
        }
        if (!says(line, lineOf(done))) {
          throw new Unexpected(`the line ${JSON.stringify(lineOf(done))}`, last, JSON.stringify(line));
        }
      }
    },
  },
  {
    name: 'lists operations in the order of their time, then of their reference',
    run: async (run) => {
      const { lines, pages } = await walk(run, rangeOf(run));
      const wrong = lines.findIndex((line, index) => index > 0 && placeOf(line) <= placeOf(lines[index - 1] ?? line));
      if (wrong === -1) return;
      const came = lines
        .slice(wrong - 1, wrong + 1)
        .map(placeOf)
        .join(', then ');
      throw new Unexpected('lines by receivedAt, then by reference', pages.at(-1), came);
    },
  },
  {
    name: 'lists the range that is asked for: its first moment, and not its last',
    run: async (run) => {
      const range = rangeOf(run);
      const { lines } = await walk(run, range);
      const middle = lines[Math.floor(lines.length / 2)];
      if (middle === undefined) throw new NotApplicable('the statement is empty');
      const moment = new Date(middle.receivedAt);
      await walk(run, { ...range, to: moment });
      const later = await walk(run, { ...range, from: moment });
      if (later.lines.some(({ reference }) => reference === middle.reference)) return;
      throw new Unexpected(`the line ${placeOf(middle)}, which is at \`from\``, later.pages[0]);
    },
  },
  {
    name: 'shows the same page again at the same cursor',
    run: async (run) => {
      const range = rangeOf(run);
      const first = (await pageAt(run, range, null)).came.body as AcquirerSchemas['Page'];
      if (first.nextCursor === null) throw new NotApplicable('the statement has one page');
      const [one, two] = [await pageAt(run, range, first.nextCursor), await pageAt(run, range, first.nextCursor)];
      const places = ({ came }: Exchange): string => (came.body as AcquirerSchemas['Page']).data.map(placeOf).join();
      if (places(one) !== places(two)) throw new Unexpected('the same lines as the time before', two);
    },
  },
  {
    name: 'refuses a statement without a range with 400',
    run: async (run) => {
      await pageAt(run, rangeOf(run), null);
      run.expectRefusal(await run.ask({ method: 'GET', path: 'operations?limit=10' }), 400);
    },
  },
];
