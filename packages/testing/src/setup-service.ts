type Path = '/accounts' | '/console-links' | '/template';

/** Calls scripts/lib/test-setup-service.mjs, which the test run has started. */
export async function askSetupService<Answer>(path: Path, body: object): Promise<Answer> {
  const service = process.env.SVC_TEST_SETUP_URL;
  if (service === undefined) throw new Error('SVC_TEST_SETUP_URL is not set: run the tests with npm test');
  const response = await fetch(new URL(path, service), { method: 'POST', body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`test setup ${path} failed: ${await response.text()}`);
  return (await response.json()) as Answer;
}
