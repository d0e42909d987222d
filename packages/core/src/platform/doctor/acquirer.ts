import { Agent, request } from 'undici';
import { reasonOf } from '../errors/reason.js';
import { failed, ok, type Finding } from './finding.js';

const TIMEOUT_MS = 5_000;
const MOST_BYTES = 65_536;
/** No attempt of ours has such a name: an acquirer that keeps its contract says that it has done nothing under it. */
const UNKNOWN_REFERENCE = 'svc-doctor';

/** Asks the acquirer about an operation that there is not: whether it is there, knows our key and keeps its contract. */
export async function examineAcquirer(url: string, apiKey: string): Promise<Finding> {
  const dispatcher = new Agent({ maxResponseSize: MOST_BYTES, connect: { rejectUnauthorized: true } });
  try {
    const response = await request(`${url.replace(/\/$/, '')}/operations/${UNKNOWN_REFERENCE}`, {
      headers: { accept: 'application/json', authorization: `Bearer ${apiKey}` },
      dispatcher,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.body.text();
    return judge(response.statusCode, text);
  } catch (error) {
    return failed('acquirer', `PROCESSOR_URL is not reachable: ${reasonOf(error)}`);
  } finally {
    await dispatcher.destroy();
  }
}

function judge(status: number, text: string): Finding {
  if (status === 404 && /"code"\s*:\s*"operation_not_found"/.test(text))
    return ok('acquirer', 'reachable, knows our key');
  if (status === 401 || status === 403) return failed('acquirer', 'does not take PROCESSOR_API_KEY');
  const advice = 'does PROCESSOR_URL name where openapi/acquirer.yaml begins?';
  return failed('acquirer', `status ${status} to a question that its contract answers with 404; ${advice}`);
}
