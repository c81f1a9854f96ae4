import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import { DOCUMENTED_PARTS } from '../../src-main/http/openapi.ts'
import { memberOf } from '../../shared/presentation-exchange/json.ts'
import type { OpenApiDocument } from '../../src-main/http/openapi.ts'
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
      const names = entry?.parameters.map(({ name }) => name)

      expect(names).toEqual([
        ...Object.keys(operation.params?.shape ?? {}),
        ...Object.keys(operation.query?.shape ?? {}),
      ])
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
