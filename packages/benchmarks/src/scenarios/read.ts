import { measureHttp } from '../floor/http.js';
import { startLoadGenerator } from '../load/load-generator.js';
import type { LoadReport } from '../load/plan.js';
import type { Options } from '../options.js';
import type { Cleanup } from '../processes/cleanup.js';
import { ratio, type Outcome } from '../result.js';
import { startSide } from '../seed/seeded-service.js';
import type { Server } from '../server.js';
import { middle } from './growth.js';

const PAYMENTS = 20_000;
/** Measured alternately, since the speed of the machine drifts. */
const ROUNDS = 3;
const MUST = { get: 0.6, list: 0.4 };

/** Reads payments by id and pages of 20; compares with Express alone. */
export async function runRead(options: Options, server: Server, cleanup: Cleanup): Promise<Outcome> {
  const { seconds, connections } = options;
  const side = await startSide(PAYMENTS, undefined, server, cleanup);
  const generator = await startLoadGenerator(cleanup);
  const read = (kind: 'get' | 'list'): Promise<LoadReport> => {
    console.error(`read: ${kind}`);
    return generator.run({ port: side.port, connections, traffic: side.traffic[kind], until: { seconds } });
  };
  for (const kind of ['get', 'list'] as const) await read(kind);
  const [gets, lists, express]: [LoadReport[], LoadReport[], number[]] = [[], [], []];
  while (gets.length < ROUNDS) {
    console.error('read: Express alone');
    express.push((await measureHttp('express', generator, { connections, seconds }, cleanup)).perSecond);
    gets.push(await read('get'));
    lists.push(await read('list'));
  }
  const [get, list] = [middle(gets), middle(lists)];
  const alone = express.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  const floor = { what: 'a small JSON POST to Express, tuned', perSecond: alone };
  return {
    figures: { payments: PAYMENTS, connections, get, list, expressTunedPerSecond: alone },
    ratios: [
      ratio(
        'GET by id over Express alone',
        { what: 'GET /v1/payments/{id}', perSecond: get.perSecond },
        floor,
        MUST.get,
      ),
      ratio('list of 20 over Express alone', { what: 'GET /v1/payments', perSecond: list.perSecond }, floor, MUST.list),
    ],
    failures: [...gets, ...lists].flatMap(({ errors, firstError }) =>
      errors === 0 ? [] : [`${errors} responses were not 200, the first: ${firstError}`],
    ),
    skipped: [],
  };
}
