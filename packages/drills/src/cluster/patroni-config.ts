import { parse, stringify } from 'yaml';

interface DatabaseSettings {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  readonly binaries: string;
  readonly synchronous: boolean;
  /** Whether the socket's user is another one than `postgres`. */
  readonly trustsSocket: boolean;
}

interface Section {
  [name: string]: unknown;
}

/** deploy/patroni/patroni.yml for one machine of the drill. Everything that is not about the machine stays. */
export function patroniConfig(example: string, settings: DatabaseSettings): string {
  const config = parse(example) as Section;
  const { name, address, folder } = settings;
  config['name'] = name;
  Object.assign(section(config, 'restapi'), { listen: `${address}:8008`, connect_address: `${address}:8008` });
  section(section(config, 'bootstrap'), 'dcs')['synchronous_mode'] = settings.synchronous;
  const postgresql = section(config, 'postgresql');
  Object.assign(postgresql, {
    listen: `${address}:5432`,
    connect_address: `${address}:5432`,
    data_dir: `${folder}/data`,
    bin_dir: settings.binaries,
    pgpass: `${folder}/pgpass`,
  });
  section(postgresql, 'parameters')['unix_socket_directories'] = folder;
  if (settings.trustsSocket) {
    const rules = postgresql['pg_hba'] as string[];
    postgresql['pg_hba'] = rules.map((rule) => rule.replace(/^local all postgres peer$/, 'local all postgres trust'));
  }
  return stringify(config);
}

function section(of: Section, name: string): Section {
  const found = of[name];
  if (typeof found !== 'object' || found === null) throw new Error(`deploy/patroni/patroni.yml has no ${name}`);
  return found as Section;
}
