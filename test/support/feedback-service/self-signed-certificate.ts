// Creates a self-signed certificate for 127.0.0.1, so that no private key is stored in the repository.
import { generateKeyPairSync, sign } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** The paths of a certificate and its key in `folder`, and what writes them there. */
export function certificateFiles(folder: string) {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const write = async ({ cert, key }: Certificate): Promise<void> => {
    await writeFile(certFile, cert);
    await writeFile(keyFile, key);
  };
  return { certFile, keyFile, write };
}

/** `until`: the end of its validity in UTC, "20991231235959Z". */
export function selfSigned(until = '20991231235959Z'): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ecdsaWithSha256 = der(0x30, oid('2a8648ce3d040302'));
  const name = der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from('localhost')))));
  const validity = der(0x30, time('20200101000000Z'), time(until));
  const loopback = der(0x30, der(0x87, Buffer.from([127, 0, 0, 1])));
  const alternativeName = der(0x30, oid('551d11'), der(0x04, loopback));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ecdsaWithSha256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, alternativeName)),
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const lines = der(0x30, body, ecdsaWithSha256, signature)
    .toString('base64')
    .match(/.{1,64}/g);
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${(lines ?? []).join('\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

/** One element of ASN.1: tag, length, content. */
function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const head =
    length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...head]), content]);
}

function oid(hex: string): Buffer {
  return der(0x06, Buffer.from(hex, 'hex'));
}

function time(text: string): Buffer {
  return der(0x18, Buffer.from(text));
}
