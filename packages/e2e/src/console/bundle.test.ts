import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';

const APP = new URL('../../../../apps/console/dist/app/', import.meta.url);
const KB = 1000;

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}

let chunks: Readonly<Record<string, Chunk>>;

beforeAll(async () => {
  chunks = JSON.parse(await readFile(new URL('.vite/manifest.json', APP), 'utf8')) as typeof chunks;
});

async function compressed(files: Iterable<string>): Promise<number> {
  const sizes = [...files].map(async (file) => gzipSync(await readFile(new URL(file, APP))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** The files of a chunk and of all chunks that it cannot do without. */
function filesOf(name: string, files = new Set<string>()): Set<string> {
  const { file, imports = [] } = chunks[name] ?? { file: name };
  if (files.has(file)) return files;
  files.add(file);
  for (const other of imports) filesOf(other, files);
  return files;
}

/** What the first page needs: the application, and the overview. */
function firstPage(): Set<string> {
  return filesOf('src/pages/overview/overview-page.tsx', filesOf('index.html'));
}

describe('the compressed files of the console', () => {
  it('stay within 170 kB for the first page', async ({ annotate }) => {
    const size = await compressed(firstPage());
    await annotate(`first page: ${(size / KB).toFixed(1)} kB`);
    expect(size).toBeLessThanOrEqual(170 * KB);
  });

  it('stay within 60 kB for each further chunk', async ({ annotate }) => {
    const first = firstPage();
    const others = [...new Set(Object.values(chunks).map(({ file }) => file))].filter((file) => !first.has(file));
    const sizes = await Promise.all(others.map(async (file) => [file, await compressed([file])] as const));
    const [largest] = sizes.toSorted(([, one], [, other]) => other - one);
    await annotate(`${sizes.length} further chunks, the largest is ${largest?.join(': ')} B`);
    expect(sizes.length).toBeGreaterThan(20);
    expect(sizes.filter(([, size]) => size > 60 * KB)).toEqual([]);
  });

  it('stay within 20 kB for all styles', async ({ annotate }) => {
    const styles = new Set(Object.values(chunks).flatMap(({ css = [] }) => css));
    const size = await compressed(styles);
    await annotate(`styles: ${(size / KB).toFixed(1)} kB`);
    expect(styles.size).toBeGreaterThan(0);
    expect(size).toBeLessThanOrEqual(20 * KB);
  });
});
