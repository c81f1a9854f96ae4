// Proves docs/contract/window.md, Wallet.

import { text as message } from '../../../i18n/i18n.ts'
import { answer, askedFor, push, refusal } from '../../../session/testing/fake-bridge.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { IssuedRow } from '../../../../shared/contract/workbench-issuer.ts'
import { CallError } from '../../../api/call.ts'
import {
  field,
  holdInWallet,
  mountWallet,
  named,
  press,
  resetWallet,
  settle,
  shownText,
  type,
} from '../testing/mount-wallet.ts'
import { aRun } from '../testing/samples.ts'
import { usePresenting } from '../../../ui/presenting.ts'
import { useToasts } from '../../../ui/toasts.ts'

const AGE = {
  id: 'https://schemas.example/age',
  name: 'age',
  title: 'Proof of age',
  type: 'ProofOfAgeCredential',
  schema: { required: ['over18'], properties: { over18: { title: 'Over 18', type: 'boolean' } } },
  example: { over18: true },
}
const PAY = {
  id: 'https://schemas.example/pay',
  name: 'pay',
  title: 'Employment',
  type: 'EmploymentCredential',
  schema: { properties: { salary: { title: 'Salary', type: 'integer' } } },
  example: { salary: 38500 },
}

function anIssued(changes: Partial<IssuedRow> = {}): IssuedRow {
  return {
    id: 'x1',
    credential_id: 'urn:uuid:x1',
    issuer_id: 'harbour',
    schema: AGE.id,
    title: 'Proof of age',
    subject: 'did:key:z6MkHolder',
    user_id: 'bob',
    format: 'ldp_vc',
    issued: '2026-11-20T08:00:00.000Z',
    expires: null,
    status: 'active',
    status_index: 7,
    ...changes,
  }
}

// The test document has no layout; ten rows of 40 px are in sight.
beforeEach(() => {
  for (const side of ['offsetHeight', 'clientHeight', 'scrollHeight'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(800)
})
afterEach(() => void vi.restoreAllMocks())

beforeEach(() => {
  resetWallet()
  const issuer = { id: 'harbour', name: 'Harbour Registry', did: 'did:key:z6MkIssuer', keys: [], trusted: true }
  answer('issuersGet', () => ({
    issuers: [issuer, { ...issuer, id: 'popup', name: 'Pop-up Issuer', trusted: false }],
    schemas: [AGE, PAY],
  }))
  answer('issuedRows', () => ({ rows: [anIssued()], matching: 1 }))
  answer('credentialIssue', () => ({ issued: anIssued(), wallet_credential_id: 'c1', violations: [] }))
})

const orderOf = () => askedFor('credentialIssue').at(-1)

describe('issuer', () => {
  it('names whom nobody knows here by ids, and in words to an audience', async () => {
    const unknown = { user_id: null, subject: 'did:key:z6MkGone', issuer_id: 'gone-issuer' }
    answer('issuedRows', () => ({ rows: [anIssued(unknown)], matching: 1 }))
    await mountWallet('/issue')
    expect(shownText()).toContain('did:key:z6MkGone')

    usePresenting().on = true
    await settle()

    for (const id of ['did:key:z6MkGone', 'gone-issuer']) expect(shownText()).not.toContain(id)
    expect(shownText()).toContain(message('wallet.issued.holderNotHere'))
    expect(shownText()).toContain(message('wallet.issued.issuerNotHere'))
  })

  it('issues what the form of the schema says, filled with its example', async () => {
    await mountWallet('/issue')

    await type(message('wallet.issue.field.schema'), PAY.id)
    expect(field('Salary').value).toBe('38500')
    await type('Salary', '40000')
    await press(message('wallet.issue.open'))

    expect(orderOf()?.params).toEqual({ user_id: 'bob' })
    expect(orderOf()?.body).toEqual({
      issuer_id: 'harbour',
      schema: PAY.id,
      format: 'ldp_vc',
      algorithm: 'EdDSA',
      values: { salary: 40_000 },
      issued_at: null,
      expires_at: null,
      with_status: true,
      subject: null,
      issue_anyway: false,
    })
  })

  it('issues an SD-JWT VC with the claims that can be withheld, decoys and the key it is bound to', async () => {
    const properties = { over18: { title: 'Over 18', type: 'boolean' }, level: { title: 'Level', type: 'string' } }
    const schemas = [{ ...AGE, schema: { properties }, example: { over18: true, level: 'high' } }]
    const issuer = { id: 'harbour', name: 'Harbour Registry', did: 'did:key:z6MkIssuer', keys: [], trusted: true }
    answer('issuersGet', () => ({ issuers: [issuer], schemas }))
    await mountWallet('/issue')
    document.querySelector<HTMLInputElement>('input[type=radio][value="dc+sd-jwt"]')?.click()
    await settle()
    const checkbox = (label: string) =>
      [...document.querySelectorAll('label')].find(
        (one) => one.textContent.trim() === label && one.control?.matches('[type=checkbox]'),
      )
    expect(shownText()).toContain(message('wallet.issue.withheldHint'))

    checkbox('Level')?.click()
    checkbox(message('wallet.issue.bound'))?.click()
    await type(message('wallet.issue.decoys'), '10')
    await press(message('wallet.issue.open'))

    expect(orderOf()?.body).toMatchObject({
      format: 'dc+sd-jwt',
      algorithm: 'EdDSA',
      sd_jwt: { disclosable: ['/over18'], decoys: 10, bound: false },
      values: { over18: true, level: 'high' },
    })
  })

  it('puts what the schema found at its field, and keeps what was typed', async () => {
    answer('credentialIssue', () => {
      const violations = [{ pointer: '/salary', keyword: 'type', message: 'must be integer' }]
      const { errors } = refusal('credential_invalid', 400)
      throw new CallError(
        'x',
        400,
        errors.map((one) => ({ ...one, extra_info: { violations } })),
      )
    })
    await mountWallet('/issue')
    await type(message('wallet.issue.field.schema'), PAY.id)
    await type('Salary', 'a lot')

    await press(message('wallet.issue.open'))

    expect(shownText()).toContain('Salary: must be integer')
    expect(field('Salary').value).toBe('a lot')
    expect(field('Salary').getAttribute('aria-invalid')).toBe('true')
  })

  it('says of no credential that it is in force that is out of its time', async () => {
    const past = '2001-01-01T00:00:00.000Z'
    const rows = [
      anIssued({ id: 'x1', title: 'Over', expires: past }),
      anIssued({ id: 'x2', title: 'Early', issued: '2999-01-01T00:00:00.000Z' }),
      anIssued({ id: 'x3', title: 'Ended', expires: past, status: 'revoked' }),
      anIssued({ id: 'x4', title: 'Unlisted', expires: past, status: null }),
      anIssued({ id: 'x5', title: 'Good' }),
    ]
    answer('issuedRows', () => ({ rows, matching: rows.length }))

    await mountWallet('/issue')

    const shown = [...document.querySelectorAll('[data-index]')].map((row) => row.textContent)
    expect(shown.map((text) => /Expired|Not yet valid|Revoked|Valid/.exec(text)?.[0])).toEqual([
      message('parts.credentialState.expired'),
      message('parts.credentialState.notYet'),
      message('parts.credentialState.revoked'),
      message('parts.credentialState.expired'),
      message('parts.credentialState.active'),
    ])
  })

  it('keeps the filter and the order of what was issued in the address, and says how many it leaves', async () => {
    const rows = [
      anIssued({ id: 'x1', title: 'Alpha', status: 'revoked' }),
      anIssued({ id: 'x2', title: 'Beta' }),
      anIssued({ id: 'x3', title: 'Gamma', expires: '2001-01-01T00:00:00.000Z' }),
    ]
    answer('issuedRows', () => ({ rows, matching: rows.length }))

    await mountWallet('/issue?state=revoked&state=expired&sort=-credential')

    const shown = [...document.querySelectorAll('[data-index]')].map((row) => row.textContent)
    expect(shown.map((text) => /Alpha|Beta|Gamma/.exec(text)?.[0])).toEqual(['Gamma', 'Alpha'])
    expect(document.querySelector('[aria-label="Issued"] h2')?.textContent).toContain('2 of 3')
  })

  it('issues nothing while a request is open', async () => {
    holdInWallet([], { open: aRun() })
    await mountWallet('/issue')

    await press(message('wallet.issue.open'))

    expect(orderOf()).toBeUndefined()
    expect(shownText()).toContain('A request is open on the phone.')
  })

  it('suspends at once, and revokes after a yes', async () => {
    answer('issuedStatusChange', () => ({ issued: anIssued({ status: 'revoked' }) }))
    await mountWallet('/issue')
    const row = document.querySelector<HTMLElement>('[data-index]')
    expect(row?.textContent).toMatch(/Proof of age.*Bob Okafor.*Harbour Registry/u)

    named(message('wallet.issued.suspend')).click()
    await settle()
    expect(askedFor('issuedStatusChange').at(-1)).toMatchObject({ body: { status: 'suspended' } })
    const [told] = useToasts().toasts
    expect(told?.text).toBe(message('wallet.issued.changed.suspended', { title: 'Proof of age', holder: 'Bob Okafor' }))
    expect(await useToasts().undo(told?.id ?? 0)).toBe(true)
    expect(askedFor('issuedStatusChange').at(-1)).toMatchObject({ body: { status: 'active' } })
    named(message('wallet.issued.revoke')).click()
    await settle()
    expect(askedFor('issuedStatusChange')).toHaveLength(2)
    expect(shownText()).toContain(message('wallet.issued.revokeTitle', { title: 'Proof of age' }))
    answer('issuedRows', () => ({ rows: [anIssued({ status: 'revoked' })], matching: 1 }))
    document.querySelector<HTMLElement>('[role=alertdialog] [type=submit]')?.click()
    await settle()

    expect(askedFor('issuedStatusChange').at(-1)).toMatchObject({
      params: { issued_id: 'x1' },
      body: { status: 'revoked' },
    })
    expect(useToasts().toasts.at(-1)?.text).toBe(
      message('wallet.issued.changed.revoked', { title: 'Proof of age', holder: 'Bob Okafor' }),
    )
  })

  it('offers nothing for what is revoked, and says why', async () => {
    answer('issuedRows', () => ({ rows: [anIssued({ status: 'revoked' })], matching: 1 }))
    await mountWallet('/issue')

    const row = document.querySelector('[data-index]')
    row?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
    await settle()

    expect(document.querySelector('[role=menuitem][aria-disabled=true]')?.textContent).toContain(
      message('wallet.issued.final'),
    )
    expect(() => named(message('wallet.issued.suspend'))).toThrow()
  })

  it('says once that a schema requires nothing, and at each field where it requires some', async () => {
    const labelOf = (name: string) => field(name).labels?.[0]?.textContent
    await mountWallet('/issue')
    expect(shownText()).not.toContain('All values are optional')

    await type(message('wallet.issue.field.schema'), PAY.id)

    expect(shownText()).toContain('All values are optional')
    expect(labelOf('Salary')).not.toContain('optional')
    expect(labelOf(message('wallet.issue.field.subject'))).toContain('optional')
  })

  it('follows what is issued elsewhere', async () => {
    await mountWallet('/issue')
    answer('issuedRows', () => ({ rows: [anIssued(), anIssued({ id: 'x2', title: 'Diploma' })], matching: 2 }))

    push({ type: 'exchange', part: 'issued' })
    await settle()

    expect(shownText()).toContain('Diploma')
  })
})
