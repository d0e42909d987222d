import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';

const compressors = {
  br: (bytes: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
};

type Coding = 'identity' | keyof typeof compressors;

interface StaticContent {
  /** The media type with its charset. */
  readonly type: string;
  readonly read: () => Buffer | Promise<Buffer>;
  /** `public, no-cache` unless given. */
  readonly cacheControl?: string;
}

/** Serves content that does not change while the process lives. It is read and compressed at the first request. */
export function answerStatic({ type, read, cacheControl = 'public, no-cache' }: StaticContent): RequestHandler {
  const identity = once(async () => read());
  const hash = once(async () =>
    createHash('sha256')
      .update(await identity())
      .digest('base64url')
      .slice(0, 22),
  );
  const variants: Record<Coding, () => Promise<Buffer>> = {
    identity,
    br: once(async () => compressors.br(await identity())),
    gzip: once(async () => compressors.gzip(await identity())),
  };
  const isText = !type.startsWith('image/');

  return async (request, response) => {
    const coding = isText ? codingOf(request.acceptsEncodings('br', 'gzip', 'identity')) : 'identity';
    const tag = await hash();
    response.setHeader('Cache-Control', cacheControl);
    response.setHeader('ETag', coding === 'identity' ? `"${tag}"` : `"${tag}-${coding}"`);
    if (isText) response.setHeader('Vary', 'Accept-Encoding');
    if (request.fresh) {
      response.statusCode = 304;
      response.end();
      return;
    }
    const bytes = await variants[coding]();
    response.setHeader('Content-Type', type);
    response.setHeader('Content-Length', bytes.length);
    if (coding !== 'identity') response.setHeader('Content-Encoding', coding);
    response.end(bytes);
  };
}

/** Returns the identity coding when the client accepts no other. */
function codingOf(accepted: string | false): Coding {
  return accepted === 'br' || accepted === 'gzip' ? accepted : 'identity';
}

/** Runs `make` once, also for concurrent calls, and again after a failure. */
function once<Made>(make: () => Promise<Made>): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
