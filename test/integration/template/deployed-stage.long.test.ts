// What is deployed decides what a deployment and a rollback may do; over the protocols of CloudFormation and S3.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { before, describe, it, type TestContext } from 'node:test';
import { z } from 'zod';
import { ROOT } from '../../../infra/bundle-function.ts';
import type { Template } from '../../../infra/compile-template.ts';
import { compileTemplate } from '../../../infra/compile-template.ts';
import {
  describeDeployed,
  describeDeployments,
  openDeployedStage,
  rollbackProblems,
  updateProblems,
} from '../../../infra/deployed-stage.ts';
import { recordDeployment } from '../../../infra/deployments.ts';
import { functionSettingProblems } from '../../../infra/function-settings.ts';
import { PROTECTED, replacementProblems } from '../../../infra/replacements.ts';
import { release } from '../../../lib/composition/release.ts';
import { startQueryService } from '../../support/aws/query-service.ts';
import { MACHINE } from '../../support/machine-environment.ts';
import { xmlElements } from '../../support/s3/s3-response.ts';
import { startS3 } from '../../support/s3/s3-server.ts';
import { packagePlain, packageTemplate } from './template.ts';

const BUCKET = 'example-feedback-reports';
const PACKAGES = 'deployment-packages';

/** A template with a bucket of this name, and an HTTP API. */
function templateWith(bucket: string): Template {
  return {
    Resources: {
      ReportsBucket: { Type: 'AWS::S3::Bucket', Properties: { BucketName: bucket } },
      HttpApi: { Type: 'AWS::ApiGatewayV2::Api', Properties: { ProtocolType: 'HTTP' } },
    },
  };
}

const OUTPUTS = [
  ['ServerlessDeploymentBucketName', PACKAGES],
  ['LibraryUrl', 'https://reports.example.com'],
  ['DashboardUrl', 'https://console.example.com/#dashboards'],
] as const;

/** AWS with a stack of this template, or none; `uploaded` is what osls uploads in a deployment. */
async function startAws(t: TestContext, template: Template | null) {
  const s3 = await startS3({ buckets: [PACKAGES] });
  const cloudFormation = await startQueryService((operation) => {
    if (operation === 'GetCallerIdentity') return { result: '<Account>000000000000</Account>' };
    if (template === null) {
      return { error: 'ValidationError', message: 'Stack with id x does not exist' };
    }
    return operation === 'GetTemplate'
      ? { result: xmlElements({ TemplateBody: JSON.stringify(template) }) }
      : {
          result: `<Stacks><member><StackName>x</StackName><StackStatus>UPDATE_COMPLETE</StackStatus>
            <Outputs>${OUTPUTS.map(([OutputKey, OutputValue]) => `<member>${xmlElements({ OutputKey, OutputValue })}</member>`).join('')}</Outputs>
            <Tags><member><Key>release</Key><Value>0.2.0+b</Value></member></Tags></member></Stacks>`,
        };
  });
  t.after(async () => {
    await Promise.all([s3.close(), cloudFormation.close()]);
  });
  const environment = {
    ...s3.environment,
    AWS_ENDPOINT_URL_CLOUDFORMATION: cloudFormation.url,
    AWS_ENDPOINT_URL_STS: cloudFormation.url,
  };
  const stage = openDeployedStage('example', s3.region, {
    cloudFormation: cloudFormation.connection,
    s3: { endpoint: s3.url, credentials: s3 },
  });
  const upload = (timestamp: number, uploaded: Template): void => {
    const folder = `serverless/feedback-reports/example/${timestamp}-${new Date(timestamp).toISOString()}`;
    s3.objects(PACKAGES).set(`${folder}/compiled-cloudformation-template.json`, {
      bytes: Buffer.from(JSON.stringify(uploaded)),
      etag: '"0"',
      headers: {},
      checksums: {},
      lastModified: timestamp,
    });
  };
  return { s3, stage, environment, upload };
}

/** Of three deployments in November 2026. */
const [FIRST, SECOND, THIRD] = [1_795_000_000_000, 1_795_100_000_000, 1_795_200_000_000] as const;

describe('a deployment', () => {
  it('is refused where it would replace or delete the bucket or the HTTP API of the stack', async (t) => {
    const { stage } = await startAws(t, templateWith('acme-reports'));
    assert.deepEqual(await updateProblems(stage, templateWith('acme-reports')), []);
    assert.deepEqual(await updateProblems(stage, templateWith('other-reports')), [
      'ReportsBucket of the stack would be replaced (BucketName acme-reports by other-reports): ' +
        PROTECTED.ReportsBucket.loss,
    ]);
    assert.deepEqual(await updateProblems(stage, { Resources: {} }), [
      'ReportsBucket of the stack would be deleted: ' + PROTECTED.ReportsBucket.loss,
      'HttpApi of the stack would be deleted: ' + PROTECTED.HttpApi.loss,
    ]);
  });

  it('is refused where its bucket exists and is not of the stack', async (t) => {
    for (const deployed of [null, { Resources: {} }]) {
      const { s3, stage } = await startAws(t, deployed);
      assert.deepEqual(await updateProblems(stage, templateWith(BUCKET)), []);
      s3.createBucket('acme-reports');
      s3.createBucket('foreign-reports', '999999999999');
      for (const name of ['acme-reports', 'foreign-reports']) {
        assert.deepEqual(await updateProblems(stage, templateWith(name)), [
          `bucket ${name} exists outside the stack, or the right s3:ListBucket is missing: ` +
            'choose another name, or import the bucket into the stack',
        ]);
      }
    }
  });

  it('is listed and restored only when it succeeded', async (t) => {
    const deployed = templateWith('acme-reports');
    const { s3, stage, upload } = await startAws(t, deployed);
    const place = await stage.bucket();
    upload(FIRST, templateWith('old-reports'));
    await recordDeployment(place, '0.1.0+a', FIRST - 1);
    upload(SECOND, deployed);
    await recordDeployment(place, '0.2.0+b', SECOND - 1);
    // A deployment without changes uploads nothing, and one that fails is not recorded.
    await recordDeployment(place, '0.2.0+c', SECOND + 1);
    upload(THIRD, deployed);
    assert.equal(
      await describeDeployments(stage),
      `Release 0.2.0+b is deployed (UPDATE_COMPLETE).

timestamp      started (UTC)        release
${SECOND}  2026-11-19 14:53:20  0.2.0+b
${FIRST}  2026-11-18 11:06:40  0.1.0+a

Not listed, because they failed or were not recorded: 1.
`,
    );
    assert.deepEqual(await rollbackProblems(stage, String(SECOND)), {
      problems: [],
      release: '0.2.0+b',
    });
    const { problems } = await rollbackProblems(stage, String(FIRST));
    assert.match(
      problems.join(),
      /^ReportsBucket .* replaced \(BucketName acme-reports by old-reports\)/,
    );
    for (const timestamp of [String(THIRD), '17']) {
      assert.deepEqual((await rollbackProblems(stage, timestamp)).problems, [
        '--rollback must be a timestamp that --list shows',
      ]);
    }
    // Packages are compared with those of the next deployment, file by file.
    assert.equal(
      [...s3.objects(PACKAGES).keys()].filter((key) => key.startsWith('serverless/')).length,
      3,
    );
  });

  it('is listed and restored with an unknown release where it is older than all records', async (t) => {
    const deployed = templateWith('acme-reports');
    const { stage, upload } = await startAws(t, deployed);
    upload(FIRST, templateWith('old-reports'));
    upload(SECOND, deployed);
    const list = `timestamp      started (UTC)        release
${SECOND}  2026-11-19 14:53:20  unknown
${FIRST}  2026-11-18 11:06:40  unknown

Unknown: deployed by a release that recorded neither this nor whether it succeeded.
`;
    assert.ok((await describeDeployments(stage)).endsWith(`\n\n${list}`));
    upload(THIRD, deployed);
    await recordDeployment(await stage.bucket(), '0.2.0+b', THIRD - 1);
    const newest = `${THIRD}  2026-11-20 18:40:00  0.2.0+b\n`;
    const withNewest = list.replace('release\n', `release\n${newest}`);
    assert.ok((await describeDeployments(stage)).endsWith(`\n\n${withNewest}`));
    assert.deepEqual(await rollbackProblems(stage, String(SECOND)), {
      problems: [],
      release: 'unknown',
    });
    const { problems } = await rollbackProblems(stage, String(FIRST));
    assert.match(problems.join(), /^ReportsBucket .* replaced/);
  });

  it('ends with its release, the addresses of the library and the dashboard, and what to do next', async (t) => {
    const { stage } = await startAws(t, { Resources: {} });
    assert.match(
      describeDeployed(await stage.stack()),
      /Release 0\.2\.0\+b is deployed\.\nReport library: https:\/\/reports\.example\.com\nDashboard: {6}https:\/\/console.*\nNext: /,
    );
  });

  it('says that there is no stack to list', async (t) => {
    const { stage } = await startAws(t, null);
    await assert.rejects(describeDeployments(stage), { name: 'there is no such stack' });
  });
});

describe('the template', () => {
  let packaged: Awaited<ReturnType<typeof packageTemplate>>;
  let alone: Awaited<ReturnType<typeof compileTemplate>>;
  let refused: Awaited<ReturnType<typeof packageTemplate>>;
  before(async () => {
    [packaged, alone, refused] = await Promise.all([
      packagePlain(),
      compileTemplate(['--stage', 'example'], { ...MACHINE, PATH: '' }),
      packageTemplate({
        locale: 'xx',
        apiUrl: 'https://feedback.example.com:99999',
        publicUrl: 'https://169.254.169.254',
        mail: 'on',
        mailFrom: 'a..b@example.com',
      }),
    ]);
  });

  it('denies the replacement and the deletion of what a deployment is refused for', () => {
    const { service } = State.parse(JSON.parse(packaged.stateText));
    const [allow, deny] = service.provider.stackPolicy;
    assert.deepEqual([allow?.Effect, allow?.Action], ['Allow', ['Update:*']]);
    assert.deepEqual([deny?.Effect, deny?.Action], ['Deny', ['Update:Replace', 'Update:Delete']]);
    const protectedIds = Object.keys(PROTECTED);
    assert.deepEqual(
      deny?.Resource,
      protectedIds.map((id) => `LogicalResourceId/${id}`),
    );
    for (const id of protectedIds) assert.ok(id in packaged.template.Resources, id);
    assert.deepEqual(replacementProblems(packaged.template, packaged.template), []);
  });

  it('names the release in the tags and the outputs of the stack', () => {
    const { service } = State.parse(JSON.parse(packaged.stateText));
    // Git is not in the path of the process that compiles it.
    const version = release().split('+', 1).join();
    assert.equal(service.provider.stackTags.release, version);
    const { Outputs: outputs } = Outputs.parse(packaged.template);
    assert.equal(outputs['Release']?.Value, version);
    assert.ok('LibraryUrl' in outputs && 'DashboardUrl' in outputs);
  });

  it('has a dashboard whose name contains the region', () => {
    const { Properties: dashboard } = packaged.template.Resources['Dashboard'] ?? assert.fail();
    assert.deepEqual(dashboard['DashboardName'], {
      'Fn::Sub': 'feedback-reports-example-${AWS::Region}',
    });
  });

  it('is the same with the stage alone, whose parameters come from its file', () => {
    assert.equal(withoutTime(alone.text), withoutTime(packaged.text));
  });

  it('has environments that every function accepts', () => {
    assert.deepEqual(functionSettingProblems(packaged.template), []);
  });

  it('has problems with every setting that a function would refuse at its start', () => {
    assert.deepEqual(
      functionSettingProblems(refused.template).map((problem) => problem.replace(/ must .*/, '')),
      [
        'apiUrl (FEEDBACK_API_URL)',
        'locale (REPORTS_LOCALE)',
        'publicUrl (REPORTS_PUBLIC_URL)',
        'mailFrom (REPORTS_MAIL_FROM)',
      ],
    );
  });
});

describe('npm run deploy', () => {
  it('says what would be replaced and what the functions would refuse before it makes packages', async (t) => {
    const { environment } = await startAws(t, templateWith('acme-reports'));
    const settings = { region: 'eu-north-1', account: '000000000000', bucket: 'other-reports' };
    const more = { apiUrl: 'https://api.example.com', secretName: 'acme/prod', locale: 'xx' };
    const child = spawn(
      process.execPath,
      [
        join(ROOT, 'infra/deploy.ts'),
        ...['--stage', 'nofile'],
        ...Object.entries({ ...settings, ...more }).flatMap(([name, value]) => [
          '--param',
          `${name}=${value}`,
        ]),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...MACHINE, ...environment } },
    );
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    assert.equal(child.exitCode, 2, stderr);
    assert.match(
      stderr,
      /^Nothing was done:\n {2}locale \(REPORTS_LOCALE\) must .*\n {2}ReportsBucket .* replaced .*\n$/,
    );
    assert.doesNotMatch(stdout, /KiB/);
  });
});

/** The folder of the packages contains the time. */
function withoutTime(template: string): string {
  return template.replaceAll(/\d{13}-\d{4}-[\dT:.-]+Z/g, 'TIME');
}

const Statement = z.object({
  Effect: z.string(),
  Action: z.array(z.string()),
  Resource: z.union([z.string(), z.array(z.string())]),
});
const State = z.object({
  service: z.object({
    provider: z.object({
      stackPolicy: z.array(Statement),
      stackTags: z.object({ release: z.string() }),
    }),
  }),
});
const Outputs = z.object({ Outputs: z.record(z.string(), z.object({ Value: z.unknown() })) });
