// Proves docs/contract/window.md, Wallet.

import { answer, askedFor } from '../../../session/testing/fake-bridge.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import { mountSetup, resetWallet, serveAt } from '../testing/mount-wallet.ts'
import { anAsked, aRequest, aRun, LINK } from '../testing/samples.ts'
import { useRunStart } from './use-run-start.ts'

const SETTINGS = { profile: 'bound', scenario: 'expired', holderKey: undefined } as const
const NEW_LINK = LINK.replaceAll('%2Fd', '%2Fnew')
const bodyOf = (name: string): unknown => askedFor(name).at(-1)?.body
const candidates = ['old', 'new'].map((credential_id) => ({ credential_id, values: [], others: [] }))

beforeEach(() => {
  resetWallet()
  answer('walletRunStart', () => ({
    run: aRun({ id: 'run-2', descriptors: [anAsked('licence', { candidates, chosen: 'new' })] }),
  }))
  answer('walletRunChoose', () => ({ run: aRun({ id: 'run-2' }) }))
  answer('walletRunSubmit', () => ({ run: aRun({ id: 'run-2', state: 'not_accepted' }) }))
  answer('forward as subscription', () => ({
    ok: true,
    status: 201,
    body: { request: aRequest({ deep_link: NEW_LINK }) },
  }))
})

describe('running again', () => {
  const before = aRun({ state: 'accepted', descriptors: [anAsked('licence', { candidates, chosen: 'old' })] })

  it('asks for the same at our own verifier when the request takes no answer any more, and sends as before', async () => {
    const { result, router } = await mountSetup(() => useRunStart('bob'))

    await result.again(before, aRequest({ state: 'verified' }), SETTINGS)

    expect(bodyOf('forward as subscription')).toMatchObject({
      operation: 'verifier.createVerifierRequest',
      body: { definition_id: 'd1', expires_in: 600, wallet_scheme: 'vaultbench-wallet' },
    })
    expect(bodyOf('walletRunStart')).toEqual({ link: NEW_LINK, allow_remote: false })
    expect(bodyOf('walletRunChoose')).toEqual({ choice: { licence: 'old' } })
    expect(bodyOf('walletRunSubmit')).toMatchObject({ scenario: 'expired', share_whole: false })
    expect(router.currentRoute.value.path).toBe('/u/bob/wallet/runs/run-2')
  })

  it('brings nobody back who has opened another page meanwhile', async () => {
    const { result, router } = await mountSetup(() => useRunStart('bob'))

    const repeated = result.again(before, aRequest({ state: 'fetched' }), SETTINGS)
    const way = router.push('/u/bob/items')
    await Promise.all([repeated, way])

    expect(askedFor('walletRunSubmit')).toHaveLength(1)
    expect(router.currentRoute.value.path).toBe('/u/bob/items')
  })

  it('opens the same link while the request is open', async () => {
    const { result } = await mountSetup(() => useRunStart('bob'))

    await result.again(before, aRequest({ state: 'fetched' }), SETTINGS)

    expect(askedFor('forward as subscription')).toHaveLength(0)
    expect(bodyOf('walletRunStart')).toEqual({ link: LINK, allow_remote: false })
  })

  it('leaves to the person what was not sent before, or cannot be sent', async () => {
    const { result } = await mountSetup(() => useRunStart('bob'))

    await result.again(aRun({ state: 'refused' }), undefined, SETTINGS)
    expect(askedFor('walletRunChoose')).toHaveLength(0)
    answer('walletRunChoose', () => ({ run: aRun({ id: 'run-2', can_submit: false }) }))
    await result.again(before, undefined, SETTINGS)
    answer('walletRunChoose', () => ({ run: aRun({ id: 'run-2', must_share_whole: true }) }))
    await result.again(before, undefined, SETTINGS)

    expect(askedFor('walletRunSubmit')).toHaveLength(0)
  })

  it('keeps the proposal where the credential of before does not fit any more', async () => {
    const { result } = await mountSetup(() => useRunStart('bob'))
    const gone = aRun({ state: 'accepted', descriptors: [anAsked('licence', { chosen: 'removed' })] })

    await result.again(gone, undefined, SETTINGS)

    expect(bodyOf('walletRunChoose')).toEqual({ choice: { licence: 'new' } })
  })
})

describe('opening a link', () => {
  const remote = LINK.replaceAll('127.0.0.1%3A1', 'wallet.example')
  const other = LINK.replaceAll('127.0.0.1%3A1', '127.0.0.1%3A9999')

  it('calls nothing on this computer either before a person saw host, port and path', async () => {
    const { result } = await mountSetup(() => useRunStart('bob'))

    await result.open(other)
    expect(result.asking.value?.addresses).toEqual([
      expect.objectContaining({
        use: 'definition',
        host: '127.0.0.1:9999',
        path: expect.stringMatching(/^\/./) as string,
      }),
      expect.objectContaining({ use: 'answer', host: '127.0.0.1:9999' }),
    ])
    expect(askedFor('walletRunStart')).toHaveLength(0)
    await result.allow()

    expect(bodyOf('walletRunStart')).toEqual({ link: other, allow_remote: false })
  })

  it('asks for what was never called when it is run again', async () => {
    const { result } = await mountSetup(() => useRunStart('bob'))

    await result.again(aRun({ state: 'failed', link: remote, steps: [] }), undefined, SETTINGS)

    expect(result.asking.value?.link).toBe(remote)
    expect(askedFor('walletRunStart')).toHaveLength(0)
  })

  it('calls nobody on another computer before a person allowed it', async () => {
    const { result } = await mountSetup(() => useRunStart('bob'))

    await result.open(remote)
    expect(result.asking.value?.addresses[0]).toMatchObject({ host: 'wallet.example:80', isRemote: true })
    result.cancel()
    expect(askedFor('walletRunStart')).toHaveLength(0)
    await result.open(remote)
    await result.allow()

    expect(bodyOf('walletRunStart')).toEqual({ link: remote, allow_remote: true })
  })

  it('does not ask for the address of this program itself', async () => {
    serveAt('http://10.0.0.7:80')
    const { result } = await mountSetup(() => useRunStart('bob'))

    await result.open(LINK.replaceAll('127.0.0.1%3A1', '10.0.0.7'))

    expect(bodyOf('walletRunStart')).toMatchObject({ allow_remote: false })
  })

  it('refuses what is open first, when it is to be opened instead', async () => {
    answer('walletRunRefuse', () => ({ run: aRun({ state: 'refused' }) }))
    const { result } = await mountSetup(() => useRunStart('bob'))

    await result.openInstead('run-1', LINK)

    expect(askedFor('walletRunRefuse')).toHaveLength(1)
    expect(askedFor('walletRunStart')).toHaveLength(1)
  })
})
