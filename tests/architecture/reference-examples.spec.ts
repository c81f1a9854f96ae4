// Proves docs/contract/window.md, API reference.

import { readFileSync } from 'node:fs'
import { Script } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { serviceOperations } from '../../shared/contract/index.ts'
import { DOCUMENTED_PARTS, openApiDocument } from '../../src-main/http/openapi.ts'
import { GROUP_NOTES } from '../../src-main/http/operation-notes.ts'
import { EXAMPLE_KINDS, exampleOf, exampleValue, functionName } from '../../src-renderer/reference/call-examples.ts'
import type { ExampleCall } from '../../src-renderer/reference/call-examples.ts'
import { aSignedInUser } from '../support/service/builders.ts'
import { describeOverTransports } from '../support/service/test-service.ts'
import { callsOf } from '../support/service/vault-calls.ts'
import { mergedDocument, REFERENCE_PARTS } from '../../src-renderer/reference/reference-document.ts'
import type { ReferenceDocument } from '../../src-renderer/reference/reference-document.ts'

const ORIGIN = 'http://127.0.0.1:8080'

// What is served: the window reads the same documents as JSON.
const documents = Object.fromEntries(
  DOCUMENTED_PARTS.map((part) => [
    part,
    JSON.parse(JSON.stringify(openApiDocument(part, serviceOperations))) as ReferenceDocument,
  ]),
)
const merged = mergedDocument(documents, ORIGIN)
const calls: readonly ExampleCall[] = Object.entries(merged.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
const callOf = (id: string) => calls.find(({ operation }) => operation.operationId === id)
const written = (id: string, kind: (typeof EXAMPLE_KINDS)[number]) => {
  const call = callOf(id)
  if (call === undefined) throw new Error(`there is no ${id}`)
  return exampleOf(kind, call, merged, ORIGIN)
}

describe('the API reference', () => {
  it('has every listed operation once, under the id of the registry', () => {
    expect(REFERENCE_PARTS).toEqual(DOCUMENTED_PARTS)
    const listed = serviceOperations.filter(({ extension }) => extension !== 'unlisted').map(({ id }) => id)
    expect(calls.map(({ operation }) => operation.operationId).sort()).toEqual([...listed].sort())
  })

  it('says before the first call what has to be sent, and of each operation who may call', () => {
    for (const text of ['Authorization', 'Service-Subscription-Key', 'admin_password']) {
      expect(merged.info.description).toContain(text)
    }
    for (const { operation } of calls) expect(operation['description']).toMatch(/ call/)
    expect(callOf('vault.organizationsGet')?.operation['description']).toContain('signed-in user')
  })

  it('says in a sentence what each group is about, and of no group that there is not', () => {
    const used = new Set(calls.flatMap(({ operation }) => operation.tags))
    const said = Object.entries(GROUP_NOTES).flatMap(([part, groups]) =>
      Object.keys(groups).map((name) => `${part}.${name}`),
    )
    expect(said.sort()).toEqual([...used].sort())
    for (const { description } of merged.tags ?? []) expect(description).toMatch(/^[A-Z].{15,}[.]$/)
  })

  it('names every document where nothing runs in the page', () => {
    const page = readFileSync(new URL('../../src-renderer/docs.html', import.meta.url), 'utf8')
    const [, without = ''] = /<noscript>([^]*)<\/noscript>/.exec(page) ?? []

    expect([...without.matchAll(/href="([^"]+)"/g)].map(([, path]) => path)).toEqual(
      DOCUMENTED_PARTS.map((part) => `/openapi/${part}.json`),
    )
  })

  it('finds every schema it refers to', () => {
    const references = [...JSON.stringify(merged).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    )

    expect(references.length).toBeGreaterThan(100)
    expect(references.filter((name) => merged.components.schemas[name ?? ''] === undefined)).toEqual([])
  })
})

describe('examples', () => {
  it('exist for every operation in every kind, with its path, and without anything left open', () => {
    for (const call of calls) {
      for (const kind of EXAMPLE_KINDS) {
        const text = exampleOf(kind, call, merged, ORIGIN)
        expect(text).not.toMatch(/undefined|\[object|NaN/)
        if (kind !== 'sdk') expect(text).toContain(`${ORIGIN}${call.path.split('{')[0] ?? ''}`)
      }
    }
  })

  it('give curl no secret as an argument', () => {
    for (const call of calls) {
      const [command] = exampleOf('curl', call, merged, ORIGIN).split('<<HEADERS')
      expect(command).not.toMatch(/ACCESS_TOKEN|SUBSCRIPTION_KEY|OPERATOR_PASSWORD/)
    }
    expect(written('vault.itemsPost', 'curl')).toBe(`curl -sS -X POST "${ORIGIN}/vault/items" \\
  -H 'Content-Type: application/json' \\
  -d '{"template_name":"custom","item":{"label":"text"}}' \\
  -H @- <<HEADERS
Authorization: $ACCESS_TOKEN
HEADERS`)
  })

  it('have a body that the service can read', () => {
    const refused = serviceOperations.flatMap(({ id, body }) => {
      const described = callOf(id)?.operation.requestBody?.content['application/json']
      if (described === undefined || body === undefined) return []
      const { error } = body.safeParse(exampleValue(described.schema, merged))
      return error === undefined
        ? []
        : [`${id}: ${error.issues.map(({ path, message }) => [path.join('.'), message]).join()}`]
    })
    expect(refused).toEqual([])
  })

  it('name places of a path as variables, in the way of each language', () => {
    expect(written('vault.itemsIdGet', 'curl')).toContain('/vault/items/$ID"')
    expect(written('vault.itemsIdGet', 'fetch')).toContain('/vault/items/${ID}`')
    expect(written('vault.itemsIdGet', 'sdk')).toContain('path: { id: ID }')
  })

  it('are JavaScript that can be read, where they are that', () => {
    for (const call of calls) {
      const program = exampleOf('fetch', call, merged, ORIGIN)
      expect(() => new Script(`async () => {${program}}`)).not.toThrow()
    }
  })

  it('call functions by the names that the generator gives', () => {
    expect(functionName('itemsPost')).toBe('itemsPost')
    expect(functionName('well-knownRecaptchaGet')).toBe('wellKnownRecaptchaGet')
  })

  it('end where a schema contains itself', () => {
    const document = {
      ...merged,
      components: { ...merged.components, schemas: { Node: { type: 'array', items: { $ref: '#/c/Node' } } } },
    }
    expect(JSON.stringify(exampleValue({ $ref: '#/c/Node' }, document))).toMatch(/^\[+\{\}\]+$/)
  })
})

describeOverTransports('the example of a new item', (start) => {
  it('names a template that there is, so that the service makes an item of it', async () => {
    const service = await start()
    const schema = callOf('vault.itemsPost')?.operation.requestBody?.content['application/json']?.schema ?? {}

    await callsOf(service, aSignedInUser(service)).ok(201, 'itemsPost', { body: exampleValue(schema, merged) })
  })
})
