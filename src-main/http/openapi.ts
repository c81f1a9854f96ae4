import { hasUser } from '../service/authenticate.ts'
import { otherBodiesOf } from '../service/other-bodies.ts'
import { z } from 'zod'
import { NewPresentationDefinition } from '../../shared/presentation-exchange/definition.ts'
import { KEYSTORE_API_VERSION, VAULT_API_VERSION } from '../../shared/contract/component.ts'
import { ERROR_CATALOGUE, ErrorBody } from '../../shared/contract/errors.ts'
import type { ErrorCode } from '../../shared/contract/errors.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { FORM_TYPE } from './form-reader.ts'
import { BEFORE_THE_FIRST_CALL, GROUP_NOTES, notesOf } from './operation-notes.ts'
import { memberOf } from '../../shared/presentation-exchange/json.ts'
import { WAITING_LIMITS } from '../service/fair-queue.ts'
import { MAX_WAITING_GROUP } from '../service/headers.ts'

/** The parts that have an OpenAPI document of their own. */
export const DOCUMENTED_PARTS = ['vault', 'keystore', 'exchange', 'verifier'] as const
export type DocumentedPart = (typeof DOCUMENTED_PARTS)[number]

type Json = Readonly<Record<string, unknown>>

/** The prefix of references to named schemas, and the prefix that zod generates. */
const SCHEMA_REFERENCE = '#/components/schemas/'
const ZOD_REFERENCE = '#/$defs/'

export interface OpenApiDocument extends Json {
  /** Operations by path, then by method in lower case. */
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>
  readonly components: { readonly securitySchemes: Json; readonly schemas: Readonly<Record<string, Json>> }
}

export interface DescribedOperation extends Json {
  readonly tags: readonly string[]
  readonly parameters: readonly Json[]
  readonly requestBody?: Json
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

/** The scheme names are those of published clients. */
const SECURITY_SCHEMES: Json = {
  userAuthToken: apiKey('Authorization', 'Access token, with or without "Bearer "'),
  oidcToken: apiKey('oidc_token', 'JSON Web Token of a configured issuer'),
  oidc2UserAuthToken: apiKey('authorizationoidc2', 'The same in the header of the second variant'),
  subscriptionKey: apiKey('Service-Subscription-Key', 'Key of the integrator; also as Meeco-Subscription-Key'),
  delegationId: apiKey('Service-Delegation-Id', 'Id of the user to act for; also as Meeco-Delegation-Id'),
  operatorPassword: apiKey('admin_password', 'Password of the operator; also as admin-password'),
}

/** Marked as an extension, because the published interface lacks this header. */
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

/** Errors before the operation is known. */
const UNREADABLE = ['bad_request', 'request_timeout', 'headers_too_large', 'server_busy'] as const

/** The codes that an operation can answer besides its own. */
function commonErrors(operation: Operation): readonly ErrorCode[] {
  return [
    ...UNREADABLE,
    ...(operation.query || operation.body ? (['invalid_params', 'param_missing'] as const) : []),
    ...(operation.api === 'verifier' && operation.auth === 'none' ? [] : (['subscription_key_invalid'] as const)),
    ...(hasUser(operation) ? (['unauthorized', 'agent_suspended'] as const) : []),
    ...(isForOperator(operation) ? (['admin_password_invalid', 'too_many_requests'] as const) : []),
    'forbidden',
    'precondition_failed',
    ...(hasUser(operation) && operation.delegation !== 'ignored' ? (['delegation_not_permitted'] as const) : []),
    ...(operation.params ? (['not_found'] as const) : []),
    ...(operation.body ? (['payload_too_large', 'unsupported_media_type'] as const) : []),
    ...(operation.api === 'vault' ? (['upgrade_required'] as const) : []),
    'workspace_locked',
    'internal_error',
    'storage_damaged',
    ...STORAGE_ERRORS[durabilityOf(operation)],
  ]
}

/** Errors of the storage. Writes that may be lost work on a read-only disk. */
const STORAGE_ERRORS = {
  nothing: [],
  volatile: ['storage_full'],
  durable: ['storage_full', 'storage_read_only'],
} as const

function durabilityOf(operation: Operation): keyof typeof STORAGE_ERRORS {
  if (operation.writesMayBeLost) return 'volatile'
  return takesBody(operation) ? 'durable' : 'nothing'
}

/**
 * Generates the OpenAPI 3.1 document of one part from the registry. Schemas with an `id` in the contract are named
 * under `components.schemas` and used by reference.
 *
 * @throws {Error} when two different schemas have one name
 */
export function openApiDocument(part: DocumentedPart, operations: readonly Operation[]): OpenApiDocument {
  const { value: paths, schemas } = collectNamedSchemas(pathsOf(listedOperations(part, operations)))
  return {
    openapi: '3.1.0',
    info: { title: TITLES[part], version: VERSIONS[part], description: BEFORE_THE_FIRST_CALL },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: `/${part}` }],
    tags: groupsOf(part, paths),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, schemas },
  }
}

/** The groups of operations with their descriptions. */
function groupsOf(part: DocumentedPart, paths: OpenApiDocument['paths']): readonly Json[] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const names = new Set(operations.flatMap(({ tags }) => tags))
  return [...names].map((name) => ({ name, description: GROUP_NOTES[part]?.[name] }))
}

/** Leaves out operations whose addresses callers get from an answer. */
function listedOperations(part: DocumentedPart, operations: readonly Operation[]): readonly Operation[] {
  return operations.filter(({ api, extension }) => api === part && extension !== 'unlisted')
}

function pathsOf(operations: readonly Operation[]): OpenApiDocument['paths'] {
  const paths: Record<string, Record<string, DescribedOperation>> = {}
  for (const operation of operations) {
    const methods = (paths[operation.path] ??= {})
    methods[operation.method.toLowerCase()] = describeOperation(operation)
  }
  return paths
}

/** Describes an operation as an OpenAPI Operation Object. The schemas it refers to are still in `$defs`. */
function describeOperation(operation: Operation): DescribedOperation {
  const security = securityOf(operation)
  return {
    operationId: operation.name,
    summary: operation.summary,
    description: notesOf(operation),
    tags: [operation.path.split('/')[1] ?? ''],
    ...(operation.extension && { 'x-extension': true }),
    ...(operation.aliases && { 'x-aliases': operation.aliases }),
    parameters: [
      ...parametersOf('path', operation.params),
      ...parametersOf('query', operation.query),
      ...(operation.waitingGroup ? [WAITING_GROUP] : []),
    ],
    ...(operation.body &&
      takesBody(operation) && { requestBody: requestBodyOf(operation.publishedBody ?? operation.body, operation) }),
    responses: responsesOf(operation),
    security,
  }
}

/** A session of our own, or the token of an identity provider in either header. */
const SIGNED_IN: readonly Json[] = [{ userAuthToken: [] }, { oidcToken: [] }, { oidc2UserAuthToken: [] }]

/** Each entry is one sufficient combination of credentials. */
function securityOf(operation: Operation): readonly Json[] {
  const keys = keysOf(operation)
  const users: readonly Json[] =
    operation.auth === 'user'
      ? SIGNED_IN
      : operation.auth === 'token'
        ? [{ userAuthToken: [] }]
        : operation.auth === 'optional'
          ? [{}, ...SIGNED_IN]
          : operation.auth === 'operator'
            ? [{ operatorPassword: [] }]
            : operation.auth === 'operator_user'
              ? SIGNED_IN.map((user) => ({ operatorPassword: [], ...user }))
              : operation.delegation === 'ignored'
                ? [{}]
                : [{}, ...SIGNED_IN.map((user) => ({ ...user, delegationId: [] }))] // for anybody, and for delegates
  const acting: readonly Json[] = mayActForOthers(operation) ? [{}, { delegationId: [] }] : [{}]
  return users.flatMap((user) =>
    keys.flatMap((key) => acting.map((delegation) => ({ ...user, ...key, ...delegation }))),
  )
}

function keysOf({ api, auth }: Operation): readonly Json[] {
  if (api === 'exchange' || auth === 'key') return [{ subscriptionKey: [] }]
  return api === 'verifier' ? [{}] : [{}, { subscriptionKey: [] }]
}

function isForOperator({ auth }: Operation): boolean {
  return auth === 'operator' || auth === 'operator_user'
}

function mayActForOthers(operation: Operation): boolean {
  return hasUser(operation) && operation.delegation !== 'ignored' && operation.delegation !== 'refused'
}

function takesBody({ method }: Operation): boolean {
  return method !== 'GET' && method !== 'HEAD'
}

function parametersOf(place: 'path' | 'query', schema: z.ZodObject | undefined): readonly Json[] {
  if (schema === undefined) return []
  const { required } = objectSchema(schemaOf(schema, 'input'))
  return Object.entries(schema.shape).flatMap(([name, value]) =>
    // Members of an object are schemas; zod types them for its own core.
    alternativesOf(schemaOf(value as z.ZodType, 'input')).flatMap((property) =>
      parametersFor(name, property).map((parameter) => ({
        in: place,
        required: place === 'path' || required.includes(name),
        ...parameter,
      })),
    ),
  )
}

/** A value that may be a text or a record is described as two parameters. */
function alternativesOf(property: Json): readonly Json[] {
  const { anyOf } = property
  return Array.isArray(anyOf) && anyOf.some(isObjectSchema) ? (anyOf as readonly Json[]) : [property]
}

/** Each member of a record is a parameter `name[member]`; a list is one text with commas. */
function parametersFor(name: string, property: Json): readonly Json[] {
  if (isObjectSchema(property)) {
    return Object.entries(objectSchema(property).properties).map(([member, schema]) => ({
      name: `${name}[${member}]`,
      schema,
    }))
  }
  return [{ name, schema: property, ...(property['type'] === 'array' && { style: 'form', explode: false }) }]
}

function requestBodyOf(body: z.ZodType, operation: Operation): Json {
  const json = schemaOf(body, 'input')
  const { types = {}, fields, only = false } = otherBodiesOf(operation) ?? {}
  if (only) return { content: Object.fromEntries(Object.keys(types).map((type) => [type, { schema: json }])) }
  const schemas = { json, text: { type: 'string' }, fields: fields && schemaOf(fields, 'input') }
  const others = Object.entries(types).map(([type, reading]): [string, Json] => [type, { schema: schemas[reading] }])
  const content: Json = {
    'application/json': { schema: json },
    ...Object.fromEntries(others),
    ...(operation.requestForm === 'fields' && { [FORM_TYPE]: { schema: json } }),
  }
  return { required: !mayBeEmpty(json), content }
}

/** Whether an object without members is valid. */
function mayBeEmpty(json: Json): boolean {
  const { $ref, $defs } = json
  const whole = typeof $ref === 'string' ? memberOf($defs, $ref.replace(ZOD_REFERENCE, '')) : json
  return isObjectSchema(whole) && objectSchema(whole).required.length === 0
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
    ...(operation.alwaysRefused !== true && { [status]: success }),
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
    content: { 'application/json': { schema: schemaOf(ErrorBody, 'output') } },
    'x-error-codes': codes,
  }
}

/** Schemas of bodies that the handler validates instead of the contract, by name. */
const CHECKED_ELSEWHERE = new Map<string | undefined, z.ZodType>([
  ['NewPresentationDefinition', NewPresentationDefinition],
])

/**
 * Converts a contract schema to JSON Schema. Rules in code and transformed texts are described by the schema's
 * metadata, which replaces the generated schema if it has a type. A schema with a name becomes a reference to a
 * definition in `$defs`.
 */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  // The schema is converted within a list, because zod inlines the outermost schema even if it has a name.
  const { items, $defs } = z.toJSONSchema(z.array(schema), {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const meta = z.globalRegistry.get(zodSchema)
      if (meta?.['type'] !== undefined) delete jsonSchema.anyOf
      const checkedBy = CHECKED_ELSEWHERE.get(meta?.id)
      if (checkedBy === undefined) return
      const { $schema: _dialect, ...shape } = z.toJSONSchema(checkedBy, { io })
      Object.assign(jsonSchema, shape)
    },
  })
  return { ...(items as Json), ...($defs && { $defs }) }
}

/** Collects all `$defs` by name, and points the references to them. */
function collectNamedSchemas<Value>(value: Value): { readonly value: Value; readonly schemas: Record<string, Json> } {
  const found = new Map<string, Json>()
  // The shape stays the same: only references and `$defs` change, which are not part of any type.
  const moved = moveDefinitions(value, found) as Value
  return { value: moved, schemas: Object.fromEntries([...found].sort(([one], [other]) => (one < other ? -1 : 1))) }
}

function moveDefinitions(value: unknown, found: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((entry) => moveDefinitions(entry, found))
  if (typeof value !== 'object' || value === null) return value
  const { $defs = {}, ...own } = value as Json
  for (const [name, schema] of Object.entries($defs as Json)) addNamed(name, schema as Json, found)
  return Object.fromEntries(
    Object.entries(own).map(([key, entry]) => [
      key,
      key === '$ref' ? String(entry).replace(ZOD_REFERENCE, SCHEMA_REFERENCE) : moveDefinitions(entry, found),
    ]),
  )
}

function addNamed(name: string, { id: _name, ...schema }: Json, found: Map<string, Json>): void {
  const moved = moveDefinitions(schema, found) as Json
  const known = found.get(name)
  if (known !== undefined && JSON.stringify(known) !== JSON.stringify(moved)) {
    throw new Error(`two different schemas are named ${name}`)
  }
  found.set(name, moved)
}

function objectSchema(json: Json): { readonly properties: Json; readonly required: readonly string[] } {
  const { properties, required } = json
  return {
    properties: typeof properties === 'object' && properties !== null ? { ...properties } : {},
    required: Array.isArray(required) ? required.filter((name): name is string => typeof name === 'string') : [],
  }
}

function isObjectSchema(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'object'
}
