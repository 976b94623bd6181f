// The HTTP API's description of itself, OpenAPI 3.1: plain data, checked against every answer in tests.
import {
  getContent,
  getFiles,
  getRevisions,
  getWeek,
  listFolders,
  listWeeks,
} from './openapi-library.ts';
import { librarySchemas } from './openapi-library-schemas.ts';
import {
  download,
  folder,
  getDescription,
  getReport,
  listReports,
  makeLink,
  openLink,
  requestReport,
  revokeLink,
  week,
} from './openapi-operations.ts';
import { schemas } from './openapi-schemas.ts';
import { MAX_BODY_BYTES } from '../request-schemas.ts';

/** `publicUrl`: where people reach the API, without a slash at the end. */
export function openapi(publicUrl: string): object {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Feedback reports',
      version: '1.0.0',
      summary: 'Weekly reports from feedback terminals, as PDF and JSON.',
      description: `A bearer token is bound to folders; its holder sees those and all below. What one doesn’t see is answered as what doesn’t exist. Problems are RFC 9457 JSON with a stable \`code\`. On AWS a gateway stands in front and answers some requests itself, with JSON of its own: 401 without a token, 403 with one that is not valid, 404 for a path or a method that it has no route for, 413 for a body over 10 MB, 429 when there are too many requests, 500 and 503 when this API can’t be reached. Bodies are at most ${MAX_BODY_BYTES} bytes. A field or parameter that isn’t described is refused (\`FIELD_UNKNOWN\`). OPTIONS is not offered, and HEAD only where a file is behind an address: \`/d/{token}\`, \`report.pdf\` and \`report.json\`. JSON is compressed with gzip where \`Accept-Encoding\` allows it.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl === '' ? '/' : publicUrl }],
    security: [{ bearer: [] }],
    tags: [
      { name: 'Reports', description: 'Asking for reports, finding and downloading them.' },
      { name: 'Library', description: 'Looking around: folders, weeks, a report and its files.' },
      { name: 'Links', description: 'Sharing a report with somebody who has no token.' },
      { name: 'Description', description: 'This document.' },
    ],
    paths: {
      '/v1/reports': { get: listReports, post: requestReport },
      '/v1/reports/{week}/{folder}': { parameters: [week, folder], get: getReport },
      '/v1/reports/{week}/{folder}/report.pdf': {
        parameters: [week, folder],
        get: download('Pdf', 'PDF'),
      },
      '/v1/reports/{week}/{folder}/report.json': {
        parameters: [week, folder],
        get: download('Json', 'JSON'),
      },
      '/v1/reports/{week}/{folder}/content': { parameters: [week, folder], get: getContent },
      '/v1/reports/{week}/{folder}/revisions': { parameters: [week, folder], get: getRevisions },
      '/v1/reports/{week}/{folder}/files': { parameters: [week, folder], get: getFiles },
      '/v1/folders': { get: listFolders },
      '/v1/weeks': { get: listWeeks },
      '/v1/weeks/{week}': { parameters: [week], get: getWeek },
      '/v1/links': { post: makeLink },
      '/v1/links/{id}': { delete: revokeLink },
      '/d/{token}': { get: openLink },
      '/v1/openapi.json': { get: getDescription },
    },
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'A token made by the operator.' },
      },
      schemas: { ...schemas, ...librarySchemas },
    },
  };
}
