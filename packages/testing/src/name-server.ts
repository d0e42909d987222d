import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, isIPv4, isIPv6, type AddressInfo, type Server, type Socket } from 'node:net';

interface NameQuestion {
  readonly name: string;
  readonly type: 'A' | 'AAAA' | 'other';
  readonly overTcp: boolean;
}

export type NameReply =
  | 'silent'
  | 'nxdomain'
  | 'servfail'
  | 'refused'
  | {
      /** Of both families; a query returns those of its family. */
      readonly addresses: readonly string[];
      /** In seconds; default 60. */
      readonly ttl?: number;
      readonly delayMs?: number;
      /** The canonical name, which then has these addresses. */
      readonly cname?: string;
      /** Whether it responds only over TCP. */
      readonly onlyOverTcp?: boolean;
    };

const RCODES = { nxdomain: 3, servfail: 2, refused: 5 } as const;
const CODES = { A: 1, CNAME: 5, AAAA: 28 } as const;
const TRUNCATED = 0x0200;

/** A local DNS server over UDP and TCP with scripted responses. */
export class NameServer {
  /** Every query received. */
  readonly asked: NameQuestion[] = [];
  private respondent: (question: NameQuestion) => NameReply = () => 'nxdomain';
  private readonly connections = new Set<Socket>();

  private constructor(
    private readonly tcp: Server,
    private readonly udp: UdpSocket,
    /** As `address:port`. */
    readonly address: string,
  ) {
    udp.on('message', (packet, peer) => {
      this.take(packet, false, (reply) => udp.send(reply, peer.port, peer.address));
    });
    tcp.on('connection', (socket) => {
      this.connections.add(socket.on('error', () => {}).on('close', () => this.connections.delete(socket)));
      let received = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        while (received.length >= 2 && received.length >= 2 + received.readUInt16BE(0)) {
          const end = 2 + received.readUInt16BE(0);
          this.take(received.subarray(2, end), true, (reply) =>
            socket.write(Buffer.concat([uint16(reply.length), reply])),
          );
          received = received.subarray(end);
        }
      });
    });
  }

  static async start(): Promise<NameServer> {
    for (;;) {
      const tcp = createServer();
      await once(tcp.listen(0, '127.0.0.1'), 'listening');
      const { port } = tcp.address() as AddressInfo;
      const udp = createSocket('udp4');
      try {
        await once(udp.bind(port, '127.0.0.1'), 'listening');
        return new NameServer(tcp, udp, `127.0.0.1:${port}`);
      } catch {
        // Another program uses this UDP port.
        udp.close();
        tcp.close();
      }
    }
  }

  /** Sets the function that responds from here on; by default, no name exists. */
  respond(respondent: (question: NameQuestion) => NameReply): void {
    this.respondent = respondent;
  }

  async close(): Promise<void> {
    for (const socket of this.connections) socket.destroy();
    const closed = [once(this.udp, 'close'), once(this.tcp, 'close')];
    this.udp.close();
    this.tcp.close();
    await Promise.all(closed);
  }

  private take(packet: Buffer, overTcp: boolean, send: (reply: Buffer) => void): void {
    const { question, end } = readQuestion(packet, overTcp);
    this.asked.push(question);
    const reply = this.respondent(question);
    if (reply === 'silent') return;
    const bytes = encode(packet, end, question, reply);
    setTimeout(() => send(bytes), typeof reply === 'string' ? 0 : (reply.delayMs ?? 0));
  }
}

export function startNameServer(): Promise<NameServer> {
  return NameServer.start();
}

function readQuestion(packet: Buffer, overTcp: boolean): { question: NameQuestion; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet.readUInt8(at); length > 0; length = packet.readUInt8(at)) {
    labels.push(packet.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const code = packet.readUInt16BE(at + 1);
  const type = code === CODES.A ? 'A' : code === CODES.AAAA ? 'AAAA' : 'other';
  return { question: { name: labels.join('.').toLowerCase(), type, overTcp }, end: at + 5 };
}

function encode(
  packet: Buffer,
  end: number,
  { type, overTcp }: NameQuestion,
  reply: Exclude<NameReply, 'silent'>,
): Buffer {
  const records = typeof reply === 'string' ? [] : recordsOf(reply, type);
  const isTruncated = typeof reply !== 'string' && reply.onlyOverTcp === true && !overTcp;
  const given = isTruncated ? [] : records;
  // A response, recursion desired and available.
  const flags = 0x8180 | (isTruncated ? TRUNCATED : 0) | (typeof reply === 'string' ? RCODES[reply] : 0);
  const header = [packet.subarray(0, 2), uint16(flags), uint16(1), uint16(given.length), uint16(0), uint16(0)];
  return Buffer.concat([...header, packet.subarray(12, end), ...given]);
}

function recordsOf({ addresses, ttl = 60, cname }: Exclude<NameReply, string>, type: NameQuestion['type']): Buffer[] {
  const wanted = type === 'A' ? addresses.filter(isIPv4) : type === 'AAAA' ? addresses.filter(isIPv6) : [];
  // A pointer to the name in the question.
  const asked = uint16(0xc00c);
  const owner = cname === undefined ? asked : encodeName(cname);
  const alias = cname === undefined ? [] : [record(asked, CODES.CNAME, ttl, encodeName(cname))];
  const own = wanted.map((address) => {
    return record(owner, isIPv4(address) ? CODES.A : CODES.AAAA, ttl, encodeAddress(address));
  });
  return [...alias, ...own];
}

function record(owner: Buffer, code: number, ttl: number, content: Buffer): Buffer {
  const seconds = Buffer.alloc(4);
  seconds.writeUInt32BE(ttl);
  return Buffer.concat([owner, uint16(code), uint16(1), seconds, uint16(content.length), content]);
}

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function encodeAddress(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return Buffer.concat([...left, ...zeros, ...right].map((group) => uint16(Number.parseInt(group, 16))));
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}
