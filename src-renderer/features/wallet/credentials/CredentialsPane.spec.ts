// Proves docs/contract/window.md, Wallet.

import { text } from '../../../i18n/i18n.ts'
import { answer, askedFor, push, refusal } from '../../../session/testing/fake-bridge.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { byRole, giveSizes, type as typeIn } from '../../../ui/testing/mount-ui.ts'
import { useToasts } from '../../../ui/toasts.ts'
import {
  holdInWallet,
  mountWallet,
  named,
  press,
  resetWallet,
  settle,
  shownText,
  type,
} from '../testing/mount-wallet.ts'
import { aCredential, aHolderKey } from '../testing/samples.ts'

beforeEach(() => {
  resetWallet()
  holdInWallet([aCredential('licence')])
  answer('walletCredentialOpen', () => ({
    credential: aCredential('licence'),
    raw: { credentialSubject: { category: 'B' }, proof: { type: 'Ed25519Signature2018' } },
    decoded: { credentialSubject: { category: 'B' } },
  }))
})

/** Ends the time in which what was removed can be brought back. */
function endUndo(): void {
  useToasts().flush()
}

describe('credentials', () => {
  it('show the claims and the proof of the opened one', async () => {
    await mountWallet('/credentials/licence')

    expect(shownText()).toContain('Category')
    expect(shownText()).toContain('Ed25519Signature2018')
    expect(shownText()).toContain('urn:uuid:licence')
  })

  it('show a date that cannot be read as it is, not as no end', async () => {
    const credential = aCredential('licence', { issued: 'yesterday', expires: '"2020"', period: 'unknown' })
    holdInWallet([credential])
    answer('walletCredentialOpen', () => ({ credential, raw: {}, decoded: {} }))
    await mountWallet('/credentials/licence')

    expect(shownText()).toContain('yesterday')
    expect(shownText()).toContain('"2020"')
    expect(shownText()).not.toContain('never')
  })

  it('say what the issuer took back since', async () => {
    const row = { credential_id: 'urn:uuid:licence', status: 'active' }
    answer('issuedRows', () => ({ rows: [row, { credential_id: 'urn:uuid:other', status: 'revoked' }], matching: 2 }))
    await mountWallet('/credentials/licence')
    expect(shownText()).not.toContain(text('parts.credentialState.revoked'))

    answer('issuedRows', () => ({ rows: [{ ...row, status: 'revoked' }], matching: 1 }))
    push({ type: 'exchange', part: 'issued' })

    await vi.waitFor(() => expect(shownText()).toContain(text('parts.credentialState.revoked')))
  })

  it('are told apart and filtered by their state, in words that can be sorted', async () => {
    giveSizes()
    holdInWallet([
      aCredential('licence'),
      aCredential('old', { title: 'Old card', expires: '2001-01-01T00:00:00Z', period: 'ended' }),
      aCredential('taken', { title: 'Taken card' }),
    ])
    answer('issuedRows', () => ({ rows: [{ credential_id: 'urn:uuid:taken', status: 'revoked' }], matching: 1 }))
    const { router } = await mountWallet('/credentials?sort=state')
    const shown = () =>
      [...document.querySelectorAll('[data-index]')].map((row) => /(Expired|Valid|Revoked)/.exec(row.textContent)?.[0])
    await vi.waitFor(() =>
      expect(shown()).toEqual([
        text('parts.credentialState.expired'),
        text('parts.credentialState.revoked'),
        text('parts.credentialState.active'),
      ]),
    )

    await router.push('/u/bob/wallet/credentials?state=revoked')
    await settle()

    expect(shown()).toEqual([text('parts.credentialState.revoked')])
  })

  it('are found by words, and all shown again once these are cleared', async () => {
    giveSizes()
    holdInWallet([aCredential('licence'), aCredential('card', { title: 'Library card' })])
    await mountWallet('/credentials')
    const shown = () => document.querySelectorAll('[data-index]').length
    await vi.waitFor(() => expect(shown()).toBe(2))

    typeIn(byRole('textbox', text('wallet.credential.filter')), 'library')
    await vi.waitFor(() => expect(shown()).toBe(1))
    typeIn(byRole('textbox', text('wallet.credential.filter')), 'neither')
    await vi.waitFor(() => expect(shownText()).toContain(text('rows.noMatch')))
    await press(text('ui.clearFilters'))

    await vi.waitFor(() => expect(shown()).toBe(2))
  })

  it('leave with Undo: nothing is called before it ends', async () => {
    answer('walletCredentialRemove', () => undefined)
    const { router } = await mountWallet('/credentials/licence')

    await press(text('wallet.credential.remove'))
    expect(askedFor('walletCredentialRemove')).toHaveLength(0)
    expect(router.currentRoute.value.path).toBe('/u/bob/wallet/credentials')
    expect(shownText()).toContain(text('wallet.credential.none'))
    endUndo()
    await settle()

    expect(askedFor('walletCredentialRemove').at(-1)?.params).toEqual({ user_id: 'bob', credential_id: 'licence' })
  })

  it('come back when the removal is refused', async () => {
    answer('walletCredentialRemove', () => {
      throw refusal('wallet_run_open', 409, 'a request is open')
    })
    await mountWallet('/credentials/licence')
    await press(text('wallet.credential.remove'))

    endUndo()
    await settle()

    expect(shownText()).toContain('Credentials1')
    expect(useToasts().toasts.at(-1)?.text).toBe(
      text('wallet.credential.removeRefused', { title: 'Driving licence', reason: 'A request is open.' }),
    )
  })
})

describe('import', () => {
  it('shows how what came in was judged', async () => {
    const problems = [
      {
        check: 'credential.expiry' as const,
        code: 'credential_expired',
        credential: 0,
        descriptor: null,
        pointer: null,
        message: 'it ended',
      },
    ]
    answer('walletCredentialImport', () => ({
      credentials: [aCredential('old', { title: 'Old card', verified: { valid: false, problems } })],
    }))
    await mountWallet('/credentials')

    await press(text('wallet.import.open'))
    await type('Text', ' {"a":1} ')
    await press(text('ui.import'))

    expect(askedFor('walletCredentialImport').at(-1)?.body).toEqual({ text: '{"a":1}' })
    expect(shownText()).toContain('1 credential imported')
    expect(shownText()).toContain('It ended.')
    expect(shownText()).toContain('credential.expiry: credential_expired')
  })

  it('says what is wrong with the text and keeps it', async () => {
    answer('walletCredentialImport', () => {
      throw refusal('credential_invalid', 400, 'there is no credential in it')
    })
    await mountWallet('/credentials')
    await press(text('wallet.import.open'))
    await press(text('ui.import'))
    expect(askedFor('walletCredentialImport')).toHaveLength(0)

    await type('Text', 'nonsense')
    await press(text('ui.import'))

    expect(shownText()).toContain('There is no credential in it.')
    expect(document.querySelector('textarea')?.value).toBe('nonsense')
  })
})

describe('holder keys', () => {
  it('are made and chosen', async () => {
    answer('walletGet', () => ({
      holder_keys: [aHolderKey('a'), aHolderKey('b', { algorithm: 'P-256', is_default: false })],
      credentials: [],
      open_run: null,
      runs: [],
    }))
    answer('holderKeyCreate', () => ({ holder_key: aHolderKey('c') }))
    answer('holderKeyDefault', () => ({ holder_key: aHolderKey('b') }))
    await mountWallet('/credentials')

    await press('Holder keys')
    await type('Algorithm', 'secp256k1')
    await press(text('ui.createKey'))
    await press(text('wallet.keys.makeDefaultNamed', { algorithm: 'P-256' }))

    expect(askedFor('holderKeyCreate').at(-1)?.body).toEqual({ algorithm: 'secp256k1', make_default: false })
    expect(askedFor('holderKeyDefault').at(-1)?.body).toEqual({ holder_key_id: 'b' })
    expect(() => named('Make the Ed25519 key the default')).toThrow()
  })
})
