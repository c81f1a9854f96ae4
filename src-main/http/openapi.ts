import { z } from 'zod'
import { KEYSTORE_API_VERSION, VAULT_API_VERSION } from '../../shared/contract/component.ts'
import { ERROR_CATALOGUE, ErrorBody } from '../../shared/contract/errors.ts'
import type { ErrorCode } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { WAITING_LIMITS } from '../service/fair-queue.ts'
import { MAX_WAITING_GROUP } from '../service/headers.ts'

/** The parts that have a document of their own. */
export const DOCUMENTED_PARTS = ['vault', 'keystore', 'exchange', 'verifier'] as const
export type DocumentedPart = (typeof DOCUMENTED_PARTS)[number]

type Json = Readonly<Record<string, unknown>>

export interface OpenApiDocument extends Json {
  /** By path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
}

export interface DescribedOperation extends Json {
  readonly parameters: readonly Json[]
  readonly requestBody?: Json
  /** By status. */
  readonly responses: Json
}

const TITLES: Readonly<Record<DocumentedPart, string>> = {
  vault: 'Vault API',
  keystore: 'Key-store API',
  exchange: 'Exchange API',
  verifier: 'Verifier application',
}

const VERSIONS: Readonly<Record<DocumentedPart, string>> = {
  vault: VAULT_API_VERSION,
  keystore: KEYSTORE_API_VERSION,
  exchange: '1.0.0',
  verifier: '1.0.0',
}

const apiKey = (name: string, description: string): Json => ({ type: 'apiKey', in: 'header', name, description })

/** Scheme names as the requirement writes them. */
const SECURITY_SCHEMES: Json = {
  userAuthToken: apiKey('Authorization', 'Access token, with or without "Bearer "'),
  oidc2UserAuthToken: apiKey(
    'authorizationoidc2',
    'JSON Web Token of a configured issuer; also in the header oidc_token',
  ),
  subscriptionKey: apiKey('Service-Subscription-Key', 'Key of the integrator; also as Meeco-Subscription-Key'),
  delegationId: apiKey('Service-Delegation-Id', 'Id of the user to act for; also as Meeco-Delegation-Id'),
  operatorPassword: apiKey('admin_password', 'Password of the operator; also as admin-password'),
}

/** No header of the published interface, so it is marked. */
const WAITING_GROUP: Json = {
  name: 'Service-Waiting-Group',
  in: 'header',
  required: false,
  description:
    'For which of your own callers this is: groups of one key take turns where tasks wait. ' +
    `It gives no right; a longer name is cut; at most ${WAITING_LIMITS.ofGroup} tasks of a group wait, then 429.`,
  schema: { type: 'string', maxLength: MAX_WAITING_GROUP },
  'x-extension': true,
}

/** Codes that any operation can answer, besides its own. */
export function commonErrors(operation: Operation): readonly ErrorCode[] {
  return [
    'bad_request',
    ...(operation.query || operation.body ? (['invalid_params', 'param_missing'] as const) : []),
    ...(operation.api === 'verifier' && operation.auth === 'none' ? [] : (['subscription_key_invalid'] as const)),
    ...(isForUsers(operation) ? (['unauthorized'] as const) : []),
    ...(isForOperator(operation) ? (['admin_password_invalid', 'too_many_requests'] as const) : []),
    'forbidden',
    ...(isForUsers(operation) && operation.delegation !== 'ignored' ? (['delegation_not_permitted'] as const) : []),
    ...(operation.params ? (['not_found'] as const) : []),
    ...(operation.body ? (['payload_too_large', 'unsupported_media_type', 'server_busy'] as const) : []),
    ...(operation.api === 'vault' ? (['upgrade_required'] as const) : []),
    'workspace_locked',
    'internal_error',
    ...(takesBody(operation) ? (['storage_full'] as const) : []),
  ]
}

/** The OpenAPI 3.1 document of one part, made from the registry; nothing in it is written twice. */
export function openApiDocument(part: DocumentedPart, operations: readonly Operation[]): OpenApiDocument {
  return {
    openapi: '3.1.0',
    info: { title: TITLES[part], version: VERSIONS[part] },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: `/${part}` }],
    paths: pathsOf(operations.filter(({ api }) => api === part)),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Errors: schemaOf(ErrorBody, 'output') },
    },
  }
}

function pathsOf(operations: readonly Operation[]): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, DescribedOperation>> = {}
  for (const operation of operations) {
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = describeOperation(operation)
  }
  return paths
}

/** One operation as an OpenAPI Operation Object. */
export function describeOperation(operation: Operation): DescribedOperation {
  const security = securityOf(operation)
  return {
    operationId: operation.name,
    summary: operation.summary,
    tags: [operation.path.split('/')[1] ?? ''],
    ...(operation.extension && { 'x-extension': true }),
    ...(operation.aliases && { 'x-aliases': operation.aliases }),
    parameters: [
      ...parametersOf('path', operation.params),
      ...parametersOf('query', operation.query),
      ...(operation.waitingGroup ? [WAITING_GROUP] : []),
    ],
    ...(operation.body && takesBody(operation) && { requestBody: requestBodyOf(operation.body, operation.bodyTypes) }),
    responses: responsesOf(operation),
    security,
  }
}

/** Each entry is one sufficient combination; the subscription key is mandatory for the exchange and for the desk. */
function securityOf(operation: Operation): readonly Json[] {
  const keys = keysOf(operation)
  const users: readonly Json[] =
    operation.auth === 'user'
      ? [{ userAuthToken: [] }, { oidc2UserAuthToken: [] }]
      : operation.auth === 'token'
        ? [{ userAuthToken: [] }]
        : operation.auth === 'optional'
          ? [{}, { userAuthToken: [] }, { oidc2UserAuthToken: [] }]
          : operation.auth === 'operator'
            ? [{ operatorPassword: [] }]
            : operation.auth === 'operator_user'
              ? [{ operatorPassword: [], userAuthToken: [] }]
              : [{}]
  const acting: readonly Json[] = mayActForOthers(operation) ? [{}, { delegationId: [] }] : [{}]
  return users.flatMap((user) =>
    keys.flatMap((key) => acting.map((delegation) => ({ ...user, ...key, ...delegation }))),
  )
}

function keysOf({ api, auth }: Operation): readonly Json[] {
  if (api === 'exchange' || auth === 'key') return [{ subscriptionKey: [] }]
  return api === 'verifier' ? [{}] : [{}, { subscriptionKey: [] }]
}

function isForUsers({ auth }: Operation): boolean {
  return auth === 'user' || auth === 'token' || auth === 'optional' || auth === 'operator_user'
}

function isForOperator({ auth }: Operation): boolean {
  return auth === 'operator' || auth === 'operator_user'
}

function mayActForOthers(operation: Operation): boolean {
  return isForUsers(operation) && operation.delegation !== 'ignored' && operation.delegation !== 'refused'
}

function takesBody({ method }: Operation): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): readonly Json[] {
  if (schema === undefined) return []
  const { properties, required } = objectSchema(schemaOf(schema, 'input'))
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(place === 'query' && isObjectSchema(property) && { style: 'deepObject' }),
  }))
}

function requestBodyOf(schema: z.ZodType, otherTypes: readonly string[] = []): Json {
  const json = schemaOf(schema, 'input')
  return {
    required: objectSchema(json).required.length > 0,
    content: Object.fromEntries(['application/json', ...otherTypes].map((type) => [type, { schema: json }])),
  }
}

const LOCATION: Json = { Location: { required: true, schema: { type: 'string', format: 'uri-reference' } } }

function responsesOf(operation: Operation): Json {
  const { status, otherStatus, body, media } = operation.success
  const success = {
    description: operation.summary,
    ...(status === 302 && { headers: LOCATION }),
    ...(body && {
      content: media ? mediaContent(media) : { 'application/json': { schema: schemaOf(body, 'output') } },
    }),
  }
  return {
    [status]: success,
    ...(otherStatus !== undefined && { [otherStatus]: success }),
    ...errorResponses([...operation.errors, ...commonErrors(operation)]),
  }
}

function mediaContent(types: readonly string[]): Json {
  return Object.fromEntries(types.map((type) => [type, {}]))
}

function errorResponses(codes: readonly ErrorCode[]): Json {
  const byStatus = new Map<number, Set<ErrorCode>>()
  for (const code of codes) {
    const { status } = ERROR_CATALOGUE[code]
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code))
  }
  const entries = [...byStatus].sort(([one], [other]) => one - other)
  return Object.fromEntries(entries.map(([status, found]) => [status, errorResponse([...found])]))
}

function errorResponse(codes: readonly ErrorCode[]): Json {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CATALOGUE[code].meaning}`).join('\n\n'),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Errors' } } },
    'x-error-codes': codes,
  }
}

/**
 * JSON Schema of a contract schema. What JSON Schema cannot say (a rule in code, a transformed text) is described by
 * the schema's own metadata, and where that names a type, by nothing else.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema)
      if (meta?.['type'] !== undefined) delete jsonSchema.anyOf
    },
  })
  return json
}

function objectSchema(json: Json): { readonly properties: Json; readonly required: readonly string[] } {
  const { properties, required } = json
  return {
    properties: typeof properties === 'object' && properties !== null ? { ...properties } : {},
    required: Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [],
  }
}

function isObjectSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'object'
}
