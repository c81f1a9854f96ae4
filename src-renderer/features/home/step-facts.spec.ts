// Proves docs/contract/window.md, Home.

import { beforeEach, describe, expect, it } from 'vitest'
import { answer, askedFor, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { prepareDemo } from './prepare-demo.ts'
import { readStepFacts } from './step-facts.ts'

const WALLET = { name: 'wallet', params: { actor: 'alice', tab: null, id: null } }
const ISSUER = { id: 'harbour', name: 'Harbour Registry', did: 'did:key:z1', keys: [] }
const SCHEMA = { id: 'https://schemas.example/proof-of-age', name: 'proof-of-age', example: { ageOver18: true } }

const BOAT_TOO = { uri: 'https://schemas.example/boat', required: true }
const AGE = {
  types: ['VerifiableCredential', 'AgeCredential'],
  schema: SCHEMA.id,
  issuer: ISSUER.did,
  period: 'current',
}

let credentials: readonly unknown[]
let asked: object
let runs: readonly unknown[]
let open: unknown
let links: readonly string[]
let definitions: readonly unknown[]
let trusted: boolean | null

beforeEach(() => {
  resetBridge()
  credentials = []
  asked = { input_descriptors: [{ schema: [{ uri: SCHEMA.id }] }] }
  runs = []
  open = null
  links = []
  definitions = []
  trusted = null
  answer('itemRows', () => ({ rows: [], matching: 0, total: 0, nodes: [], templates: [] }))
  answer('walletGet', () => ({ holder_keys: [], credentials, open_run: open, runs }))
  answer('forward as subscription', ({ body }) => {
    const isNew = (body as { operation: string }).operation.endsWith('createVerifierRequest')
    const found = { requests: links.map((deep_link, at) => ({ deep_link, definition_id: `d${at}` })) }
    return { ok: true, status: 200, body: isNew ? { request: { deep_link: 'x://new' } } : found }
  })
  answer('issuersGet', () => ({ issuers: [{ ...ISSUER, trusted }], schemas: [SCHEMA] }))
  answer('trustAdd', () => ({ row: {} }))
  answer('credentialIssue', () => ({}))
  answer('definitionOpen', () => ({ definition: asked }))
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

  it.each([
    { what: 'asks for another schema', input_descriptors: [{ schema: [{ uri: 'https://schemas.example/boat' }] }] },
    {
      what: 'asks for more than is held',
      input_descriptors: [{ schema: [{ uri: SCHEMA.id }] }, { schema: [{ uri: 'https://schemas.example/boat' }] }],
    },
    { what: 'requires what is not held', input_descriptors: [{ schema: [{ uri: SCHEMA.id }, BOAT_TOO] }] },
    { what: 'asks for no schema', input_descriptors: [{}] },
  ])('does not lead to a request that $what', async ({ input_descriptors }) => {
    credentials = [AGE]
    links = ['x://request']
    asked = { input_descriptors }

    expect((await readStepFacts('alice')).answering).toBeUndefined()
  })

  it('does not lead to a request for what has ended, and passes over one that asks for something else', async () => {
    links = ['x://new', 'x://old']
    credentials = [{ ...AGE, period: 'ended' }]
    expect((await readStepFacts('alice')).answering).toBeUndefined()

    credentials = [AGE]
    answer('definitionOpen', ({ params }) => {
      const isNew = (params as { definition_id: string }).definition_id === 'd0'
      return { definition: isNew ? { input_descriptors: [{ schema: [BOAT_TOO] }] } : asked }
    })
    expect((await readStepFacts('alice')).answering).toEqual({ ...WALLET, query: { link: 'x://old' } })
  })

  it('leads to the request that waits, to the one that is open, and to the answer that was accepted last', async () => {
    credentials = [AGE]
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
    expect(await prepareDemo('alice', 'verifier')).toEqual({ ...WALLET, query: { link: 'x://new' } })

    expect(askedFor('trustAdd')[0]?.body).toMatchObject({ did: 'did:key:z1', name: 'Harbour Registry' })
    expect(askedFor('credentialIssue')[0]?.body).toMatchObject({ issuer_id: 'harbour', values: { ageOver18: true } })
    expect(askedFor('definitionSave')).toHaveLength(1)
  })

  it('makes nothing that is there already', async () => {
    trusted = true
    credentials = [AGE]
    definitions = [{ id: 'd7', name: 'Age only' }]
    links = ['x://request']

    expect(await prepareDemo('alice', 'verifier')).toEqual({ ...WALLET, query: { link: 'x://request' } })

    expect(['trustAdd', 'credentialIssue', 'definitionSave'].map((name) => askedFor(name).length)).toEqual([0, 0, 0])
  })

  it('issues an SD-JWT VC and asks in DCQL, where only one claim is to be told', async () => {
    credentials = [AGE]

    expect(await prepareDemo('alice', 'adult')).toEqual({ ...WALLET, query: { link: 'x://new' } })

    expect(askedFor('credentialIssue')[0]?.body).toMatchObject({ format: 'dc+sd-jwt', values: { ageOver18: true } })
    expect(askedFor('definitionSave')[0]?.body).toMatchObject({ definition: { dcql_query: {} } })
  })

  it('ends where something is refused', async () => {
    answer('credentialIssue', () => {
      throw refusal('user_locked', 423)
    })

    await expect(prepareDemo('alice', 'verifier')).rejects.toMatchObject({ code: 'user_locked' })
    expect(askedFor('definitionSave')).toHaveLength(0)
  })
})
