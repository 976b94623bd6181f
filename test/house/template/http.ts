// Rules on the HTTP API: S9 who may call which route, S10 how often, and what is written down about it.
import type { Json, Template } from './template.ts';
import { at, many, named, numberAt, ofType, textOf, unlessAbsent } from './template.ts';

/** Open to everybody: the token in the path is the key, and the description is no secret. */
const OPEN_ROUTES = ['GET /d/{token}', 'GET /v1/openapi.json'];

export function routesAskWhoCalls(template: Template): readonly string[] {
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

/** Tokens, what the caller asked for, and who it was. The path of GET /d/{token} is a key to a report. */
const PRIVATE =
  /\$context\.(authorizer|path|identity|requestOverride|integration\.path)|query|token|header/i;

export function stageIsLimited(template: Template): readonly string[] {
  const apis = ofType(template, 'AWS::ApiGatewayV2::Api');
  return [
    ...apis
      .filter(([, { Properties }]) =>
        many(at(Properties, 'CorsConfiguration.AllowOrigins')).includes('*'),
      )
      .map(([id]) => `${id} answers every site's scripts`),
    ...ofType(template, 'AWS::ApiGatewayV2::Stage').flatMap((stage) => {
      const [id, { Properties }] = stage;
      const rate = numberAt(Properties, 'DefaultRouteSettings.ThrottlingRateLimit');
      const burst = numberAt(Properties, 'DefaultRouteSettings.ThrottlingBurstLimit');
      const format = at(Properties, 'AccessLogSettings.Format');
      return [
        ...(rate > 0 && rate <= 10 ? [] : [`${id}: ${rate} requests a second`]),
        ...(burst > 0 && burst <= 20 ? [] : [`${id}: ${burst} requests at once`]),
        ...(named(at(Properties, 'AccessLogSettings.DestinationArn')) in template.Resources
          ? []
          : [`${id} keeps no access log`]),
        ...(typeof format === 'string' && !PRIVATE.test(format)
          ? []
          : [`${id} logs what is private`]),
        ...unlessAbsent(stage, 'RouteSettings'),
      ];
    }),
  ];
}
