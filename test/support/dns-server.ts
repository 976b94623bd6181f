// A DNS server on a real socket with TXT records of a test's choice; other names do not exist.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';

export interface DnsServer extends AsyncDisposable {
  /** "127.0.0.1:port". */
  readonly address: string;
}

/** "fail" instead of records: SERVFAIL. */
export async function startDnsServer(
  texts: Readonly<Record<string, readonly string[] | 'fail'>>,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (bytes, peer) => {
    const { id = 0, questions = [] } = decode(bytes);
    const name = questions[0]?.name ?? '';
    const records = texts[name];
    const response = encode({
      type: 'response',
      id,
      flags: records === undefined ? NAME_ERROR : records === 'fail' ? SERVER_FAILURE : 0,
      questions,
      answers:
        records === undefined || records === 'fail'
          ? []
          : records.map((data) => ({ type: 'TXT' as const, name, ttl: 60, data: toChunks(data) })),
    });
    socket.send(response, peer.port, peer.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async [Symbol.asyncDispose]() {
      socket.close();
      await once(socket, 'close');
    },
  };
}

const SERVER_FAILURE = 2;
const NAME_ERROR = 3;

/** A string of a record has at most 255 bytes. */
function toChunks(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / 255) }, (_, index) =>
    text.slice(255 * index, 255 * (index + 1)),
  );
}
