// Proves docs/contract/vault.md, OpenAPI.

import { PRESENTATION_BODIES } from '../../src-main/service/other-bodies.ts'
import { z } from 'zod'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import { defineOperations } from '../../shared/contract/operation.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { DOCUMENTED_PARTS, openApiDocument } from '../../src-main/http/openapi.ts'
import { memberOf } from '../../shared/presentation-exchange/json.ts'
import type { OpenApiDocument } from '../../src-main/http/openapi.ts'
import { KNOWN_HEADER_NAMES } from '../../src-main/service/headers.ts'
import { startHttpServer } from '../support/service/http-server.ts'
import type { TestHttpServer } from '../support/service/http-server.ts'

let server: TestHttpServer
beforeAll(async () => {
  server = await startHttpServer()
})
afterAll(() => server.close())

async function documentOf(part: string): Promise<OpenApiDocument> {
  return (await (await fetch(`${server.url}/openapi/${part}.json`)).json()) as OpenApiDocument
}

/** What may be written in several ways has a parameter for each. */
const SPELT_OUT: Readonly<Record<string, readonly string[]>> = {
  by_classification: ['by_classification', 'by_classification[scheme]', 'by_classification[name]'],
}

/** Place and name of each. */
function parametersOf({ params, query, waitingGroup }: Operation): readonly (readonly string[])[] {
  return [
    ...Object.keys(params?.shape ?? {}).map((name) => ['path', name]),
    ...Object.keys(query?.shape ?? {}).flatMap((name) => (SPELT_OUT[name] ?? [name]).map((one) => ['query', one])),
    ...(waitingGroup ? [['header', 'Service-Waiting-Group']] : []),
  ]
}

describe.each(DOCUMENTED_PARTS)('OpenAPI document of the %s', (part) => {
  const operations = serviceOperations.filter(({ api, extension }) => api === part && extension !== 'unlisted')

  it('is valid', async () => {
    const result = await new Validator().validate({ ...(await documentOf(part)) })

    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
  })

  it('has an entry for each operation, and no other', async () => {
    const { paths } = await documentOf(part)
    const entries = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${method.toUpperCase()} ${path} ${String(operationId)}`,
      ),
    )

    expect(entries.sort()).toEqual(operations.map(({ method, path, name }) => `${method} ${path} ${name}`).sort())
  })

  it('gives each entry its parameters, body, replies, errors and aliases', async () => {
    const { paths } = await documentOf(part)
    for (const operation of operations) {
      const entry = paths[operation.path]?.[operation.method.toLowerCase()]
      const statuses = Object.keys(entry?.responses ?? {})
      const codes = Object.values(entry?.responses ?? {}).flatMap((response) =>
        typeof response === 'object' && response !== null && 'x-error-codes' in response
          ? response['x-error-codes']
          : [],
      )
      const parameters = entry?.parameters.map((parameter) => [parameter['in'], parameter['name']])

      expect(parameters).toEqual(parametersOf(operation))
      const isSuccess = (status: string) => status < '400'
      if (operation.alwaysRefused) expect(statuses.filter(isSuccess)).toEqual([])
      else expect(statuses).toContain(String(operation.success.status))
      expect(Object.keys(entry?.responses['302'] ?? { headers: {} })).toContain('headers')
      expect(codes).toEqual(expect.arrayContaining([...operation.errors]))
      expect(entry?.requestBody !== undefined).toBe(operation.body !== undefined && operation.method !== 'GET')
      expect(entry?.['x-aliases']).toEqual(operation.aliases)
      expect(entry?.['x-extension']).toBe(operation.extension)
    }
  })
})

/** Every object of a JSON value, itself first, with where it is. */
function objectsIn(value: unknown, place = ''): readonly (readonly [string, object])[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([key, entry]) => objectsIn(entry, `${place}/${key}`))
  return Array.isArray(value) ? below : [[place, value], ...below]
}

const isEnumeration = (schema: object) => 'enum' in schema && Array.isArray(schema.enum) && schema.enum.length > 1
const isResource = (schema: object) => Object.keys(memberOf(schema, 'properties') ?? {}).length > 0

/** A body is named by its operation; everything below it by itself. */
const isBody = (place: string) => /\/(?:requestBody|responses\/\d+)\/content\/[^/]+\/[^/]+\/schema$/.test(place)
const isNamed = (place: string) => /^\/components\/schemas\/[^/]+$/.test(place)

describe('OpenAPI names of schemas', () => {
  const documents = async () => Promise.all(DOCUMENTED_PARTS.map(documentOf))

  it('stand for every resource and every enumeration', async () => {
    const inline = (await documents()).flatMap((document) =>
      objectsIn(document)
        .filter(([, schema]) => isEnumeration(schema) || isResource(schema))
        .filter(([place, schema]) => !isNamed(place) && !(isBody(place) && isResource(schema)))
        .map(([place]) => place),
    )

    expect(inline).toEqual([])
  })

  it('are referred to, and every reference finds one', async () => {
    for (const document of await documents()) {
      const references = objectsIn(document).flatMap(([, schema]) => ('$ref' in schema ? [String(schema.$ref)] : []))
      const names = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`)

      expect([...new Set(references)].sort()).toEqual(names.sort())
      expect(JSON.stringify(document)).not.toContain('$defs')
    }
  })

  it('mean the same in every document, and one schema has one name', async () => {
    const schemas = (await documents()).flatMap(({ components }) => Object.entries(components.schemas))
    const meanings = new Map(schemas.map(([name, schema]) => [name, JSON.stringify(schema)]))

    for (const [name, schema] of schemas) expect([name, JSON.stringify(schema)]).toEqual([name, meanings.get(name)])
    const enumerations = [...meanings].filter(([, text]) => isEnumeration(JSON.parse(text) as object))
    expect(new Set(enumerations.map(([, text]) => text)).size).toBe(enumerations.length)
    expect(new Set([...meanings.keys()].map((name) => name.toLowerCase())).size).toBe(meanings.size)
  })

  it('are unique: two schemas cannot share one', () => {
    const operation = (name: string, body: z.ZodType) =>
      defineOperations({
        [name]: {
          api: 'vault',
          endpoint: `GET /${name}`,
          auth: 'none',
          delegation: 'ignored',
          summary: '',
          success: { status: 200, body: z.object({ body }) },
        },
      })[name] as Operation
    const one = operation('one', z.object({ a: z.string() }).meta({ id: 'Twice' }))
    const other = operation('other', z.object({ b: z.string() }).meta({ id: 'Twice' }))

    expect(() => openApiDocument('vault', [one, other])).toThrow('two different schemas are named Twice')
  })
})

it('OpenAPI › says how lists are written, of which values states are, and both members of a classification', async () => {
  const parameters = (document: OpenApiDocument, path: string) => document.paths[path]?.['get']?.parameters ?? []
  const [vault, verifier] = [await documentOf('vault'), await documentOf('verifier')]
  const lists = [vault, verifier]
    .flatMap(({ paths }) => Object.values(paths).flatMap((methods) => Object.values(methods)))
    .flatMap((operation) => operation.parameters)
    .filter(({ schema }) => memberOf(schema, 'type') === 'array')

  expect(lists.length).toBeGreaterThan(10)
  for (const list of lists) expect(list).toMatchObject({ style: 'form', explode: false })
  expect(parameters(vault, '/client_task_queue')).toContainEqual(
    expect.objectContaining({
      name: 'state',
      schema: expect.objectContaining({ items: { $ref: '#/components/schemas/ClientTaskState' } }) as object,
    }),
  )
  expect(parameters(verifier, '/requests')).toContainEqual(
    expect.objectContaining({
      name: 'state',
      schema: expect.objectContaining({ items: { $ref: '#/components/schemas/VerifierRequestState' } }) as object,
    }),
  )
  const classification = parameters(vault, '/item_templates').filter(({ name }) => String(name).includes('['))
  expect(classification.map(({ name, schema }) => [name, memberOf(schema, 'type')])).toEqual([
    ['by_classification[scheme]', 'string'],
    ['by_classification[name]', 'string'],
  ])
})

it('OpenAPI › lists every media type that a presentation may have', async () => {
  const contentOf = (entry: unknown) => Object.keys(memberOf(memberOf(entry, 'requestBody'), 'content') ?? {})
  const schemaOf = (entry: unknown, type: string) =>
    memberOf(memberOf(memberOf(memberOf(entry, 'requestBody'), 'content'), type), 'schema')
  const types = ['application/json', ...Object.keys(PRESENTATION_BODIES.types)]
  const [exchange, verifier] = [await documentOf('exchange'), await documentOf('verifier')]

  expect(contentOf(exchange.paths['/presentations/verify']?.['post'])).toEqual(types)
  expect(contentOf(verifier.paths['/requests/{request_id}/presentations']?.['post'])).toEqual(types)
  expect(contentOf(verifier.paths['/requests']?.['post'])).toEqual(['application/json'])
  const verify = exchange.paths['/presentations/verify']?.['post']
  expect(schemaOf(verify, 'application/vp')).toEqual(schemaOf(verify, 'application/json'))
  expect(schemaOf(verify, 'application/jwt')).toEqual({ type: 'string' })
  expect(schemaOf(verify, 'application/x-www-form-urlencoded')).toMatchObject({
    type: 'object',
    required: ['vp_token'],
    properties: {
      vp_token: { type: 'string' },
      presentation_submission: { type: 'string' },
      state: { type: 'string' },
    },
  })
})

it('OpenAPI › lists per operation what the storage refuses, and the definition that a verification does not find', async () => {
  const codesOf = (entry: unknown, status: number) =>
    memberOf(memberOf(memberOf(entry, 'responses'), String(status)), 'x-error-codes')
  const [vault, exchange] = [await documentOf('vault'), await documentOf('exchange')]

  expect(codesOf(vault.paths['/items']?.['post'], 507)).toEqual(['storage_full', 'storage_read_only'])
  expect(codesOf(vault.paths['/items/{id}']?.['delete'], 507)).toEqual(['storage_full', 'storage_read_only'])
  expect(codesOf(vault.paths['/session']?.['post'], 507)).toEqual(['storage_full'])
  expect(codesOf(vault.paths['/client_task_queue']?.['get'], 507)).toEqual(['storage_full'])
  expect(codesOf(vault.paths['/items']?.['get'], 507)).toBeUndefined()
  expect(codesOf(exchange.paths['/presentations/verify']?.['post'], 404)).toEqual(['not_found'])
})

it('OpenAPI › says which calls read the waiting group, as an extension, and how long it may be', async () => {
  const { paths } = await documentOf('exchange')
  const headersOf = (parameters: readonly object[]) => parameters.filter((one) => memberOf(one, 'in') === 'header')
  const reading = Object.values(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ parameters }) => headersOf(parameters).length > 0)

  expect(reading.map(({ operationId }) => operationId)).toEqual(['createPresentationDefinition', 'verifyPresentation'])
  for (const { parameters } of reading) {
    expect(headersOf(parameters)).toEqual([
      {
        name: 'Service-Waiting-Group',
        in: 'header',
        required: false,
        description: expect.stringContaining('at most 10 tasks of a group wait') as string,
        schema: { type: 'string', maxLength: 255 },
        'x-extension': true,
      },
    ])
  }
})

it('OpenAPI › names no header that the service does not read', async () => {
  const documents = await Promise.all(DOCUMENTED_PARTS.map(documentOf))
  const parameters = documents.flatMap(({ paths }) =>
    Object.values(paths).flatMap((methods) => Object.values(methods).flatMap((entry) => entry.parameters)),
  )
  const schemes = documents.flatMap((document): readonly unknown[] =>
    Object.values(memberOf(memberOf(document, 'components'), 'securitySchemes') ?? {}),
  )
  const headers = [...parameters, ...schemes].filter((one) => memberOf(one, 'in') === 'header')

  expect(headers.map((one) => String(memberOf(one, 'name')).toLowerCase())).toContain('service-waiting-group')
  for (const header of headers) expect(KNOWN_HEADER_NAMES).toContain(String(memberOf(header, 'name')).toLowerCase())
})

it('OpenAPI › says what the link of a request carries', async () => {
  const { components } = await documentOf('verifier')
  const link = JSON.stringify(memberOf(memberOf(components.schemas['VerifierRequest'], 'properties'), 'deep_link'))

  for (const name of ['definition', 'destination', 'nonce', 'client_id']) expect(link).toContain(`\`${name}\``)
})

it('OpenAPI › marks what is mandatory and gives every value of a request a type', async () => {
  const { paths } = await documentOf('vault')
  const list = paths['/items']?.['get']

  expect(list?.parameters).toContainEqual(
    expect.objectContaining({
      name: 'per_page',
      in: 'query',
      required: false,
      schema: expect.objectContaining({ type: 'integer' }) as object,
    }),
  )
  expect(list?.parameters.find(({ name }) => name === 'own')?.['schema']).toEqual({ type: 'boolean' })
  expect(paths['/items/{id}']?.['get']?.parameters).toEqual([
    { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
  ])
  expect(paths['/version']?.['get']?.['security']).toEqual([{}, { subscriptionKey: [] }])
  for (const scheme of ['userAuthToken', 'oidcToken', 'oidc2UserAuthToken']) {
    expect(list?.['security']).toContainEqual({ [scheme]: [], subscriptionKey: [], delegationId: [] })
  }
  // Whoever registers needs nobody; whoever registers a child says for whom, and is signed in.
  const registering = (await documentOf('keystore')).paths['/srp/users']?.['post']?.['security']
  expect(registering).toContainEqual({})
  expect(registering).toContainEqual({ userAuthToken: [], delegationId: [] })
})
