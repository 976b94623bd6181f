// The rules for deployments, by their names in the design.
import { analystsReadFactsOnly } from './analytics-rules.ts';
import { nothingIsPublic, rolesAreMinimal, rolesHaveOneService } from './iam-rules.ts';
import { functionsAreBounded, logsExpire, secretsAreReferredToByName } from './function-rules.ts';
import { routesAreAuthorized, stageIsLimited } from './http-rules.ts';
import {
  bucketPoliciesDenyUnsafeRequests,
  bucketsArePrivate,
  obsoleteObjectsExpire,
} from './storage-rules.ts';
import type { Template } from './template.ts';
import { everyFaultHasAnAlarm } from './alarm-rules.ts';
import {
  workersAreLimited,
  queuesLoseNoMessage,
  scheduleRetriesAndKeepsFailures,
} from './queue-rules.ts';

export interface Rule {
  readonly says: string;
  /** Descriptions of the violations; empty when the template follows the rule. */
  readonly violations: (template: Template) => readonly string[];
}

export const RULES = {
  S1: {
    says: 'buckets are private, encrypted, versioned and retained',
    violations: bucketsArePrivate,
  },
  S2: {
    says: 'buckets refuse plain HTTP, old TLS, old signatures and unconditional commits',
    violations: bucketPoliciesDenyUnsafeRequests,
  },
  S3: { says: 'obsolete objects expire, revoked links never', violations: obsoleteObjectsExpire },
  S4: { says: 'each role has only the permissions that it needs', violations: rolesAreMinimal },
  S5: { says: 'each role can be assumed by one service', violations: rolesHaveOneService },
  S6: {
    says: 'the schedule retries, and failed calls go to a dead-letter queue',
    violations: scheduleRetriesAndKeepsFailures,
  },
  S7: { says: 'queues lose no message', violations: queuesLoseNoMessage },
  S8: {
    says: 'workers receive one job at a time, within the request limit of the reporting API, and senders share the mail rate',
    violations: workersAreLimited,
  },
  S9: {
    says: 'every route is authorized, except those without protected data',
    violations: routesAreAuthorized,
  },
  S10: { says: 'the stage has rate limits and logs nothing private', violations: stageIsLimited },
  S11: {
    says: 'functions have limits and no secret in their environment',
    violations: functionsAreBounded,
  },
  S12: { says: 'logs expire after thirty days', violations: logsExpire },
  S13: { says: 'secrets are referred to by name only', violations: secretsAreReferredToByName },
  S14: {
    says: 'every fault has an alarm that describes the first step',
    violations: everyFaultHasAnAlarm,
  },
  S15: { says: 'nothing is public', violations: nothingIsPublic },
  S17: {
    says: 'analysts read fact tables only, by queries that are limited and whose results are encrypted',
    violations: analystsReadFactsOnly,
  },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
export const RULE_NAMES: readonly RuleName[] = Object.keys(RULES).filter(
  (name): name is RuleName => name in RULES,
);

/** The names of the rules that a template violates. */
export function violatedRules(template: Template): readonly RuleName[] {
  return RULE_NAMES.filter((name) => RULES[name].violations(template).length > 0);
}
