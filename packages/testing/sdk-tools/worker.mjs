// `node worker.mjs main.mjs`: runs an ES module in the runtime of Cloudflare Workers. Prints its address as the first
// line and ends with its standard input. The worker can only connect to this machine.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(
  import.meta.resolve(`@cloudflare/workerd-linux-${process.arch === 'arm64' ? 'arm64' : '64'}/bin/workerd`),
);
const folder = await mkdtemp(join(tmpdir(), 'svc-worker-'));
await writeFile(join(folder, 'main.mjs'), await readFile(process.argv[2]));
await writeFile(
  join(folder, 'config.capnp'),
  `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .worker), (name = "machine", network = (allow = ["local"]))],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  modules = [(name = "main.mjs", esModule = embed "main.mjs")],
  compatibilityDate = "2026-11-01",
  globalOutbound = "machine",
);
`,
);
const child = spawn(program, ['serve', '--control-fd=3', join(folder, 'config.capnp')], {
  stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
});
createInterface({ input: child.stdio[3] }).on('line', (line) => {
  const { event, port } = JSON.parse(line);
  if (event === 'listen') console.log(`http://127.0.0.1:${port}`);
});
child.on('exit', async (code) => {
  await rm(folder, { recursive: true, force: true });
  process.exit(code ?? 0);
});
process.stdin.resume().on('end', () => child.kill());
