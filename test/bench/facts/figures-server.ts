// A child process that serves the HTTP API over a simulated store, until its standard input ends.
import { parquetFiles } from '../../../lib/adapters/parquet/index.ts';
import {
  deliveryCodecs,
  openServices,
  jobRecordCodec,
  revocationCodec,
  tokenCodecs,
  systemContext,
} from '../../../lib/composition/compose.ts';
import { DEFAULTS } from '../../../lib/composition/config.ts';
import { startPageBuild } from '../../../lib/composition/local.ts';
import { serveReports } from '../../../lib/http/local/local-server.ts';
import { wholeCompanyCaller } from '../../../lib/reports/access.ts';
import { inputOf, sendResult } from '../child.ts';
import { serverInput } from './facts-figures.ts';

const { root } = inputOf(serverInput);
const token = 'bench-token-of-the-figures-server';
const services = openServices(
  { ...DEFAULTS, store: { kind: 'file', folder: root } },
  {
    // Never asked.
    url: 'http://127.0.0.1:9',
    credentials: { clientId: 'bench', apiToken: 'bench' },
    auth: 'basic',
    headerPrefix: 'X-SVC',
  },
  systemContext,
);
const server = await serveReports({
  making: services.making,
  port: 0,
  token,
  tokenCaller: wholeCompanyCaller(null),
  linkKeys: () => Promise.resolve([]),
  publicUrl: null,
  locale: 'en',
  page: startPageBuild(),
  factFiles: parquetFiles(),
  openDelivery: null,
  revocations: revocationCodec,
  tokenCodecs,
  jobRecords: jobRecordCodec,
  codecs: deliveryCodecs,
  onError: (error) => {
    throw error;
  },
});
sendResult({ url: server.url, token });
process.stdin.resume().on('end', () => {
  void server.close().then(() => services.close());
});
