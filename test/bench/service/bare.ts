// The minimum time of an answer: node:http with a prepared body of the same size and headers.
import { createServer } from 'node:http';
import { inputOf, sendResult } from '../child.ts';
import { bareInput, WORKS } from './service-figures.ts';

const works = inputOf(bareInput);
const answers = new Map(
  WORKS.map((work) => [
    work,
    { headers: works[work].headers, body: Buffer.alloc(works[work].bytes, ' ') },
  ]),
);
const server = createServer(({ url = '' }, response) => {
  const work = WORKS.find((name) => url.includes(`/${name}?`));
  const answer = work === undefined ? undefined : answers.get(work);
  if (answer === undefined) {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { ...answer.headers, 'content-length': answer.body.length });
  response.end(answer.body);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  if (typeof address === 'object' && address !== null)
    sendResult(`http://127.0.0.1:${address.port}`);
});
process.stdin.resume().on('end', () => {
  server.close();
  server.closeAllConnections();
});
