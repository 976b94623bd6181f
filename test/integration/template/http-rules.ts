// Rules on the HTTP API: S9 authorization of routes, S10 rate limits and access logs.
import type { Json, Template } from './template.ts';
import { at, entriesOf, many, named, numberAt, ofType, textOf } from './template.ts';

/** Pages and buttons of a message. */
const SUBSCRIPTION_ROUTES = ['confirm', 'unsubscribe'].flatMap((purpose) =>
  ['GET', 'HEAD', 'POST'].map((method) => `${method} /subscriptions/${purpose}/{token}`),
);

/**
 * Without authorization: links and messages have a token in the path, the page contains no report, a new access link goes only to
 * an address that has subscribed, and the API description is public.
 */
const PUBLIC_ROUTES = [
  ...SUBSCRIPTION_ROUTES,
  'POST /subscriptions/access',
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
      const isPublic = PUBLIC_ROUTES.includes(textOf(Properties['RouteKey']));
      switch (Properties['AuthorizationType']) {
        case 'NONE':
          return isPublic ? [] : [`${id} is public`];
        case 'CUSTOM':
          return named(Properties['AuthorizerId']) in template.Resources
            ? []
            : [`${id} has no authorizer`];
        case 'JWT':
          return many(Properties['AuthorizationScopes']).length > 0
            ? []
            : [`${id} accepts any token`];
        default:
          return [`${id} has no authorization type`];
      }
    }),
    ...ofType(template, 'AWS::ApiGatewayV2::Authorizer').flatMap(([id, { Properties }]) => [
      ...(textOf(Properties['AuthorizerType']) === 'JWT'
        ? issuerFaults(id, Properties['JwtConfiguration'])
        : cacheFaults(id, Properties)),
      ...(many(Properties['IdentitySource']).every(
        (source) => source === '$request.header.Authorization',
      )
        ? []
        : [`${id} reads the token from another place`]),
    ]),
  ];
}

function issuerFaults(id: string, jwt: Json | undefined): readonly string[] {
  return textOf(at(jwt, 'Issuer')).startsWith('https://') && many(at(jwt, 'Audience')).length > 0
    ? []
    : [`${id} accepts tokens of another audience`];
}

/** A revoked token works for as long as its authorization is cached. */
function cacheFaults(id: string, properties: Json): readonly string[] {
  return numberAt(properties, 'AuthorizerResultTtlInSeconds') <= 60
    ? []
    : [`${id} caches authorizations for too long`];
}

/** Tokens, requests and identities of clients. The path of a link contains its token. */
const PRIVATE =
  /\$context\.(authorizer|path|identity|requestOverride|integration\.path)|query|token|header/i;

interface Limit {
  /** Requests per second, and the burst limit. */
  readonly rate: number;
  readonly burst: number;
}

const LIMIT: Limit = { rate: 10, burst: 20 };

/** Requests of readers, many at the same time, who cannot do anything about a rejected request. */
const READING: Limit = { rate: 50, burst: 100 };
/** One view loads several files. */
const FILES: Limit = { rate: 100, burst: 200 };
/** As many as other requests of readers, but each may use a processor for seconds. */
const HEAVY: Limit = { rate: 25, burst: 50 };
/** Anybody may send them. */
const OPEN: Limit = { rate: 5, burst: 20 };
const REPORT = 'GET /v1/reports/{week}/{folder}';
const OWN_LIMITS: Readonly<Record<string, Limit>> = {
  'GET /d/{token+}': READING,
  'HEAD /d/{token+}': READING,
  'GET /': READING,
  'HEAD /': READING,
  'GET /page/{name}': FILES,
  'HEAD /page/{name}': FILES,
  'GET /v1/me': READING,
  'GET /v1/folders': READING,
  'GET /v1/weeks': READING,
  'GET /v1/weeks/{week}': HEAVY,
  'GET /v1/figures': HEAVY,
  [REPORT]: READING,
  [`${REPORT}/content`]: READING,
  [`${REPORT}/view`]: READING,
  [`${REPORT}/revisions`]: HEAVY,
  [`${REPORT}/files`]: READING,
  ...Object.fromEntries(SUBSCRIPTION_ROUTES.map((route) => [route, READING])),
  'GET /v1/notes': READING,
  'POST /subscriptions/access': OPEN,
  'GET /v1/subscriptions': HEAVY,
  'GET /v1/deliveries': HEAVY,
};

function limitFaults(id: string, settings: Json | undefined, { rate, burst }: Limit): string[] {
  const actual = {
    rate: numberAt(settings, 'ThrottlingRateLimit'),
    burst: numberAt(settings, 'ThrottlingBurstLimit'),
  };
  return [
    ...(actual.rate > 0 && actual.rate <= rate ? [] : [`${id}: ${actual.rate} requests a second`]),
    ...(actual.burst > 0 && actual.burst <= burst
      ? []
      : [`${id}: ${actual.burst} requests at once`]),
  ];
}

/** Routes with limits of their own: those that are meant and no others, and none before its route is there. */
function routeFaults(template: Template, id: string): readonly string[] {
  const stage = template.Resources[id];
  const routes = ofType(template, 'AWS::ApiGatewayV2::Route');
  const limited = entriesOf(stage?.Properties['RouteSettings']);
  const crowded = Object.keys(OWN_LIMITS)
    .filter((key) => !limited.some(([limitedKey]) => limitedKey === key))
    .map((key) => `${id}: ${key} shares the limit of what is seldom asked`);
  const faults = limited.flatMap(([key, settings]) => {
    const limit = OWN_LIMITS[key];
    if (limit === undefined) return [`${id}: ${key} has limits of its own`];
    const [route = ''] =
      routes.find(([, candidate]) => candidate.Properties['RouteKey'] === key) ?? [];
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
