// Rules on the HTTP API: S9 who may call which route, S10 how often, and what is written down about it.
import type { Json, Template } from './template.ts';
import { at, entriesOf, many, named, numberAt, ofType, textOf } from './template.ts';

/** Open to everybody: the token in the path is the key, the page holds no report, and the description is no secret. */
const OPEN_ROUTES = [
  'GET /d/{token+}',
  'HEAD /d/{token+}',
  'GET /',
  'HEAD /',
  'GET /page/{name}',
  'HEAD /page/{name}',
  'GET /v1/openapi.json',
];

export function routesAreAuthorized(template: Template): readonly string[] {
  return [
    ...ofType(template, 'AWS::ApiGatewayV2::Route').flatMap(([id, { Properties }]) => {
      const isOpen = OPEN_ROUTES.includes(textOf(Properties['RouteKey']));
      switch (Properties['AuthorizationType']) {
        case 'NONE':
          return isOpen ? [] : [`${id} is open to everybody`];
        case 'CUSTOM':
          return named(Properties['AuthorizerId']) in template.Resources
            ? []
            : [`${id} asks nobody`];
        case 'JWT':
          return many(Properties['AuthorizationScopes']).length > 0
            ? []
            : [`${id} takes any token`];
        default:
          return [`${id} does not say who may call`];
      }
    }),
    ...ofType(template, 'AWS::ApiGatewayV2::Authorizer').flatMap(([id, { Properties }]) => [
      ...(textOf(Properties['AuthorizerType']) === 'JWT'
        ? issuerFaults(id, Properties['JwtConfiguration'])
        : cacheFaults(id, Properties)),
      ...(many(Properties['IdentitySource']).every((one) => one === '$request.header.Authorization')
        ? []
        : [`${id} looks for the token elsewhere`]),
    ]),
  ];
}

function issuerFaults(id: string, jwt: Json | undefined): readonly string[] {
  return textOf(at(jwt, 'Issuer')).startsWith('https://') && many(at(jwt, 'Audience')).length > 0
    ? []
    : [`${id} trusts a token that is not for us`];
}

/** A token that was withdrawn works as long as an answer is remembered. */
function cacheFaults(id: string, properties: Json): readonly string[] {
  return numberAt(properties, 'AuthorizerResultTtlInSeconds') <= 60
    ? []
    : [`${id} remembers tokens for too long`];
}

/** Tokens, what the caller asked for, and who it was. The path of a link is a key to a report. */
const PRIVATE =
  /\$context\.(authorizer|path|identity|requestOverride|integration\.path)|query|token|header/i;

interface Limit {
  /** Requests a second, and at once. */
  readonly rate: number;
  readonly burst: number;
}

const LIMIT: Limit = { rate: 10, burst: 20 };

/** What people look at, all at the same time; whoever is turned away there can do nothing. */
const READING: Limit = { rate: 50, burst: 100 };
/** One look asks for several. */
const FILES: Limit = { rate: 100, burst: 200 };
/** As many as people look at, but each may keep a processor busy for seconds. */
const HEAVY: Limit = { rate: 25, burst: 50 };
const REPORT = 'GET /v1/reports/{week}/{folder}';
const OWN_LIMITS: Readonly<Record<string, Limit>> = {
  'GET /d/{token+}': READING,
  'HEAD /d/{token+}': READING,
  'GET /': READING,
  'HEAD /': READING,
  'GET /page/{name}': FILES,
  'HEAD /page/{name}': FILES,
  'GET /v1/folders': READING,
  'GET /v1/weeks': READING,
  'GET /v1/weeks/{week}': HEAVY,
  [REPORT]: READING,
  [`${REPORT}/content`]: READING,
  [`${REPORT}/revisions`]: HEAVY,
  [`${REPORT}/files`]: READING,
};

function limitFaults(id: string, settings: Json | undefined, { rate, burst }: Limit): string[] {
  const found = {
    rate: numberAt(settings, 'ThrottlingRateLimit'),
    burst: numberAt(settings, 'ThrottlingBurstLimit'),
  };
  return [
    ...(found.rate > 0 && found.rate <= rate ? [] : [`${id}: ${found.rate} requests a second`]),
    ...(found.burst > 0 && found.burst <= burst ? [] : [`${id}: ${found.burst} requests at once`]),
  ];
}

/** Routes with limits of their own: those that are meant and no others, and none before its route is there. */
function routeFaults(template: Template, id: string): readonly string[] {
  const stage = template.Resources[id];
  const routes = ofType(template, 'AWS::ApiGatewayV2::Route');
  const limited = entriesOf(stage?.Properties['RouteSettings']);
  const crowded = Object.keys(OWN_LIMITS)
    .filter((key) => !limited.some(([one]) => one === key))
    .map((key) => `${id}: ${key} shares the limit of what is seldom asked`);
  const faults = limited.flatMap(([key, settings]) => {
    const limit = OWN_LIMITS[key];
    if (limit === undefined) return [`${id}: ${key} has limits of its own`];
    const [route = ''] = routes.find(([, it]) => it.Properties['RouteKey'] === key) ?? [];
    return [
      ...limitFaults(`${id}: ${key}`, settings, limit),
      ...(many(stage?.['DependsOn']).includes(route) ? [] : [`${id} may come before ${key}`]),
    ];
  });
  return [...crowded, ...faults];
}

export function stageIsLimited(template: Template): readonly string[] {
  const apis = ofType(template, 'AWS::ApiGatewayV2::Api');
  return [
    ...apis
      .filter(([, { Properties }]) =>
        many(at(Properties, 'CorsConfiguration.AllowOrigins')).includes('*'),
      )
      .map(([id]) => `${id} answers every site's scripts`),
    ...ofType(template, 'AWS::ApiGatewayV2::Stage').flatMap(([id, { Properties }]) => {
      const format = at(Properties, 'AccessLogSettings.Format');
      return [
        ...limitFaults(id, Properties['DefaultRouteSettings'], LIMIT),
        ...(named(at(Properties, 'AccessLogSettings.DestinationArn')) in template.Resources
          ? []
          : [`${id} keeps no access log`]),
        ...(typeof format === 'string' && !PRIVATE.test(format)
          ? []
          : [`${id} logs what is private`]),
        ...routeFaults(template, id),
      ];
    }),
  ];
}
