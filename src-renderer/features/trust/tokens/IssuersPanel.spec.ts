// Proves docs/contract/window.md, Issuers.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { OidcIdentityRow, OidcIssuerRow } from '../../../../shared/contract/workbench-oidc.ts'
import { text as message } from '../../../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, aUser, refusal, resetBridge } from '../../../session/testing/fake-bridge.ts'
import { mountAddress } from '../../../session/testing/mount-window.ts'
import ToastHost from '../../../ui/ToastHost.vue'
import { byRole, pointAtRow, press, settle, type } from '../../../ui/testing/mount-ui.ts'
import { useToasts } from '../../../ui/toasts.ts'
import IssuersPanel from './IssuersPanel.vue'
import TokenUsersPanel from './TokenUsersPanel.vue'
import { useTokenIssuers } from './use-token-issuers.ts'

const page = () => document.body.textContent

function anIssuer(changes: Partial<OidcIssuerRow> = {}): OidcIssuerRow {
  return {
    issuer: 'https://login.test',
    audience: 'the service',
    algorithms: ['RS256'],
    carries_over_from: [],
    carries_over_accounts: false,
    jwks: null,
    jwks_url: 'https://login.test/jwks',
    fixed: false,
    test_id: null,
    usable_keys: null,
    problem: null,
    ...changes,
  }
}
const TEST_ISSUER = anIssuer({
  issuer: 'https://first.issuer.test',
  test_id: 'one',
  jwks: { keys: [] },
  usable_keys: 1,
  jwks_url: null,
})
const ADA: OidcIdentityRow = {
  id: 'identity',
  issuer: 'https://other.test',
  subject: 'ada',
  vault_user_id: 'vault-ada',
  keystore_user_id: null,
  full_name: 'Ada Lovelace',
  carried_over: true,
  created_at: '2026-11-21T09:00:00.000Z',
}

/** @param opened the issuer that is open */
async function mountPanel(issuers: readonly OidcIssuerRow[], identities: readonly OidcIdentityRow[] = [], opened = '') {
  answer('oidcGet', () => ({ issuers, identities }))
  const Panels = defineComponent(() => {
    const list = useTokenIssuers()
    const id = opened === '' ? undefined : opened
    return () => h('div', [h(IssuersPanel, { id, list }), h(TokenUsersPanel, { id: undefined, list }), h(ToastHost)])
  })
  const { router } = await mountAddress(
    [{ path: '/trust/:tab/:id?', name: 'trust', component: Panels }],
    '/trust/token-issuers',
  )
  await settle()
  return router
}

function refusalBody(message: string) {
  const entry = { error: 'unauthorized', http_code: 401, message, requested_language: 'en', extra_info: {} }
  return { errors: [{ ...entry, message_in_requested_language: true }] }
}

async function click(name: string): Promise<void> {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button')]
  buttons.findLast((button) => (button.getAttribute('aria-label') ?? button.textContent.trim()) === name)?.click()
  await arrive()
  await settle()
}

function choose(name: string, value: string): void {
  const select = document.querySelector<HTMLSelectElement>(`select[name=${name}]`)
  if (select === null) throw new Error(`nothing is chosen as ${name}`)
  select.value = value
  select.dispatchEvent(new Event('change'))
}

// The test document has no layout.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(1200)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(400)
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
})
afterEach(() => void vi.restoreAllMocks())

/** Chooses the best match in a field that finds people. */
async function choosePerson(label: string, name: string): Promise<void> {
  byRole('combobox', message(label)).click()
  await settle()
  const field = byRole('combobox', message('ui.findPerson'))
  type(field, name)
  await settle()
  press(field, 'Enter')
  await settle()
}

describe('IssuersPanel', () => {
  it('says that there is none yet, and makes a test issuer', async () => {
    await mountPanel([])
    expect(page()).toContain(message('trust.tokenIssuers.noneTitle'))
    answer('testIssuerCreate', () => ({ issuer: TEST_ISSUER }))
    await click(message('trust.tokenIssuers.newTest'))
    type(byRole('textbox', message('label.name')), 'First')
    answer('oidcGet', () => ({ issuers: [TEST_ISSUER], identities: [] }))

    await click(message('trust.testIssuer.create'))

    expect(askedFor('testIssuerCreate')[0]?.body).toEqual({ name: 'First', algorithm: 'ES256' })
    expect(page()).toContain('https://first.issuer.test')
    expect(page()).toContain(message('trust.identities.noneTitle'))
  })

  it('shows what stands in the way of keys, who may be taken over, and who came', async () => {
    await mountPanel(
      [
        anIssuer({ problem: 'the address could not be reached', fixed: true }),
        anIssuer({ issuer: 'https://x.test', carries_over_from: ['https://before.test'], carries_over_accounts: true }),
      ],
      [ADA],
      'https://login.test',
    )
    for (const text of [
      message('trust.tokenIssuers.unreadable'),
      'the address could not be reached',
      message('trust.tokenIssuers.fixed'),
      'https://before.test',
      message('trust.tokenIssuers.accounts'),
      'Ada Lovelace',
      message('trust.identities.carriedOver'),
    ]) {
      expect(page()).toContain(text)
    }
    // What was given when the program was started is changed there.
    await pointAtRow('https://login.test')
    expect(document.querySelector('[aria-label="Edit https://login.test"]')).toBeNull()
    await pointAtRow('https://x.test')
    expect(document.querySelector('[aria-label="Edit https://x.test"]')).not.toBeNull()
  })

  it('has people ready for a token, whose subject and name are filled in', async () => {
    await mountPanel([TEST_ISSUER])
    await click(message('trust.tokenIssuers.mintNamed', { issuer: 'https://first.issuer.test' }))
    const fields = () =>
      ['subject', 'full_name'].map((name) => document.querySelector<HTMLInputElement>(`input[name=${name}]`)?.value)
    expect(fields()).toEqual(['alice', 'Alice'])

    for (const [name, filled] of [
      ['Nora Field', ['nora', 'Nora Field']],
      [message('trust.mint.somebodyElse'), ['', '']],
      ['Alice', ['alice', 'Alice']],
    ] as const) {
      await choosePerson('trust.mint.ready', name)
      expect(fields()).toEqual(filled)
    }
  })

  it('mints a token for somebody, and shows it once with what the vault said', async () => {
    await mountPanel([TEST_ISSUER], [ADA])
    answer('testTokenMint', () => ({
      token: 'eyJ.the.token',
      header: { alg: 'ES256' },
      claims: { sub: 'alice' },
      answer: { status: 401, body: refusalBody('The JSON Web Token was valid until noon.') },
    }))
    await click(message('trust.tokenIssuers.mintNamed', { issuer: 'https://first.issuer.test' }))
    await choosePerson('trust.mint.previousUser', 'Alice')
    choose('fault', 'expired')

    await click(message('trust.mint.submit'))

    expect(askedFor('testTokenMint')[0]).toMatchObject({
      params: { test_id: 'one' },
      body: {
        subject: 'alice',
        full_name: 'Alice',
        previous_user: 'vault-alice',
        valid_for_seconds: 3600,
        fault: 'expired',
      },
    })
    for (const text of ['eyJ.the.token', '401 refused', 'was valid until noon.', 'The service refuses it.'])
      expect(page()).toContain(text)
    await click('Done')
    expect(page()).not.toContain('eyJ.the.token')
  })

  it('adds an issuer, and puts what was refused at its field', async () => {
    await mountPanel([])
    answer('oidcIssuerSave', () => {
      throw refusal('invalid_params', 400, 'No.')
    })
    await click(message('trust.tokenIssuers.add'))
    type(byRole('textbox', message('label.issuer')), 'https://login.test')
    type(byRole('textbox', message('trust.tokenIssuer.audience')), 'the service')
    type(byRole('textbox', message('label.algorithms')), 'RS256, HS256')
    type(byRole('textbox', message('trust.tokenIssuer.address')), 'https://login.test/jwks')
    await click(message('trust.tokenIssuers.add'))
    expect(page()).toContain('Name at least one of RS256')
    expect(askedFor('oidcIssuerSave')).toEqual([])
    type(byRole('textbox', message('label.algorithms')), 'RS256 ES256, RS256')

    await click(message('trust.tokenIssuers.add'))

    expect(askedFor('oidcIssuerSave')[0]?.body).toEqual({
      issuer: 'https://login.test',
      audience: 'the service',
      algorithms: ['RS256', 'ES256'],
      jwks_url: 'https://login.test/jwks',
      carries_over_from: [],
      carries_over_accounts: false,
    })
    expect(page()).toContain('No.')
  })

  it('lets a test issuer take users over, and leaves its keys alone', async () => {
    await mountPanel([TEST_ISSUER])
    answer('oidcIssuerSave', () => ({ issuer: TEST_ISSUER }))
    await click(message('trust.tokenIssuers.editNamed', { issuer: 'https://first.issuer.test' }))
    expect(page()).not.toContain(message('trust.tokenIssuer.keys'))
    const lines = document.querySelector('textarea')
    if (lines === null) throw new Error('there are no lines')
    lines.value = 'https://a.test\n\nhttps://b.test\nhttps://a.test'
    lines.dispatchEvent(new Event('input', { bubbles: true }))

    await click(message('trust.tokenIssuer.save'))

    expect(askedFor('oidcIssuerSave')[0]?.body).toMatchObject({
      issuer: 'https://first.issuer.test',
      jwks: { keys: [] },
      carries_over_from: ['https://a.test', 'https://b.test'],
    })
  })

  it('says of an issuer what it said before when the change is undone, and leaves a test issuer its new key', async () => {
    const before = { ...TEST_ISSUER, carries_over_from: ['https://a.test'] }
    await mountPanel([anIssuer(), before])
    answer('oidcIssuerSave', ({ body }) => ({ issuer: { ...TEST_ISSUER, ...(body as object) } }))
    for (const issuer of ['https://login.test', 'https://first.issuer.test']) {
      await pointAtRow(issuer)
      await click(`Edit ${issuer}`)
      type(byRole('textbox', message('trust.tokenIssuer.audience')), 'others')
      await click(message('trust.tokenIssuer.save'))
    }
    const newKey = { kty: 'EC' }
    answer('oidcGet', () => ({ issuers: [anIssuer(), { ...before, jwks: { keys: [newKey] } }], identities: [] }))
    answer('testIssuerKeyReplace', () => ({ issuer: before }))
    await click(message('trust.tokenIssuers.newKeyNamed', { issuer: 'https://first.issuer.test' }))
    await click(message('trust.tokenIssuers.newKey'))

    await useToasts().undoLast()
    await useToasts().undoLast()

    const { issuer, audience, algorithms, carries_over_from, carries_over_accounts } = anIssuer()
    const said = { issuer, audience, algorithms, carries_over_from, carries_over_accounts }
    expect(
      askedFor('oidcIssuerSave')
        .slice(2)
        .map(({ body }) => body),
    ).toEqual([
      {
        ...said,
        issuer: 'https://first.issuer.test',
        carries_over_from: ['https://a.test'],
        jwks: { keys: [newKey] },
      },
      { ...said, jwks_url: 'https://login.test/jwks' },
    ])
  })

  it('removes an issuer and forgets an identity with Undo', async () => {
    await mountPanel([anIssuer(), TEST_ISSUER], [ADA])
    answer('oidcIssuerRemove', () => undefined)
    answer('oidcIdentityRemove', () => undefined)
    await click(message('trust.tokenIssuers.removeNamed', { issuer: 'https://login.test' }))
    await click(message('trust.identities.forgetNamed', { subject: 'ada' }))
    const rows = [...document.querySelectorAll('[data-index]')].map((row) => row.textContent)
    expect(rows).toHaveLength(1)
    expect(rows[0]).toContain('https://first.issuer.test')
    useToasts().flush()
    await arrive()
    expect(askedFor('oidcIssuerRemove')[0]?.query).toEqual({ issuer: 'https://login.test' })
    expect(askedFor('oidcIdentityRemove')[0]?.params).toEqual({ identity_id: 'identity' })
  })

  it('opens the next issuer in the place of one that is removed', async () => {
    const router = await mountPanel([anIssuer(), TEST_ISSUER], [], 'https://login.test')

    await click(message('trust.tokenIssuers.removeNamed', { issuer: 'https://login.test' }))

    expect(router.currentRoute.value.params['id']).toBe('https://first.issuer.test')
  })

  it('are sorted as the address says', async () => {
    const router = await mountPanel([anIssuer(), TEST_ISSUER])
    const order = () => [...document.querySelectorAll('[data-index]')].map((row) => row.textContent)
    expect(order()[0]).toContain('https://login.test')

    await router.push({ name: 'trust', params: { tab: 'token-issuers' }, query: { sort: 'issuer' } })
    await settle()

    expect(order()[0]).toContain('https://first.issuer.test')
  })

  it('asks before a new key is made', async () => {
    await mountPanel([TEST_ISSUER])
    answer('testIssuerKeyReplace', () => ({ issuer: TEST_ISSUER }))
    await click(message('trust.tokenIssuers.newKeyNamed', { issuer: 'https://first.issuer.test' }))
    expect(page()).toContain('are refused at once')
    await click(message('trust.tokenIssuers.newKey'))
    expect(askedFor('testIssuerKeyReplace')[0]?.params).toEqual({ test_id: 'one' })
  })
})
