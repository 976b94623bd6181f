// The codecs of the simulation. They decode the same bytes once: the processes and checks of a schedule read each object often,
// and nobody changes values or stored bytes.
import * as json from '../../../lib/adapters/json/index.ts';
import type { Codec } from '../../../lib/ports/object-store.ts';

/** Failures are not kept: they carry a stack. */
function decodeOnce<T extends object>(decode: (bytes: Uint8Array) => T): (bytes: Uint8Array) => T {
  const values = new WeakMap<Uint8Array, T>();
  return (bytes) => {
    const known = values.get(bytes);
    if (known !== undefined) return known;
    const value = decode(bytes);
    values.set(bytes, value);
    return value;
  };
}

function withDecodeOnce<T extends object>(codec: Codec<T>): Codec<T> {
  return { ...codec, decode: decodeOnce((bytes) => codec.decode(bytes)) };
}

export const repositoryCodecs = {
  ...json.repositoryCodecs,
  manifests: withDecodeOnce(json.repositoryCodecs.manifests),
  plans: withDecodeOnce(json.repositoryCodecs.plans),
  reader: { read: decodeOnce((bytes) => json.repositoryCodecs.reader.read(bytes)) },
};
export const jobRecordCodec = withDecodeOnce(json.jobRecordCodec);
export const plannerRecordCodec = withDecodeOnce(json.plannerRecordCodec);
export const receiptCodec = withDecodeOnce(json.receiptCodec);
export const deliveryCodecs = {
  ...json.deliveryCodecs,
  announcedReports: withDecodeOnce(json.deliveryCodecs.announcedReports),
};
