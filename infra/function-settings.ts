// Reads the environments of a compiled template as the functions do at their start, so that a deployment whose functions
// would refuse their settings is refused before.
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { openAuthorizer } from '../lib/composition/aws/authorizer.ts';
import { openMailEvents } from '../lib/composition/aws/mail-events.ts';
import { openPlanner } from '../lib/composition/aws/planner.ts';
import { openReportsApi } from '../lib/composition/aws/reports-api.ts';
import { openMessageSender } from '../lib/composition/aws/send-message.ts';
import { openWorker } from '../lib/composition/aws/worker.ts';
import type { Environment } from '../lib/composition/config.ts';
import { systemContext, type SystemContext } from '../lib/composition/system.ts';
import { Failure } from '../lib/shared/failure.ts';
import type { Json, Template } from './compile-template.ts';

/** By logical id. None of them opens a connection. */
const FUNCTIONS: Readonly<
  Record<string, (environment: Environment, system: SystemContext) => unknown>
> = {
  PlanWeekLambdaFunction: openPlanner,
  MakeReportLambdaFunction: openWorker,
  ReportsApiLambdaFunction: openReportsApi,
  AuthorizerLambdaFunction: openAuthorizer,
  SendMessageLambdaFunction: openMessageSender,
  MailEventsLambdaFunction: openMailEvents,
};

/** All problems of all functions, by the parameter that each setting comes from. */
export function functionSettingProblems(template: Template): readonly string[] {
  const parameters = parametersOfSettings();
  const problems = Object.entries(FUNCTIONS).flatMap(([id, open]) =>
    settingProblems(open, functionEnvironment(template, id)),
  );
  return [...new Set(problems)].map((text) => {
    const [setting = '', ...problem] = text.split(' ');
    const parameter = parameters.get(setting);
    return parameter === undefined ? text : `${parameter} (${setting}) ${problem.join(' ')}`;
  });
}

function settingProblems(
  open: (environment: Environment, system: SystemContext) => unknown,
  environment: Environment,
): readonly string[] {
  try {
    open(environment, systemContext);
    return [];
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'CONFIG_INVALID') throw error;
    return String(error.facts['problems']).split('; ');
  }
}

const Variables = z.object({
  Environment: z.object({ Variables: z.record(z.string(), z.json()) }),
});

/** The environment of a function, with example values for attributes that only AWS knows. */
export function functionEnvironment(
  template: Template,
  id: string,
): Readonly<Record<string, string>> {
  const { Environment } = Variables.parse(template.Resources[id]?.Properties);
  return Object.fromEntries(
    Object.entries(Environment.Variables).map(([name, value]) => [name, textOf(name, value)]),
  );
}

/** A value on a condition: the configured one, unless it is empty. */
const Conditional = z.object({ 'Fn::If': z.tuple([z.string(), z.string().min(1), z.json()]) });

function textOf(name: string, value: Json): string {
  if (typeof value !== 'object') return String(value);
  const conditional = Conditional.safeParse(value);
  if (conditional.success) return conditional.data['Fn::If'][1];
  return name === 'REPORTS_BUCKET_OWNER' ? '0'.repeat(12) : 'https://aws.example.com/it';
}

/** In environment.yml a setting ends with its parameter: `REPORTS_LOCALE: ${param:locale}`. */
export function parametersOfSettings(): ReadonlyMap<string, string> {
  const text = readFileSync(new URL('environment.yml', import.meta.url), 'utf8');
  return new Map(
    [...text.matchAll(/^ +([A-Z_]+): .*[:.](\w+)\}+$/gm)].map(
      ([, setting = '', parameter = '']) => [setting, parameter],
    ),
  );
}
