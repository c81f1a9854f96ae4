// Proves docs/contract/exchange.md, Verifier: OpenID4VP, OpenID4VP: wallet.

/** Wallets and verifiers of published OpenID4VP libraries beside each other, and beside ours. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { workbenchOperations } from '../../shared/contract/workbench-operations.ts'
import type { WalletRun } from '../../shared/contract/workbench-wallet.ts'
import { decodeBase58 } from '../../src-main/crypto/base58.ts'
import { aP256Party } from '../support/exchange/sd-jwts.ts'
import { aRequest } from '../support/exchange/wallet.ts'
import type { VerifierFault } from '../support/openid4vp/foreign-verifier.ts'
import { startForeignVerifier } from '../support/openid4vp/foreign-verifier.ts'
import type { Fetching, PresentedOtherwise } from '../support/openid4vp/foreign-wallet.ts'
import { aForeignWallet, CARD_DEFINITION, CARD_QUERY, issueCard } from '../support/openid4vp/foreign-wallet.ts'
import { openOurDesk, verdictOf } from '../support/openid4vp/our-desk.ts'
import type { TestWorkbench } from '../support/workbench/workbench.ts'
import { openWorkbench, registerUser, stopWorkbench } from '../support/workbench/workbench.ts'

const { walletCredentialImport, walletGet, walletRunRefuse, walletRunStart, walletRunSubmit } = workbenchOperations

const [issuer, holder, thief] = [aP256Party(), aP256Party(), aP256Party()]
const wallet = aForeignWallet({ issuer, holder, now: () => Math.floor(Date.now() / 1000) })
const withNonce = { method: 'post', form: { wallet_nonce: 'n-1' }, expectedNonce: 'n-1' } as const

describe('the foreign wallet at the foreign verifier', () => {
  let verifier: Awaited<ReturnType<typeof startForeignVerifier>>
  beforeAll(async () => {
    verifier = await startForeignVerifier(issuer)
  })
  afterAll(() => verifier.close())
  const lastVerdict = () => verifier.verdicts.at(-1)

  it.each<[string, Fetching]>([
    ['by get', {}],
    ['by post', withNonce],
  ])('answers a request fetched %s', async (_, fetching) => {
    const reply = await wallet.answer(verifier.ask(), fetching)
    expect(reply.status).toBe(200)
    expect(lastVerdict()).toMatchObject({ disclosed: { name: 'Ada', address: { city: 'Kiel' } } })
  })

  it.each([
    ['signature broken', 'verification of jwt'],
    ['signed by another key', 'verification of jwt'],
    ['client_id of another in the link', 'client_id does not match'],
    ['wallet_nonce not echoed', '"wallet_nonce" parameter MUST'],
  ] as const)('refuses a request: %s', async (fault, message) => {
    await expect(wallet.read(verifier.ask({ fault }), withNonce)).rejects.toThrow(message)
  })

  it.each<[string, PresentedOtherwise, string]>([
    ['another nonce', { binding: { nonce: 'another' } }, 'Nonce'],
    ['another aud', { binding: { aud: 'another' } }, 'aud is another'],
    ['another key', { by: thief }, 'Signature'],
  ])('is refused with %s', async (_, otherwise, message) => {
    const request = await wallet.read(verifier.ask())
    const reply = await wallet.send(request, await wallet.present(request, otherwise))
    expect(reply.status).toBe(400)
    expect(lastVerdict()).toMatchObject({ refused: expect.stringContaining(message) as string })
  })

  it('is refused with another state', async () => {
    const request = await wallet.read(verifier.ask())
    const reply = await wallet.send(request, await wallet.present(request), { state: 'another' })
    expect(reply.status).toBe(400)
    expect(lastVerdict()).toMatchObject({ refused: expect.stringContaining('state mismatch') as string })
  })
})

describe('the foreign wallet at our verifier', () => {
  let desk: Awaited<ReturnType<typeof openOurDesk>>
  beforeAll(async () => {
    desk = await openOurDesk()
  })
  afterAll(async () => {
    expect(desk.server.faults).toEqual([])
    await desk.server.close()
  })

  it.each<[string, object, Fetching]>([
    ['signed, fetched by get', {}, { method: 'get' }],
    ['signed, fetched by post as the library posts', {}, {}],
    ['signed, fetched by post with a nonce of the wallet', {}, withNonce],
    ['unsigned', { client_id_prefix: 'redirect_uri' }, {}],
    ['with a definition, as drafts have it', { presentation_definition: CARD_DEFINITION }, {}],
    ['unsigned, with a definition', { presentation_definition: CARD_DEFINITION, client_id_prefix: 'redirect_uri' }, {}],
  ])('answers a request › %s', async (_, wish, fetching) => {
    const asked = await desk.ask({ binding: 'required', ...wish })
    const reply = await wallet.answer(asked.openid4vp_link, fetching)
    expect(await verdictOf(reply)).toEqual([200, 'valid'])
    expect((await desk.read(asked)).state).toBe('verified')
  })

  it.each<[string, PresentedOtherwise, string]>([
    ['another nonce', { binding: { nonce: 'another' } }, 'presentation.challenge challenge_mismatch'],
    ['another aud', { binding: { aud: 'another' } }, 'presentation.domain domain_mismatch'],
    ['the key of a thief', { by: thief }, 'presentation.proof signature_invalid'],
    ['a credential of the past', { claims: { exp: 1_600_000_000 } }, 'credential.expiry credential_expired'],
  ])('is refused with %s', async (_, otherwise, fault) => {
    const asked = await desk.ask({ binding: 'required' })
    const request = await wallet.read(asked.openid4vp_link)
    const reply = await wallet.send(request, await wallet.present(request, otherwise))
    expect(await verdictOf(reply)).toEqual([200, fault])
    expect((await desk.read(asked)).state).toBe('rejected')
  })

  it('is refused with the state of another request, with an answer to another one, and twice', async () => {
    const [asked, other] = [await desk.ask(), await desk.ask()]
    const [request, another] = [await wallet.read(asked.openid4vp_link), await wallet.read(other.openid4vp_link)]
    const presentation = await wallet.present(request)
    const sent = await wallet.send(request, presentation, { state: String(another.state) })
    expect(await verdictOf(sent)).toEqual([400, 'invalid_params'])
    expect(await verdictOf(await wallet.send(another, presentation))).toEqual([
      200,
      'presentation.challenge challenge_mismatch',
    ])
    expect(await verdictOf(await wallet.send(request, presentation))).toEqual([200, 'valid'])
    expect(await verdictOf(await wallet.send(request, presentation))).toEqual([409, 'request_closed'])
  })
})

describe('our wallet at the foreign verifier, and at ours', () => {
  let verifier: Awaited<ReturnType<typeof startForeignVerifier>>
  let workbench: TestWorkbench
  let params: { readonly user_id: string }
  beforeAll(async () => {
    verifier = await startForeignVerifier(issuer)
    workbench = await openWorkbench()
    params = { user_id: (await registerUser(workbench, 'Ada')).user.id }
    const [key] = (await workbench.call(walletGet, { params })).holder_keys
    const holderOfCard = { ...holder, jwk: ed25519JwkOf(key?.did ?? '') }
    const text = await issueCard({ issuer, holder: holderOfCard }, Math.floor(Date.now() / 1000))
    await workbench.call(walletCredentialImport, { params, body: { text } })
  })
  afterAll(async () => {
    await verifier.close()
    await stopWorkbench(workbench)
  })

  const start = async (link: string) => (await workbench.call(walletRunStart, { params, body: { link } })).run
  const of = ({ id }: WalletRun) => ({ params: { ...params, run_id: id } })

  it.each(['get', 'post'] as const)(
    'answers a request fetched by %s, and shows no more than was asked',
    async (method) => {
      const run = await start(verifier.ask({ method }))
      expect(run).toMatchObject({ state: 'choosing', openid4vp: { signed: true } })
      const ended = (await workbench.call(walletRunSubmit, { ...of(run), body: {} })).run

      expect(ended.state).toBe('sent')
      const verdict = verifier.verdicts.at(-1)
      expect(verdict).toMatchObject({ disclosed: { name: 'Ada', address: { city: 'Kiel' } } })
      expect(verdict).not.toHaveProperty('disclosed.born')
    },
  )

  it.each<[VerifierFault, string, string]>([
    ['signature broken', 'invalid_request_object', 'signature'],
    ['signed by another key', 'invalid_request_object', 'signature'],
    ['client_id of another in the link', 'invalid_client', 'link'],
    ['wallet_nonce not echoed', 'invalid_request', 'wallet_nonce'],
  ])('answers nothing: %s', async (fault, code, word) => {
    const before = verifier.verdicts.length
    const run = await start(verifier.ask({ method: 'post', fault }))

    const message = expect.stringContaining(word) as string
    expect(run).toMatchObject({ state: 'failed', failure: { code, message } })
    expect(verifier.verdicts).toHaveLength(before)
  })

  it.each(['decentralized_identifier', 'redirect_uri'])(
    'answers our own verifier as those of others, by %s',
    async (client_id_prefix) => {
      const asked = await aRequest(
        workbench.call,
        { dcql_query: CARD_QUERY },
        { client_id_prefix, binding: 'required' },
      )
      const run = await start(asked.openid4vp_link)
      const ended = (await workbench.call(walletRunSubmit, { ...of(run), body: {} })).run
      expect(ended).toMatchObject({ state: 'accepted', request_id: asked.id })
    },
  )

  it('says to the verifier that it declines', async () => {
    const run = await start(verifier.ask())
    await workbench.call(walletRunRefuse, of(run))
    expect(verifier.verdicts.at(-1)).toEqual({ error: 'access_denied' })
  })
})

/** The public key that a `did:key` of Ed25519 is made of. */
function ed25519JwkOf(did: string) {
  const bytes = decodeBase58(did.slice('did:key:z'.length)).subarray(2) // behind the name of its kind
  return { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(bytes).toString('base64url') }
}
