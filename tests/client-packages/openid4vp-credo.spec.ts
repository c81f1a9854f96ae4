// Proves docs/contract/exchange.md, Verifier: OpenID4VP.

// @module-tag full

/** Credo as the wallet of a holder, unmodified, at our verifier; its key and records are in memory. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aP256Party } from '../support/exchange/sd-jwts.ts'
import { aCredoWallet } from '../support/openid4vp/credo-wallet.ts'
import { openOurDesk, verdictIn } from '../support/openid4vp/our-desk.ts'

const parties = { issuer: aP256Party(), holder: aP256Party() }
const nowSeconds = Math.floor(Date.now() / 1000)
type Wallet = Awaited<ReturnType<typeof aCredoWallet>>

describe('Credo', () => {
  let desk: Awaited<ReturnType<typeof openOurDesk>>
  let wallet: Wallet
  let thief: Wallet
  beforeAll(async () => {
    desk = await openOurDesk()
    wallet = await aCredoWallet(parties, nowSeconds)
    thief = await aCredoWallet(parties, nowSeconds, aP256Party())
  })
  afterAll(async () => {
    await wallet.close()
    await thief.close()
    expect(desk.server.faults).toEqual([])
    await desk.server.close()
  })

  const askedOf = async (wish: object = {}) => {
    const asked = await desk.ask({ binding: 'required', ...wish })
    return { asked, link: asked.openid4vp_link }
  }
  const verdictOf = async (by: Wallet, ...answer: Parameters<Wallet['send']>) => {
    const reply = await by.send(...answer)
    return verdictIn(reply?.status ?? 0, reply?.body)
  }

  it.each([
    ['signed', 'decentralized_identifier'],
    ['unsigned', 'redirect_uri'],
  ])('answers a request that is %s', async (_, client_id_prefix) => {
    const { asked, link } = await askedOf({ client_id_prefix })
    expect(await verdictOf(wallet, await wallet.read(link))).toEqual([200, 'valid'])
    expect((await desk.read(asked)).state).toBe('verified')
  })

  it.each([
    [{ nonce: 'another' }, [200, 'presentation.challenge challenge_mismatch']],
    [{ client_id: 'redirect_uri:https://other.example' }, [200, 'presentation.domain domain_mismatch']],
    [{ state: 'another' }, [400, 'invalid_params']],
  ] as const)('is refused when it answers as if the request had %j', async (request, verdict) => {
    const { link } = await askedOf()
    expect(await verdictOf(wallet, await wallet.read(link), { request })).toEqual(verdict)
  })

  it('is refused with the key of somebody else', async () => {
    const { link } = await askedOf()
    expect(await verdictOf(thief, await thief.read(link))).toEqual([200, 'presentation.proof signature_invalid'])
  })

  it('is refused when it answers twice', async () => {
    const { link } = await askedOf()
    const read = await wallet.read(link)
    expect(await verdictOf(wallet, read)).toEqual([200, 'valid'])
    expect(await verdictOf(wallet, read)).toEqual([409, 'request_closed'])
  })
})
