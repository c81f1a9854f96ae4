// Proves docs/contract/window.md, Home.

import { beforeEach, describe, expect, it } from 'vitest'
import { answer, askedFor, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { prepareDemo } from './prepare-demo.ts'
import { readStepFacts } from './step-facts.ts'

const WALLET = { name: 'wallet', params: { actor: 'alice', tab: null, id: null } }
const ISSUER = { id: 'harbour', name: 'Harbour Registry', did: 'did:key:z1', keys: [] }
const SCHEMA = { id: 'https://schemas.example/proof-of-age', name: 'proof-of-age', example: { ageOver18: true } }

let credentials: readonly unknown[]
let runs: readonly unknown[]
let open: unknown
let links: readonly string[]
let definitions: readonly unknown[]
let trusted: boolean | null

beforeEach(() => {
  resetBridge()
  credentials = []
  runs = []
  open = null
  links = []
  definitions = []
  trusted = null
  answer('itemRows', () => ({ rows: [], matching: 0, total: 0, nodes: [], templates: [] }))
  answer('walletGet', () => ({ holder_keys: [], credentials, open_run: open, runs }))
  answer('forward as subscription', ({ body }) => {
    const isNew = (body as { operation: string }).operation.endsWith('createVerifierRequest')
    const found = { requests: links.map((deep_link) => ({ deep_link })) }
    return { ok: true, status: 200, body: isNew ? { request: { deep_link: 'x://new' } } : found }
  })
  answer('issuersGet', () => ({ issuers: [{ ...ISSUER, trusted }], schemas: [SCHEMA] }))
  answer('trustAdd', () => ({ row: {} }))
  answer('credentialIssue', () => ({}))
  answer('definitionRows', () => ({ rows: definitions }))
  answer('definitionSave', () => ({ row: { id: 'd1' } }))
})

describe('readStepFacts', () => {
  it('finds nothing in an empty workspace', async () => {
    expect(await readStepFacts('alice')).toEqual({ password: undefined, answering: undefined, accepted: undefined })
  })

  it('does not lead into a wallet that holds nothing, whatever waits', async () => {
    links = ['x://request']

    expect((await readStepFacts('alice')).answering).toBeUndefined()
  })

  it('leads to the request that waits, to the one that is open, and to the answer that was accepted last', async () => {
    credentials = [{}]
    links = ['x://request']
    runs = [
      { id: 'r3', state: 'refused' },
      { id: 'r2', state: 'accepted' },
    ]

    expect(await readStepFacts('alice')).toMatchObject({
      answering: { ...WALLET, query: { link: 'x://request' } },
      accepted: { name: 'wallet', params: { actor: 'alice', tab: 'runs', id: 'r2' } },
    })
    open = { id: 'r4' }
    expect((await readStepFacts('alice')).answering).toEqual({ ...WALLET, query: {} })
  })
})

describe('prepareDemo', () => {
  it('trusts an issuer, issues, stores a definition and asks, and leads to the request', async () => {
    expect(await prepareDemo('alice')).toEqual({ ...WALLET, query: { link: 'x://new' } })

    expect(askedFor('trustAdd')[0]?.body).toMatchObject({ did: 'did:key:z1', name: 'Harbour Registry' })
    expect(askedFor('credentialIssue')[0]?.body).toMatchObject({ issuer_id: 'harbour', values: { ageOver18: true } })
    expect(askedFor('definitionSave')).toHaveLength(1)
  })

  it('makes nothing that is there already', async () => {
    trusted = true
    credentials = [{ schema: SCHEMA.id, issuer: ISSUER.did, period: 'current' }]
    definitions = [{ id: 'd7', name: 'Age only' }]
    links = ['x://request']

    expect(await prepareDemo('alice')).toEqual({ ...WALLET, query: { link: 'x://request' } })

    expect(['trustAdd', 'credentialIssue', 'definitionSave'].map((name) => askedFor(name).length)).toEqual([0, 0, 0])
  })

  it('ends where something is refused', async () => {
    answer('credentialIssue', () => {
      throw refusal('user_locked', 423)
    })

    await expect(prepareDemo('alice')).rejects.toMatchObject({ code: 'user_locked' })
    expect(askedFor('definitionSave')).toHaveLength(0)
  })
})
