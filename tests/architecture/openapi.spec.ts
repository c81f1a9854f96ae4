import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import type { Operation } from '../../shared/contract/operation.ts'
import { DOCUMENTED_PARTS } from '../../src-main/http/openapi.ts'
import { memberOf } from '../../shared/presentation-exchange/json.ts'
import type { OpenApiDocument } from '../../src-main/http/openapi.ts'
import { KNOWN_HEADER_NAMES } from '../../src-main/service/headers.ts'
import { startHttpServer } from '../support/http-server.ts'
import type { TestHttpServer } from '../support/http-server.ts'

let server: TestHttpServer
beforeAll(async () => {
  server = await startHttpServer()
})
afterAll(() => server.close())

async function documentOf(part: string): Promise<OpenApiDocument> {
  return (await (await fetch(`${server.url}/openapi/${part}.json`)).json()) as OpenApiDocument
}

/** Place and name of each. */
function parametersOf({ params, query, waitingGroup }: Operation): readonly (readonly string[])[] {
  return [
    ...Object.keys(params?.shape ?? {}).map((name) => ['path', name]),
    ...Object.keys(query?.shape ?? {}).map((name) => ['query', name]),
    ...(waitingGroup ? [['header', 'Service-Waiting-Group']] : []),
  ]
}

describe.each(DOCUMENTED_PARTS)('OpenAPI document of the %s', (part) => {
  const operations = serviceOperations.filter(({ api }) => api === part)

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
      expect(statuses).toContain(String(operation.success.status))
      expect(Object.keys(entry?.responses['302'] ?? { headers: {} })).toContain('headers')
      expect(codes).toEqual(expect.arrayContaining([...operation.errors]))
      expect(entry?.requestBody !== undefined).toBe(operation.body !== undefined && operation.method !== 'GET')
      expect(entry?.['x-aliases']).toEqual(operation.aliases)
      expect(entry?.['x-extension']).toBe(operation.extension)
    }
  })
})

it('OpenAPI › lists every media type that a presentation may have', async () => {
  const contentOf = (entry: unknown) => Object.keys(memberOf(memberOf(entry, 'requestBody'), 'content') ?? {})
  const types = ['application/json', 'application/ld+json', 'application/vp+ld+json']
  const [exchange, verifier] = [await documentOf('exchange'), await documentOf('verifier')]

  expect(contentOf(exchange.paths['/presentations/verify']?.['post'])).toEqual(types)
  expect(contentOf(verifier.paths['/requests/{request_id}/presentations']?.['post'])).toEqual(types)
  expect(contentOf(verifier.paths['/requests']?.['post'])).toEqual(['application/json'])
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
  const { paths } = await documentOf('verifier')
  const created = JSON.stringify(paths['/requests']?.['post']?.responses['201'])

  for (const name of ['definition', 'destination', 'nonce', 'client_id']) expect(created).toContain(`\`${name}\``)
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
  expect(list?.['security']).toContainEqual({ userAuthToken: [], subscriptionKey: [], delegationId: [] })
})
