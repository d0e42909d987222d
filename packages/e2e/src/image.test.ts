import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { programs } from './image-programs.js';

const settings = new Set(readFileSync('docs/configuration.md', 'utf8').match(/(?<=^\| `)[A-Z_]+/gm));

describe('the image', () => {
  it('has programs that the build makes', () => {
    expect([...programs().keys()]).toEqual(expect.arrayContaining(['api', 'worker', 'migrate', 'doctor', 'health']));
    for (const path of programs().values()) expect(existsSync(path), path).toBe(true);
  });

  it('sets settings that exist, and passes the options of npm start to Node', () => {
    const dockerfile = readFileSync('deploy/image/Dockerfile', 'utf8');
    const [, environment = ''] = /^ENV ((?:.*\\\n)*.*)/m.exec(dockerfile) ?? [];
    const set = new Map([...environment.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name = '', value]) => [name, value]));
    const unknown = [...set.keys()].filter((name) => !settings.has(name));
    expect(unknown).toEqual(['NODE_ENV', 'NODE_OPTIONS']);
    for (const program of ['api', 'worker']) {
      const { config } = JSON.parse(readFileSync(`apps/${program}/package.json`, 'utf8')) as {
        config: { nodeOptions: string };
      };
      expect(set.get('NODE_OPTIONS')).toBe(config.nodeOptions);
    }
    expect(dockerfile).toContain(`EXPOSE ${set.get('PORT')} ${set.get('WORKER_PORT')}\n`);
  });

  it('says which programs it has', () => {
    const { status, stderr } = spawnSync(process.execPath, ['deploy/image/svc.mjs', 'shell'], { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toBe(`There is no program shell. The programs are: ${[...programs().keys()].join(', ')}.\n`);
  });

  it('passes options on to a program', () => {
    const command = ['deploy/image/svc.mjs', 'migrate', '--grant'];
    const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8' });
    expect(status).toBe(2);
    expect(stderr).toMatch(/^Unknown option '--grant'/);
  });

  // As process 1, a program without a listener for the signal would ignore it.
  it('ends a program on SIGTERM that has not started yet, because Postgres does not respond', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as AddressInfo;
    const env = { ...process.env, DATABASE_URL: `postgres://svc@127.0.0.1:${port}/svc` };
    const child = spawn(process.execPath, ['deploy/image/svc.mjs', 'migrate'], { env, stdio: 'ignore' });
    const exit = once(child, 'exit');
    const [socket] = (await once(silent, 'connection')) as [Socket];
    child.kill('SIGTERM');
    expect(await exit).toEqual([143, null]);
    socket.destroy();
    silent.close();
  });

  it('has a health check that finds the API or the worker', async () => {
    const alive = createHttpServer((request, response) => {
      response.writeHead(request.url === '/healthz' ? 200 : 404).end();
    }).listen(0, '127.0.0.1');
    await once(alive, 'listening');
    const { port } = alive.address() as AddressInfo;
    const check = async (ports: Readonly<Record<string, string>>): Promise<unknown> => {
      const child = spawn(process.execPath, ['deploy/image/svc.mjs', 'health'], { env: ports, stdio: 'ignore' });
      const [code] = (await once(child, 'exit')) as [number];
      return code;
    };
    const nobody = '1';
    expect(await check({ PORT: String(port), WORKER_PORT: nobody })).toBe(0);
    expect(await check({ PORT: nobody, WORKER_PORT: String(port) })).toBe(0);
    expect(await check({ PORT: nobody, WORKER_PORT: nobody })).toBe(1);
    alive.close();
  });
});
