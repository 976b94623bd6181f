// What an update of the stack would replace or delete although it must stay: the bucket of the reports and the HTTP API, whose
// address is in every link. The stack policy in serverless.yml denies the same; this says it before anything is changed.
import type { Json, Template } from './compile-template.ts';

/** By logical id: the property whose change replaces the resource, and what would be lost. */
export const PROTECTED = {
  ReportsBucket: {
    property: 'BucketName',
    loss: 'reports, subscriptions and revoked links would stay behind in it; another bucket needs another stage',
  },
  HttpApi: {
    property: 'ProtocolType',
    loss: 'every link that was sent would stop working; deploy a release that keeps it',
  },
} as const;

/** The problems of an update from one template to another; none where the stack has neither resource yet. */
export function replacementProblems(deployed: Template, next: Template): readonly string[] {
  return Object.entries(PROTECTED).flatMap(([id, { property, loss }]) => {
    const [before, after] = [deployed, next].map(({ Resources }) => Resources[id]);
    if (before === undefined) return [];
    if (after === undefined) return [`${id} of the stack would be deleted: ${loss}`];
    const [from, to] = [before, after].map(({ Properties }) => textOf(Properties[property]));
    return from === to
      ? []
      : [`${id} of the stack would be replaced (${property} ${from} by ${to}): ${loss}`];
  });
}

/** The bucket that an update creates; null for none. */
export function createdBucket(deployed: Template | null, next: Template): string | null {
  const bucket = next.Resources['ReportsBucket']?.Properties[PROTECTED.ReportsBucket.property];
  const isDeployed = deployed?.Resources['ReportsBucket'] !== undefined;
  return isDeployed || typeof bucket !== 'string' ? null : bucket;
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
