// The packaged template follows the rules of the design, and each rule finds planted violations.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { CelEngine, TemplateFile } from '@aws/cloudformation-validate';
import { z } from 'zod';
import { MACHINE } from '../../support/machine-environment.ts';
import { functionEnvironment } from '../../../infra/function-settings.ts';
import { isScheduleExpression, runsEveryHour } from '../../../infra/schedule-expression.ts';
import { changed, MUTANTS } from './template-mutants.ts';
import { violatedRules, RULE_NAMES, RULES } from './rules.ts';
import type { Template } from './template.ts';
import {
  at,
  CANARY,
  EVERYTHING,
  numberAt,
  ofType,
  packageEverything,
  packagePlain,
  parseTemplate,
  textOf,
} from './template.ts';

type Packaged = Awaited<ReturnType<typeof packagePlain>>;

const ENTRIES = [
  ['PlanWeekLambdaFunction', 'plan-week'],
  ['MakeReportLambdaFunction', 'make-report'],
  ['ReportsApiLambdaFunction', 'reports-api'],
  ['AuthorizerLambdaFunction', 'authorizer'],
  ['SendMessageLambdaFunction', 'send-message'],
  ['MailEventsLambdaFunction', 'mail-events'],
] as const;

const run = promisify(execFile);

/** Loads a function in a process with only this environment; rejects with the function's error. */
async function load(entry: string, environment: Readonly<Record<string, string>>): Promise<void> {
  const file = new URL(`../../../functions/${entry}/index.ts`, import.meta.url).href;
  const env = { ...MACHINE, ...environment, AWS_REGION: 'eu-west-1' };
  const { stdout } = await run(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `process.stdout.write(typeof (await import('${file}')).handler)`,
    ],
    { env },
  );
  assert.equal(stdout, 'function');
}

let plainPackage: Packaged;
let full: Packaged;

before(async () => {
  [plainPackage, full] = await Promise.all([packagePlain(), packageEverything()]);
});

describe('the packaged template', () => {
  for (const name of RULE_NAMES) {
    it(`follows ${name}: ${RULES[name].says}`, () => {
      assert.deepEqual(RULES[name].violations(plainPackage.template), []);
      // The topic's account is the operator's to write down.
      const ownedText = full.text.replaceAll(EVERYTHING.alarmTopic, 'arn:aws:sns:alarms');
      assert.deepEqual(RULES[name].violations(parseTemplate(ownedText)), []);
    });
  }

  for (const mutant of MUTANTS) {
    it(`violates ${mutant.breaks} with ${mutant.title}`, () => {
      assert.deepEqual(violatedRules(changed(plainPackage.template, mutant)), [mutant.breaks]);
    });
  }

  it('violates S9 with access tokens that need no scope', () => {
    const path = 'HttpApiRouteGetV1Reports.Properties.AuthorizationScopes';
    assert.deepEqual(RULES.S9.violations(changed(full.template, { path, value: undefined })), [
      'HttpApiRouteGetV1Reports accepts any token',
    ]);
  });

  it('has at least two planted violations of every rule', () => {
    const rare = RULE_NAMES.filter(
      (name) => MUTANTS.filter(({ breaks }) => breaks === name).length < 2,
    );
    assert.deepEqual(rare, []);
  });

  it('has a valid schedule expression and time zone', () => {
    for (const { template } of [plainPackage, full]) {
      for (const [, { Properties }] of ofType(template, 'AWS::Scheduler::Schedule')) {
        assert.ok(isScheduleExpression(textOf(Properties['ScheduleExpression'])));
        const timeZone = textOf(Properties['ScheduleExpressionTimezone']);
        assert.doesNotThrow(() => new Intl.DateTimeFormat('en', { timeZone }));
      }
    }
  });

  it('runs the planner at every full quarter of an hour unless the stage says otherwise', () => {
    const expressionOf = ({ template }: Packaged): string =>
      textOf(template.Resources['PlanWeekSchedule']?.Properties['ScheduleExpression']);
    assert.equal(expressionOf(plainPackage), 'cron(0/15 * * * ? *)');
    assert.equal(expressionOf(full), EVERYTHING.schedule);
  });

  it('contains no secret from the environment of the packaging process', () => {
    for (const { text, stateText } of [plainPackage, full]) {
      assert.ok(!text.includes(CANARY) && !stateText.includes(CANARY));
    }
  });

  it('creates nothing for mail and needs no sender when mail is off', () => {
    const mail = Object.entries(plainPackage.template.Resources).filter(
      ([id, { Type }]) => /^AWS::(SES|SNS)::/.test(Type) || /^(MailEvents|SendMail$)/.test(id),
    );
    assert.equal(mail.length, 17);
    for (const [id, resource] of mail) assert.equal(resource['Condition'], 'HasMail', id);
    const { Conditions: conditions = {} } = plainPackage.template;
    assert.deepEqual(at(conditions, 'HasMail'), { 'Fn::Equals': ['off', 'on'] });
    for (const id of ['SendMessageLambdaFunction', 'ReportsApiLambdaFunction']) {
      assert.equal(functionEnvironment(plainPackage.template, id)['REPORTS_MAIL'], '');
      assert.equal(
        functionEnvironment(full.template, id)['REPORTS_MAIL'],
        'ses:feedback-reports-example',
      );
    }
  });

  it('has owners and notes of places unless they are switched off', () => {
    for (const id of ['MakeReport', 'ReportsApi', 'SendMessage']) {
      const name = `${id}LambdaFunction`;
      assert.equal(functionEnvironment(plainPackage.template, name)['REPORTS_NOTES'], 'on');
      assert.equal(functionEnvironment(full.template, name)['REPORTS_NOTES'], 'off');
    }
  });

  it('creates nothing for analysts and writes no fact tables when analytics is off', () => {
    const created = Object.entries(plainPackage.template.Resources).filter(
      ([id, { Type }]) => /^AWS::(Glue|Athena)::/.test(Type) || /^(WriteFacts|Analyst)/.test(id),
    );
    const tables = ofType(plainPackage.template, 'AWS::Glue::Table');
    const queries = ofType(plainPackage.template, 'AWS::Athena::NamedQuery');
    assert.equal(tables.length, 7);
    assert.equal(created.length, tables.length + queries.length + 4);
    for (const [id, resource] of created) assert.equal(resource['Condition'], 'HasAnalytics', id);
    assert.deepEqual(at(plainPackage.template['Conditions'], 'HasAnalytics'), {
      'Fn::Equals': ['off', 'on'],
    });
    const id = 'PlanWeekLambdaFunction';
    assert.equal(functionEnvironment(plainPackage.template, id)['REPORTS_FACTS'], 'off');
    assert.equal(functionEnvironment(full.template, id)['REPORTS_FACTS'], 'on');
    const group = full.template.Resources['AnalyticsWorkGroup']?.Properties;
    assert.equal(
      textOf(at(group, 'WorkGroupConfiguration.BytesScannedCutoffPerQuery')),
      '25000000000',
    );
    assert.ok(full.text.includes('s3://${ReportsBucket}/facts/v2/hours/week=${!week}/'));
  });

  it('refers from nothing that is always created to what is created on a condition', () => {
    const resources = Object.entries(plainPackage.template.Resources);
    const [always, sometimes] = [true, false].map((isAlways) =>
      resources.filter(([, resource]) => (resource['Condition'] === undefined) === isAlways),
    );
    assert(always !== undefined && sometimes !== undefined && sometimes.length > 0);
    for (const [id, resource] of always) {
      const text = JSON.stringify(resource);
      for (const [name] of sometimes) {
        assert.doesNotMatch(text, new RegExp(`["{]${name}["}.]`), `${id} refers to ${name}`);
      }
    }
  });

  it('has termination protection', () => {
    const { service } = z
      .object({ service: z.object({ provider: z.record(z.string(), z.unknown()) }) })
      .parse(JSON.parse(plainPackage.stateText));
    assert.equal(service.provider['deletionProtection'], true);
  });

  it('has a dashboard that is valid JSON after substitution', () => {
    const [dashboard] = ofType(plainPackage.template, 'AWS::CloudWatch::Dashboard');
    const body = textOf(at(dashboard?.[1].Properties, 'DashboardBody.Fn::Sub'));
    assert.doesNotThrow(() => void JSON.parse(body.replaceAll(/\$\{[\w.:]+\}/g, 'x')));
    for (const [, id = ''] of body.matchAll(/\$\{(\w+)/g)) {
      assert.ok(id === 'AWS' || id in plainPackage.template.Resources, id);
    }
  });

  for (const [id, entry] of ENTRIES) {
    it(`sets every variable that ${entry} requires when it is loaded`, async () => {
      await load(entry, functionEnvironment(full.template, id));
    });
  }

  it('fails to load a function without a required variable', async () => {
    const { REPORTS_SECRET: _left, ...less } = functionEnvironment(
      plainPackage.template,
      'AuthorizerLambdaFunction',
    );
    await assert.rejects(load('authorizer', less), /REPORTS_SECRET is not set/);
  });

  it("limits every request to less than the gateway's timeout", () => {
    const api = plainPackage.template.Resources['ReportsApiLambdaFunction']?.Properties;
    assert.ok(numberAt(api, 'Timeout') < 30);
  });
});

describe("AWS's own validator", () => {
  const engine = new CelEngine();
  const folder = mkdtempSync(join(tmpdir(), 'validate-'));
  after(() => {
    engine.free();
    rmSync(folder, { recursive: true });
  });

  /** Errors that would stop a deployment, and unknown enumeration values. */
  function faults(content: string): readonly string[] {
    const file = join(folder, 'template.json');
    writeFileSync(file, content);
    return engine
      .validateStandard(new TemplateFile(file))
      .diagnostics.filter(
        ({ severity, ruleId }) =>
          severity === 'FATAL' || severity === 'ERROR' || ruleId === 'W3030',
      )
      .map(({ ruleId, message }) => `${ruleId} ${message}`);
  }

  it('finds no fault with any combination of features', () => {
    assert.deepEqual(faults(plainPackage.text), []);
    assert.deepEqual(faults(full.text), []);
  });

  it('finds an unknown property, a reference to nothing, and an invalid runtime', () => {
    const worker = 'MakeReportLambdaFunction.Properties';
    const bad = [
      { path: `${worker}.Memory`, value: 1 },
      { path: `${worker}.Role`, value: { 'Fn::GetAtt': ['MissingRole', 'Arn'] } },
      { path: `${worker}.Runtime`, value: 'nodejs99.x' },
    ].reduce<Template>(
      (template, { path, value }) => changed(template, { path, value }),
      plainPackage.template,
    );
    assert.ok(faults(JSON.stringify(bad)).length >= 3);
  });
});

describe('a schedule expression', () => {
  it('runs every hour when each hour of each day is listed', () => {
    for (const often of [
      'rate(1 hour)',
      'rate(1 minute)',
      'rate(60 minutes)',
      'cron(5 * * * ? *)',
      'cron(0,30 0-23 ? * SUN-SAT *)',
      'cron(0 */1 1-31 JAN-DEC ? *)',
      'cron(0 0/2,1/2 ? * * *)',
    ]) {
      assert.ok(isScheduleExpression(often) && runsEveryHour(often), often);
    }
    for (const seldom of [
      'rate(61 minutes)',
      'rate(2 hours)',
      'rate(1 day)',
      'cron(0 */2 * * ? *)',
      'cron(0 1-23 * * ? *)',
      'cron(0 * ? * MON *)',
      'cron(0 * L * ? *)',
      'cron(0 * * JAN ? *)',
      'cron(0 * * * ? 2027)',
      'cron(0 5 ? * * *)',
    ]) {
      assert.ok(isScheduleExpression(seldom) && !runsEveryHour(seldom), seldom);
    }
  });

  it('is a rate, or a cron of six fields with one "?" day field', () => {
    for (const good of [
      'rate(1 hour)',
      'rate(30 minutes)',
      'cron(0 6 ? * MON *)',
      'cron(*/15 0-6,12 1 JAN-MAR ? 2027)',
      'cron(0 0 L * ? *)',
    ]) {
      assert.ok(isScheduleExpression(good), good);
    }
    for (const bad of [
      'rate(1 hours)',
      'rate(2 hour)',
      'rate(0 hours)',
      'cron(0 6 * * MON *)',
      'cron(0 6 * * ? )',
      'cron(60 6 ? * MON *)',
      'cron(0 24 ? * MON *)',
      'cron(0 6 ? * MOON *)',
      'cron(0 6-2 ? * MON *)',
      'cron(0 6 ? * ? *)',
      'hourly',
      '',
    ]) {
      assert.ok(!isScheduleExpression(bad), bad);
    }
  });
});
