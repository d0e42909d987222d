// A tar archive, compressed by gzip, whose bytes depend only on the names, modes and contents of the files.
import { createGzip, constants } from 'node:zlib';
import { createWriteStream } from 'node:fs';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

const BLOCK = 512;

/**
 * Writes the files of a folder into an archive, below `prefix`.
 * @param {{ folder: string, files: string[], prefix: string, target: string, seconds: number }} wanted
 */
export async function writeTar({ folder, files, prefix, target, seconds }) {
  const blocks = async function* () {
    for (const file of [...files].sort()) {
      const { mode } = await lstat(join(folder, file));
      const content = await readFile(join(folder, file));
      yield header(`${prefix}/${file}`, { mode: mode & 0o100 ? 0o755 : 0o644, size: content.length, seconds });
      yield content;
      yield Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);
    }
    yield Buffer.alloc(2 * BLOCK);
  };
  const gzip = createGzip({ level: constants.Z_BEST_COMPRESSION });
  await pipeline(Readable.from(blocks()), gzip, createWriteStream(target));
}

/** A header of the format ustar: a name longer than 100 bytes is split at a slash. */
function header(path, { mode, size, seconds }) {
  const [prefix, name] = split(path);
  const block = Buffer.alloc(BLOCK);
  const octal = (value, offset, length) => block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, offset);
  block.write(name, 0);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(seconds, 136, 12);
  block.write(' '.repeat(8), 148);
  block.write('0', 156);
  block.write('ustar\x0000', 257);
  block.write(prefix, 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function split(path) {
  if (Buffer.byteLength(path) <= 100) return ['', path];
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155) return [prefix, name];
  }
  throw new Error(`${path} is too long for a tar archive`);
}
