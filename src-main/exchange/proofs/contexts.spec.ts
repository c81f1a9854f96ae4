// Proves docs/contract/exchange.md, Registries: contexts.

import { describe, expect, it } from 'vitest'
import { contextRegistry, CREDENTIALS_V1 } from '../registries/context-registry.ts'
import { contextFindings } from './contexts.ts'
import type { ContextRules } from './contexts.ts'
import { textOf } from '../../../shared/phrase.ts'

const OWN = 'https://own.example/v1'
const REGISTRY = contextRegistry({
  find: (url) => (url === OWN || url === CREDENTIALS_V1 ? { '@context': {} } : undefined),
})
const findingsOf = (document: Record<string, unknown>, rules?: ContextRules) =>
  contextFindings(document, REGISTRY, rules).map(({ code, location }) => [code, location])

describe('contextFindings', () => {
  it('registered contexts › are fine wherever they stand', () => {
    expect(findingsOf({ '@context': [CREDENTIALS_V1, OWN], a: [{ '@context': OWN }] })).toEqual([])
    expect(findingsOf({})).toEqual([])
  })

  it.each([
    ['an unknown URL', 'https://unknown.example', 'context_unknown'],
    ['an object', { name: 'https://e.example/name' }, 'context_inline'],
    ['null, which takes all terms away', null, 'context_inline'],
    ['a number', 7, 'context_inline'],
  ])('%s › is found with its place', (_name, context, code) => {
    expect(findingsOf({ '@context': context })).toEqual([[code, ['@context']]])
    expect(findingsOf({ '@context': [OWN], a: [{ '@context': [OWN, context] }] })).toEqual([
      [code, ['a', 0, '@context', 1]],
    ])
  })

  it.each([
    ['https://unknown.example/v1', 'https://unknown.example/v1'],
    ['urn:\u0000a\u202eb\ud83d', 'urn:\ufffda\ufffdb\ufffd'],
    [`https://long.example/${'x'.repeat(5000)}`, `https://long.example/${'x'.repeat(128)}…`],
    [`${'x'.repeat(148)}😀😀`, `${'x'.repeat(148)}\ufffd…`],
  ])('an unknown URL › is named, cut and without signs that are not seen', (context, named) => {
    const [finding] = contextFindings({ '@context': context }, REGISTRY)

    expect(finding).toMatchObject({ message: `no context is registered here as ${named}`, actual: named })
    expect(textOf(finding?.message ?? '').length).toBeLessThanOrEqual(200)
  })

  it('inline objects › are fine where they are allowed; null is not', () => {
    expect(findingsOf({ '@context': [{ a: 'urn:a' }] }, { allowInline: true })).toEqual([])
    expect(findingsOf({ '@context': [null] }, { allowInline: true })).toEqual([['context_inline', ['@context', 0]]])
  })

  it('a document of its own › has its own findings', () => {
    const document = { '@context': OWN, verifiableCredential: [{ '@context': 'https://unknown.example' }] }
    expect(findingsOf(document, { isEmbedded: ([name]) => name === 'verifiableCredential' })).toEqual([])
  })

  it('the twenty-first context › is one too many', () => {
    expect(findingsOf({ '@context': Array(20).fill(OWN) })).toEqual([])
    expect(findingsOf({ '@context': Array(30).fill(OWN) })).toEqual([['context_unknown', ['@context', 20]]])
  })
})

describe('contextRegistry', () => {
  it('a bundled context › is not replaced', () => {
    expect(REGISTRY.find(CREDENTIALS_V1)).toBe(contextRegistry().find(CREDENTIALS_V1))
    expect(REGISTRY.find(OWN)).toEqual({ '@context': {} })
  })

  it.each([
    'https://www.w3.org/2018/credentials/v1',
    'https://www.w3.org/ns/credentials/v2',
    'https://www.w3.org/ns/did/v1',
    'https://w3id.org/security/v1',
    'https://w3id.org/security/v2',
    'https://w3id.org/security/suites/ed25519-2018/v1',
    'https://w3id.org/security/suites/ed25519-2020/v1',
    'https://w3id.org/security/suites/jws-2020/v1',
    'https://w3id.org/vc/status-list/2021/v1',
    'https://identity.foundation/presentation-exchange/submission/v1',
    'https://contexts.vaultbench.example/presentation/v1',
  ])('%s › is bundled', (url) => {
    expect(contextRegistry().find(url)).toHaveProperty('@context')
  })
})
