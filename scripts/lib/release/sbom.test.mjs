import { afterEach, expect, it, vi } from 'vitest';
import { makeSbom } from './sbom.mjs';

afterEach(() => vi.unstubAllEnvs());

const make = () => makeSbom({ version: '1.0.0', seconds: 1_800_000_000 });

it('the SBOM does not depend on the settings of npm', { timeout: 120_000 }, async () => {
  const usual = await make();
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubEnv('npm_config_omit', 'dev');
  expect(await make()).toBe(usual);
});
