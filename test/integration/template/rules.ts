// The rules that a deployment keeps, by the names that they have in the design.
import { nothingIsOpen, rolesAreLeast, rolesAreTakenByOne } from './iam-rules.ts';
import { functionsAreBounded, logsPassAway, secretsAreNamesAlone } from './function-rules.ts';
import { routesAskWhoCalls, stageIsLimited } from './http-rules.ts';
import { bucketPoliciesDeny, bucketsAreClosed, leftoversPassAway } from './storage-rules.ts';
import type { Template } from './template.ts';
import { everyTroubleHasAnAlarm } from './alarm-rules.ts';
import { jobsComeOneByOne, queuesLoseNothing, scheduleGivesUpSafely } from './queue-rules.ts';

export interface Rule {
  readonly says: string;
  /** What breaks it, in words; nothing when it is kept. */
  readonly violations: (template: Template) => readonly string[];
}

export const RULES = {
  S1: { says: 'buckets are private, encrypted, versioned and kept', violations: bucketsAreClosed },
  S2: {
    says: 'buckets refuse plain HTTP, old TLS, old signatures and blind commits',
    violations: bucketPoliciesDeny,
  },
  S3: { says: 'leftovers pass away, withdrawn links never', violations: leftoversPassAway },
  S4: { says: 'each role may do the very things that it does', violations: rolesAreLeast },
  S5: { says: 'each role is taken by one service', violations: rolesAreTakenByOne },
  S6: { says: 'the schedule tries again and keeps what failed', violations: scheduleGivesUpSafely },
  S7: { says: 'queues lose nothing', violations: queuesLoseNothing },
  S8: { says: 'jobs come one by one, within what upstream stands', violations: jobsComeOneByOne },
  S9: {
    says: 'every route asks who calls, but those that hold nothing without a token',
    violations: routesAskWhoCalls,
  },
  S10: { says: 'the stage is limited and logs nothing private', violations: stageIsLimited },
  S11: { says: 'functions are bounded and told no secret', violations: functionsAreBounded },
  S12: { says: 'logs pass away after thirty days', violations: logsPassAway },
  S13: { says: 'secrets are names', violations: secretsAreNamesAlone },
  S14: {
    says: 'every trouble has an alarm that says what to do',
    violations: everyTroubleHasAnAlarm,
  },
  S15: { says: 'nothing is open to the world', violations: nothingIsOpen },
} as const satisfies Record<string, Rule>;

export type RuleName = keyof typeof RULES;
export const RULE_NAMES: readonly RuleName[] = Object.keys(RULES).filter(
  (name): name is RuleName => name in RULES,
);

/** The names of the rules that a template breaks. */
export function broken(template: Template): readonly RuleName[] {
  return RULE_NAMES.filter((name) => RULES[name].violations(template).length > 0);
}
