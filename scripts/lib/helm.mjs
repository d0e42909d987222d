import { ensureGoTool } from './go.mjs';

const HELM = {
  name: 'helm',
  module: 'helm.sh/helm/v3/cmd/helm',
  version: 'v3.19.5',
  // It is compiled in two thirds of the time, and runs for some seconds.
  flags: ['-gcflags=all=-N -l', '-ldflags=-s -w'],
};

/** Returns the path of Helm, and installs it with Go if necessary. */
export function ensureHelm() {
  return ensureGoTool(HELM);
}
