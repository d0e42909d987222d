import type { LookupFunction } from 'node:net';
import { isAcquirers, readAnswer } from '@svc/acquirer-contract';
import { Agent, request } from 'undici';
import { reasonOf } from '../../platform/errors/domain-error.js';
import { clientTls } from '../../platform/tls/client-tls.js';
import { failed, ok, warning, type Finding } from './finding.js';

const TIMEOUT_MS = 5_000;
const MAX_BYTES = 65_536;
/** A reference that no attempt of ours has: a compliant acquirer responds that no such operation exists. */
const UNKNOWN_REFERENCE = 'svc-doctor';

const HOUR_MS = 3_600_000;

interface AcquirerAccess {
  readonly apiKey: string;
  readonly ca: string | undefined;
  readonly lookup: LookupFunction;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** Checks that the acquirer is reachable, accepts our key and implements its contract, with two requests. */
export async function examineAcquirer(url: string, { apiKey, ca, lookup }: AcquirerAccess): Promise<Finding> {
  const dispatcher = new Agent({ maxResponseSize: MAX_BYTES, connect: { lookup, ...clientTls(ca) } });
  const ask = async (path: string): Promise<Answer> => {
    const response = await request(`${url.replace(/\/$/, '')}/${path}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${apiKey}` },
      dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const body = readAnswer(response.headers['content-type'], await response.body.bytes());
    return { status: response.statusCode, body };
  };
  try {
    const question = judgeQuestion(await ask(`operations/${UNKNOWN_REFERENCE}`));
    if (question !== undefined) return question;
    const [from, to] = [Date.now() - HOUR_MS, Date.now()].map((ms) => new Date(ms).toISOString());
    return judgeStatement(await ask(`operations?from=${from}&to=${to}&limit=1`));
  } catch (error) {
    return failed('acquirer', `PROCESSOR_URL is not reachable: ${reasonOf(error)}`);
  } finally {
    await dispatcher.destroy();
  }
}

function judgeQuestion({ status, body }: Answer): Finding | undefined {
  if (status === 404 && isAcquirers('NotDone', body)) return undefined;
  if (status === 401 || status === 403) return failed('acquirer', 'rejects PROCESSOR_API_KEY');
  const advice = 'is PROCESSOR_URL the base URL of the API in openapi/acquirer.yaml?';
  return failed('acquirer', `status ${status} for an unknown operation, where the contract requires 404; ${advice}`);
}

function judgeStatement({ status, body }: Answer): Finding {
  if (status === 200 && isAcquirers('Page', body))
    return ok('acquirer', 'reachable, accepts our key, provides its statement');
  if (status === 501 && isAcquirers('CannotList', body)) {
    return warning(
      'acquirer',
      'reachable, accepts our key, but provides no statement: reconciliations work without it',
    );
  }
  return warning(
    'acquirer',
    `reachable, accepts our key, but status ${status} for GET /operations: reconciliations fail`,
  );
}
