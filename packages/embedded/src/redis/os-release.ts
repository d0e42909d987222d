import { readFile } from 'node:fs/promises';

interface OsRelease {
  /** Kinds of system that this one is, the most exact first: `['ubuntu', 'debian']`. */
  families: string[];
  version: string;
}

export async function readOsRelease(file = '/etc/os-release'): Promise<OsRelease> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const value = (name: string): string => new RegExp(`^${name}="?([^"\n]*)"?$`, 'm').exec(text)?.[1] ?? '';
  const families = `${value('ID')} ${value('ID_LIKE')}`.split(' ').filter((name) => name !== '');
  return { families, version: value('VERSION_ID') };
}
