// Generates report.schema.json, the published JSON Schema of reports, from the schema in use.
// To regenerate it: node lib/adapters/json/publish-schema.ts && npx prettier --write lib/adapters/json/report.schema.json
import { writeFileSync } from 'node:fs';
import * as z from 'zod';
import { reportSchema } from './report-schema.ts';

/** Reports are written in the current version only; the reader adds what older ones lack. */
const publishedReport = reportSchema
  .extend({ reportVersion: z.literal('3').meta({ description: 'Version of this shape.' }) })
  .meta({ ...reportSchema.meta() });

/** JSON Schema 2020-12. */
export function publishedSchema(): unknown {
  const { $schema, ...schema } = z.toJSONSchema(publishedReport, {
    // Alert parameters are any JSON; their schema is in their description.
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // zod adds the maximum of safe integers to every integer; it is left out.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return { $schema, $id: 'urn:feedback-reports:report:3', ...schema };
}

if (import.meta.main) {
  writeFileSync(
    new URL('report.schema.json', import.meta.url),
    JSON.stringify(publishedSchema(), null, 2),
  );
}
