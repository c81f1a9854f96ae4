import { isJson } from './reference-document.ts'
import type { DescribedParameter, Json, ReferenceDocument, ReferenceOperation } from './reference-document.ts'

/** The data of one call, for an example in any language. */
export interface ExampleCall {
  readonly method: string
  /** The path after the origin, with the prefix of its part. */
  readonly path: string
  readonly operation: ReferenceOperation
}

export const EXAMPLE_KINDS = ['curl', 'fetch', 'sdk'] as const
export type ExampleKind = (typeof EXAMPLE_KINDS)[number]

/** Headers by the scheme that asks for them; the value is a variable, because a secret is no argument of a command. */
const SECRETS: Readonly<Record<string, readonly [header: string, variable: string]>> = {
  userAuthToken: ['Authorization', 'ACCESS_TOKEN'],
  oidcToken: ['oidc_token', 'OIDC_TOKEN'],
  oidc2UserAuthToken: ['authorizationoidc2', 'OIDC_TOKEN'],
  subscriptionKey: ['Service-Subscription-Key', 'SUBSCRIPTION_KEY'],
  delegationId: ['Service-Delegation-Id', 'USER_ID'],
  operatorPassword: ['admin_password', 'OPERATOR_PASSWORD'],
}

/** The required input of a call: mandatory parameters, one way of authentication, and a body of the schema. */
export function exampleOf(kind: ExampleKind, call: ExampleCall, document: ReferenceDocument, origin: string): string {
  const { operation } = call
  const headers = Object.keys(operation.security[0] ?? {}).flatMap((scheme) => [SECRETS[scheme] ?? []].filter(isPair))
  const [mediaType, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const body = content && exampleValue(content.schema, document)
  return WRITERS[kind]({
    ...call,
    origin,
    headers,
    mediaType,
    body,
    query: requiredOf(operation, 'query', document),
  })
}

interface WrittenCall extends ExampleCall {
  readonly origin: string
  readonly headers: readonly (readonly [string, string])[]
  readonly mediaType: string | undefined
  readonly body: unknown
  readonly query: readonly (readonly [string, unknown])[]
}

const WRITERS: Readonly<Record<ExampleKind, (call: WrittenCall) => string>> = { curl, fetch: fetchSource, sdk }

function isPair(pair: readonly string[]): pair is readonly [string, string] {
  return pair.length === 2
}

function requiredOf(
  { parameters }: ReferenceOperation,
  place: string,
  document: ReferenceDocument,
): readonly (readonly [string, unknown])[] {
  const wanted = (parameter: DescribedParameter) => parameter.in === place && parameter.required === true
  return parameters.filter(wanted).map(({ name, schema = {} }) => [name, exampleValue(schema, document)])
}

/** Curl reads headers with secrets from standard input, because every user of the computer could read an argument. */
function curl({ method, origin, path, headers, mediaType, body, query }: WrittenCall): string {
  const parts = [
    `curl -sS${method === 'HEAD' ? ' --head' : ''}`,
    ...(method === 'GET' || method === 'HEAD' ? [] : [`-X ${method}`]),
    `"${origin}${path.replace(/\{(\w+)\}/g, (_, name: string) => `$${variableOf(name)}`)}${queryText(query)}"`,
  ].join(' ')
  const data =
    body === undefined
      ? []
      : [`-H 'Content-Type: ${mediaType ?? ''}'`, `-d '${JSON.stringify(body).replaceAll("'", `'\\''`)}'`]
  const secrets = headers.map(([header, variable]) => `\n${header}: $${variable}`).join('')
  const input = secrets === '' ? [] : [`-H @- <<HEADERS${secrets}\nHEADERS`]
  return [parts, ...data, ...input].join(' \\\n  ')
}

function fetchSource({ method, origin, path, headers, mediaType, body, query, operation }: WrittenCall): string {
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => `\${${variableOf(name)}}`)
  const quote = address === path ? "'" : '`'
  const sent = [
    ...headers.map(([header, variable]) => `${keyOf(header)}: ${variable}`),
    ...(body === undefined ? [] : [`'Content-Type': '${mediaType ?? ''}'`]),
  ]
  const settings = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(sent.length === 0 ? [] : [`headers: { ${sent.join(', ')} },`]),
    ...(body === undefined ? [] : [`body: JSON.stringify(${indented(body)}),`]),
  ]
  const options = settings.length === 0 ? '' : `, {\n  ${settings.join('\n  ')}\n}`
  return `const reply = await fetch(${quote}${origin}${address}${queryText(query)}${quote}${options})
if (!reply.ok) throw new Error(await reply.text())${answersJson(operation) ? '\nconst answer = await reply.json()' : ''}`
}

/** Writes what `npm run sdk` makes: a function for each operation, in a folder for each part. */
function sdk({ origin, path, operation, headers, body, query }: WrittenCall): string {
  const [part = '', ...name] = operation.operationId.split('.')
  const called = functionName(name.join('.'))
  const places = operation.parameters.filter((parameter) => parameter.in === 'path')
  const given = [
    ...(places.length === 0
      ? []
      : [`path: { ${places.map((one) => `${one.name}: ${variableOf(one.name)}`).join(', ')} },`]),
    ...(query.length === 0 ? [] : [`query: ${indented(Object.fromEntries(query))},`]),
    ...(headers.length === 0
      ? []
      : [`headers: { ${headers.map(([header, variable]) => `${keyOf(header)}: ${variable}`).join(', ')} },`]),
    ...(body === undefined ? [] : [`body: ${indented(body)},`]),
  ]
  const options = given.length === 0 ? '' : `{\n  ${given.join('\n  ')}\n}`
  return `// npm run sdk writes dist/sdk/${part}
import { client } from './dist/sdk/${part}/client.gen.js'
import { ${called} } from './dist/sdk/${part}/index.js'

client.setConfig({ baseUrl: '${origin}/${path.split('/')[1] ?? ''}' })
const { data, error } = await ${called}(${options})`
}

/** Names a function as the generator does: in camel case. */
export function functionName(operationId: string): string {
  return operationId.replace(/[^a-zA-Z0-9]+(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function answersJson({ responses }: ReferenceOperation): boolean {
  const success = Object.entries(responses).find(([status]) => Number(status) < FIRST_ERROR_STATUS)?.[1]
  const content = success?.['content']
  return typeof content === 'object' && content !== null && 'application/json' in content
}

const FIRST_ERROR_STATUS = 300

function queryText(query: WrittenCall['query']): string {
  return query.length === 0
    ? ''
    : `?${new URLSearchParams(query.map(([name, value]): [string, string] => [name, textOf(value)])).toString()}`
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function variableOf(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()
}

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`
}

function indented(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', '\n  ')
}

const EXAMPLES_OF_FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-31T12:00:00Z',
  date: '2026-01-31',
  uri: 'https://example.com/',
  email: 'alice@example.com',
  uuid: '00000000-0000-4000-8000-000000000000',
}

/** The maximum depth of an example; deeper members are left out. */
const MAX_DEPTH = 6

/** An example value of a schema with its mandatory members, or with the first few if none is mandatory. */
export function exampleValue(schema: Json, document: ReferenceDocument, depth = 0): unknown {
  const { $ref, type, format, properties, required, items, anyOf, oneOf, allOf } = schema
  if ('example' in schema) return schema['example']
  if (Array.isArray(schema['examples'])) return schema['examples'][0]
  if ('const' in schema) return schema['const']
  if ('default' in schema && schema['default'] !== null) return schema['default']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const kind: unknown = Array.isArray(type) ? type[0] : type
  const isSimple = typeof kind === 'string' && kind !== 'array' && kind !== 'object'
  if (depth > MAX_DEPTH && !isSimple) return {}
  if (typeof $ref === 'string') {
    const named = document.components.schemas[$ref.slice($ref.lastIndexOf('/') + 1)]
    return named === undefined ? {} : exampleValue(named, document, depth + 1)
  }
  const forms = (anyOf ?? oneOf ?? allOf) as readonly Json[] | undefined
  if (forms?.[0] !== undefined) return exampleValue(forms[0], document, depth + 1)
  if (kind === 'array') return [exampleValue(isJson(items) ? items : {}, document, depth + 1)]
  if (kind === 'integer' || kind === 'number') return Number(schema['minimum'] ?? 1)
  if (kind === 'boolean') return true
  if (kind === 'null') return null
  if (kind === 'string') return EXAMPLES_OF_FORMATS[String(format)] ?? 'text'
  const members = Object.entries(isJson(properties) ? properties : {})
  const wanted = Array.isArray(required) ? required : []
  const chosen = wanted.length > 0 ? members.filter(([name]) => wanted.includes(name)) : members.slice(0, SHOWN)
  return Object.fromEntries(
    chosen.map(([name, member]) => [name, exampleValue(isJson(member) ? member : {}, document, depth + 1)]),
  )
}

const SHOWN = 2
