// Proves docs/contract/window.md, Wallet.

import { text as message } from '../../i18n/i18n.ts'
import { answer, askedFor, push, aStatus, refusal } from '../../session/testing/fake-bridge.ts'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useAnswerSettings } from './answer-settings.ts'
import {
  holdInWallet,
  mountWallet,
  named,
  press,
  resetWallet,
  settle,
  shownText,
  type,
} from './testing/mount-wallet.ts'
import { aCredential, anAsked, aRequest, aRun, aScenario, LINK } from './testing/samples.ts'

beforeEach(resetWallet)

const bodyOf = (name: string): unknown => askedFor(name).at(-1)?.body

describe('wallet', () => {
  it('leads to the issuer while it is empty', async () => {
    await mountWallet()

    expect(shownText()).toContain('No credentials yet')
    expect(named(message('wallet.phone.goToIssuer')).getAttribute('href')).toBe('/u/bob/wallet/issue')
  })

  it('says that the phone is simulated, and whose it is', async () => {
    await mountWallet()

    expect(document.querySelector('[aria-label="Wallet of Bob Okafor, simulated"]')?.textContent).toContain(
      message('wallet.phone.simulated'),
    )
  })

  it('shows what it holds and forgets it when the workspace is locked', async () => {
    holdInWallet([aCredential('licence', { expires: '2001-01-01T00:00:00Z' })])
    await mountWallet()
    expect(shownText()).toContain('Harbour Registry')
    expect(shownText()).toContain(message('parts.credentialState.expired'))

    push({ type: 'status', status: aStatus('locked') })
    await settle()

    expect(shownText()).not.toContain('Harbour Registry')
  })

  it('opens a pasted link and shows the run', async () => {
    holdInWallet([aCredential('licence')], { open: null, ended: [aRun()] })
    answer('walletRunStart', () => ({ run: aRun() }))
    const { router } = await mountWallet()

    await type('Deep link', ` ${LINK} `)
    await press(message('wallet.phone.open'))

    expect(bodyOf('walletRunStart')).toEqual({ link: LINK, allow_remote: false })
    expect(router.currentRoute.value.path).toBe('/u/bob/wallet/runs/run-1')
    expect(shownText()).toContain('Car hire')
  })

  it('opens a request that waits at our own verifier', async () => {
    const request = aRequest({ name: 'Car hire at the pier' })
    const requests = { requests: [request], next_page_after: null, meta: [] }
    answer('forward as subscription', () => ({ ok: true, status: 200, body: requests }))
    answer('walletRunStart', () => ({ run: aRun() }))
    await mountWallet()
    expect(bodyOf('forward as subscription')).toMatchObject({ query: { state: 'waiting,fetched' } })

    await press(message('wallet.waiting.openNamed', { name: 'Car hire at the pier' }))

    expect(bodyOf('walletRunStart')).toEqual({ link: LINK, allow_remote: false })
  })

  it('names the open run in the address, so that its end can be read', async () => {
    holdInWallet([aCredential('licence')], { open: aRun() })
    const { router } = await mountWallet()

    expect(router.currentRoute.value.path).toBe('/u/bob/wallet/runs/run-1')
    holdInWallet([aCredential('licence')], { ended: [aRun({ state: 'refused' })] })
    push({ type: 'wallet', user_id: 'bob', run_id: 'run-1' })

    await vi.waitFor(() => expect(shownText()).toContain(message('wallet.result.refusedText', { host: 'Vaultbench' })))
  })

  it('lets a person look elsewhere while a request is open', async () => {
    holdInWallet([aCredential('licence')], { open: aRun() })
    const { router } = await mountWallet()

    await router.push('/u/bob/wallet/scenarios')
    await settle()

    expect(router.currentRoute.value.path).toBe('/u/bob/wallet/scenarios')
    expect(shownText()).toContain(message('wallet.matrix.requestOpen'))
  })

  it('says of each scenario what must come of it, and what it breaks', async () => {
    answer('scenariosGet', () => ({
      scenarios: [
        aScenario('expired'),
        aScenario('bearer', {
          result: 'warn',
          codes: ['holder_not_bound'],
          check: 'credential.holder',
          rule: 'policy',
        }),
        aScenario('proof-set', { result: 'pass', codes: [], check: 'credential.proof' }),
      ],
    }))
    await mountWallet('/scenarios')
    const [, ...lines] = [...document.querySelectorAll('tr')].map((line) => line.cells[1]?.textContent)

    expect(lines).toEqual([
      'credential.expiry: credential_expired Rule: VC Data Model 2.0, 4.9 Validity Period',
      'warns credential.holder: holder_not_bound Policy of this verifier; the specifications leave it open',
      'passes credential.proof Rule: VC Data Model 2.0, 4.9 Validity Period',
    ])
  })

  it('opens the link of the address once', async () => {
    answer('walletRunStart', () => ({ run: aRun() }))
    const { router } = await mountWallet(`?link=${encodeURIComponent(LINK)}`)

    expect(askedFor('walletRunStart')).toHaveLength(1)
    expect(router.currentRoute.value.fullPath).toBe('/u/bob/wallet/runs/run-1')
  })

  it('is left at once by going back from a link that was opened', async () => {
    const { router } = await mountWallet('/credentials')
    answer('walletRunStart', () => {
      holdInWallet([], { open: aRun() })
      return { run: aRun() }
    })
    await router.push('/requests/r1')
    await router.push(`/u/bob/wallet?link=${encodeURIComponent(LINK)}`)
    await settle()
    expect(router.currentRoute.value.path).toBe('/u/bob/wallet/runs/run-1')

    router.back()
    await settle()

    expect(router.currentRoute.value.path).toBe('/requests/r1')
  })

  it('shows host, port and path before a link calls anything, on this computer, too', async () => {
    answer('walletRunStart', () => ({ run: aRun() }))
    await mountWallet()

    await type('Deep link', LINK.replaceAll('127.0.0.1%3A1', '127.0.0.1%3A9999'))
    await press(message('wallet.phone.open'))
    expect(askedFor('walletRunStart')).toHaveLength(0)
    expect(shownText()).toContain('127.0.0.1:9999/verifier/d')
    expect(shownText()).toContain('127.0.0.1:9999/verifier/p')
    expect(shownText()).not.toContain(message('wallet.leads.remote'))
    await press(message('wallet.leads.confirm'))
    expect(bodyOf('walletRunStart')).toMatchObject({ allow_remote: false })
  })

  it('shows where the link of the address leads before anything is called', async () => {
    const elsewhere = LINK.replaceAll('127.0.0.1%3A1', '127.0.0.1%3A9999')
    await mountWallet(`?link=${encodeURIComponent(elsewhere)}`)

    expect(askedFor('walletRunStart')).toHaveLength(0)
    expect(shownText()).toContain('127.0.0.1:9999/verifier/d')
  })

  it('asks before a link leaves this computer', async () => {
    answer('walletRunStart', () => ({ run: aRun() }))
    await mountWallet()

    await type('Deep link', LINK.replaceAll('127.0.0.1%3A1', 'wallet.example'))
    await press(message('wallet.phone.open'))
    expect(askedFor('walletRunStart')).toHaveLength(0)
    expect(shownText()).toContain(message('wallet.leads.remote'))
    expect(shownText()).toContain('wallet.example:80')
    await press(message('ui.cancel'))
    expect(askedFor('walletRunStart')).toHaveLength(0)
  })

  it('says which rule a link breaks', async () => {
    answer('walletRunStart', () => {
      throw refusal('wallet_link_invalid', 400, 'the link has no destination')
    })
    await mountWallet()

    await type('Deep link', 'vaultbench-wallet://request')
    await press(message('wallet.phone.open'))

    expect(shownText()).toContain('The link has no destination.')
  })
})

describe('consent', () => {
  it('says who asks for what and why, and what would be told', async () => {
    holdInWallet([aCredential('licence')], { open: aRun() })
    await mountWallet()

    const text = shownText()
    for (const part of [
      'Vaultbench (127.0.0.1:1) asks for',
      'Car hire',
      'To confirm that you may drive',
      'You may drive',
    ])
      expect(text).toContain(part)
    for (const part of ['Birth date', '1991-04-23', 'will be kept']) expect(text).toContain(part)
  })

  it('sends what was chosen', async () => {
    holdInWallet([aCredential('licence')], { open: aRun() })
    answer('walletRunSubmit', () => ({ run: aRun({ state: 'accepted' }) }))
    await mountWallet()

    named(message('wallet.consent.submit')).focus()
    await press(message('wallet.consent.submit'))

    // The button is gone; the keyboard goes on at the answer.
    expect(document.activeElement?.tagName).toBe('H3')
    expect(document.activeElement?.textContent).toBe(message('wallet.result.accepted'))
    expect(bodyOf('walletRunSubmit')).toEqual({
      profile: null,
      scenario: null,
      share_whole: false,
      holder_key_id: null,
    })
    expect(shownText()).toContain(message('wallet.result.accepted'))
  })

  it('sends it in the profile that was chosen, instead of the one that is asked for', async () => {
    holdInWallet([aCredential('licence')], { open: aRun() })
    answer('walletRunSubmit', () => ({ run: aRun({ state: 'accepted' }) }))
    await mountWallet()

    await press(message('wallet.options.open', { profile: 'As requested' }))
    document.querySelector<HTMLInputElement>('input[type=radio][value="jwt"]')?.click()
    await settle()
    await press(message('wallet.consent.submit'))

    expect(bodyOf('walletRunSubmit')).toMatchObject({ profile: 'jwt' })
  })

  it('says what the verifier warned of, also when it accepted', async () => {
    const warning = {
      check: 'credential.trust',
      code: 'issuer_trust_not_checked',
      pointer: null,
      message: 'nobody trusts it',
    }
    const body = { valid: true, errors: [], warnings: [warning, warning] }
    holdInWallet([aCredential('licence')], { open: aRun() })
    answer('walletRunSubmit', () => ({ run: aRun({ state: 'accepted', answer: { http_status: 200, body } }) }))
    await mountWallet()
    await press(message('wallet.consent.submit'))

    const list = document.querySelector('ul[aria-label="The verifier\'s warnings"]')
    expect([...(list?.children ?? [])].map(({ textContent }) => textContent.trim())).toEqual(['Nobody trusts it.'])
    expect(document.querySelector('ul[aria-label="The verifier\'s message"]')).toBeNull()
  })

  it('can only be refused while something is missing, and says what comes nearest', async () => {
    const nearest = {
      credential_id: 'licence',
      check: 'descriptor.field',
      code: 'filter_failed',
      message: 'The category is A.',
      field: 0,
      claims: [],
    }
    const asked = anAsked('licence', { candidates: [], chosen: null, nearest })
    holdInWallet([aCredential('licence')], {
      open: aRun({ descriptors: [asked], can_submit: false, missing: ['Licence'] }),
    })
    answer('walletRunRefuse', () => ({ run: aRun({ state: 'refused' }) }))
    await mountWallet()
    expect(named(message('wallet.consent.submit')).getAttribute('aria-disabled')).toBe('true')
    expect(shownText()).toContain(
      message('wallet.consent.nearest', { title: 'Driving licence', why: 'The category is A.' }),
    )

    await press(message('wallet.consent.submit'))
    expect(askedFor('walletRunSubmit')).toHaveLength(0)
    await press(message('wallet.consent.refuse'))

    expect(askedFor('walletRunRefuse')).toHaveLength(1)
    expect(shownText()).toContain(message('wallet.result.refusedText', { host: 'Vaultbench' }))
  })

  it('sends nothing whole that should be limited, unless that is switched on', async () => {
    holdInWallet([aCredential('licence')], { open: aRun({ must_share_whole: true }) })
    answer('walletRunSubmit', () => ({ run: aRun({ state: 'accepted' }) }))
    await mountWallet()
    await press(message('wallet.consent.submit'))
    expect(askedFor('walletRunSubmit')).toHaveLength(0)

    document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
    await settle()
    await press(message('wallet.consent.submit'))

    expect(bodyOf('walletRunSubmit')).toMatchObject({ share_whole: true })
  })

  it('lets a person choose among the credentials that fit', async () => {
    const candidates = ['new', 'old'].map((credential_id) => ({
      credential_id,
      values: [`value of ${credential_id}`],
      others: [],
    }))
    const run = aRun({ descriptors: [anAsked('licence', { candidates, chosen: 'new' })] })
    holdInWallet([aCredential('new'), aCredential('old', { issuer_name: 'Pop-up Issuer' })], { open: run })
    answer('walletRunChoose', () => ({
      run: { ...run, descriptors: [anAsked('licence', { candidates, chosen: 'old' })] },
    }))
    await mountWallet()
    expect(shownText()).toContain('value of new')

    document.querySelector<HTMLInputElement>('input[type=radio][value=old]')?.click()
    await settle()

    expect(bodyOf('walletRunChoose')).toEqual({ choice: { licence: 'old' } })
    expect(shownText()).toContain('value of old')
  })

  it('names what is sent besides what is asked for, and says Yes and No of what is true or not', async () => {
    const candidates = [{ credential_id: 'licence', values: [true], others: ['birthDate', 'membershipLevel'] }]
    holdInWallet([aCredential('licence')], { open: aRun({ descriptors: [anAsked('licence', { candidates })] }) })
    await mountWallet()

    expect(document.querySelector('dd')?.textContent.trim()).toBe('Yes')
    expect(shownText()).toContain(message('wallet.consent.alsoSent', { claims: 'Birth date and Membership level' }))
  })

  it('says what an SD-JWT VC tells and what it does not, before and after it is sent', async () => {
    const told = [
      {
        credential_id: 'licence',
        query_id: null,
        disclosed: ['/ageOver18'],
        withheld: ['/birthDate', '/address/street'],
      },
    ]
    const credential = aCredential('licence', { format: 'dc+sd-jwt' })
    holdInWallet([credential], { open: aRun({ told }) })
    await mountWallet()
    const listed = () =>
      [...document.querySelectorAll('[aria-label="What Driving licence tells"] dd')].map((one) =>
        one.textContent.trim(),
      )
    const expected = ['Age over 18', 'Birth date and Address › Street']
    expect(listed()).toEqual(expected)
    expect(shownText()).not.toContain(message('wallet.consent.wholeSent'))

    const submitted = { kind: 'submitted', at: '2026-11-20T08:00:00.000Z' } as const
    const nothing = { method: null, url: null, http_status: null, bytes: null, duration_ms: null, detail: null }
    const ended = aRun({ told, state: 'accepted', steps: [{ ...nothing, ...submitted }] })
    answer('walletRunSubmit', () => ({ run: ended }))
    holdInWallet([credential], { ended: [ended] })
    await press(message('wallet.consent.submit'))

    expect(shownText()).toContain(message('wallet.result.accepted'))
    expect(listed()).toEqual(expected)
  })

  it('says that others are sent whole, and after a refusal nothing of what is told', async () => {
    const told = [{ credential_id: 'other', query_id: null, disclosed: [], withheld: ['/birthDate'] }]
    const refused = aRun({ id: 'run-0', told, state: 'refused' })
    holdInWallet([aCredential('licence'), aCredential('other')], { open: aRun({ told }), ended: [refused] })
    await mountWallet()
    expect(shownText()).toContain(message('wallet.consent.wholeSent'))
    expect(document.querySelector('[aria-label="What Driving licence tells"] dd')?.textContent.trim()).toBe('nothing')

    await mountWallet('/runs/run-0')
    expect(document.querySelector('[aria-label="What Driving licence tells"]')).toBeNull()
  })

  it('says which field is not in the credential that comes nearest, and what is', async () => {
    const nearest = {
      ...{ credential_id: 'licence', check: 'descriptor.field', code: 'field_missing', message: 'no path' },
      ...{ field: 0, claims: ['level', 'memberSince'] },
    }
    const asked = anAsked('licence', { candidates: [], chosen: null, nearest })
    holdInWallet([aCredential('licence')], { open: aRun({ descriptors: [asked], can_submit: false }) })
    await mountWallet()

    const why = message('wallet.consent.notInIt', { field: 'Birth date', claims: 'Level and Member since' })
    expect(shownText()).toContain(message('wallet.consent.nearest', { title: 'Driving licence', why }))
  })

  it.each([
    { what: 'leaves out a fault that the last answer had', broken: 'expired', chosen: 'wallet.break.open' },
    { what: 'keeps a fault that was not sent yet', broken: null, chosen: 'wallet.break.chosen' },
  ])('$what, where another link is opened', async ({ broken, chosen }) => {
    const before = aRun({ id: 'run-0', state: 'not_accepted', broken })
    holdInWallet([aCredential('licence')], { ended: [before, aRun()] })
    answer('walletRunStart', () => ({ run: aRun() }))
    await mountWallet()
    useAnswerSettings().breakWith('bob', { id: 'expired', profile: 'bound' })

    await type('Deep link', LINK)
    await press(message('wallet.phone.open'))

    expect(shownText()).toContain(message(chosen, { what: 'Expired credential' }))
  })

  it('shows warnings before anything is sent', async () => {
    const warnings = [{ code: 'different_origin', message: 'The answer goes elsewhere.' }]
    holdInWallet([aCredential('licence')], { open: aRun({ warnings }) })
    await mountWallet()

    expect(shownText()).toContain('The answer goes elsewhere.')
  })

  it('offers to break what can be broken here, and sends it broken', async () => {
    holdInWallet([aCredential('licence')], { open: aRun() })
    answer('walletRunSubmit', () => ({ run: aRun({ state: 'not_accepted', broken: 'expired' }) }))
    await mountWallet()

    await press(message('wallet.break.open'))
    const radio = (id: string) => document.querySelector<HTMLInputElement>(`input[type=radio][value="${id}"]`)
    expect(radio('too-late')?.disabled).toBe(true)
    expect(shownText()).toContain(message('wallet.break.ownOnly'))
    expect(shownText()).toContain(message('wallet.break.rule', { rule: 'VC Data Model 2.0, 4.9 Validity Period' }))
    radio('expired')?.click()
    await settle()
    expect(shownText()).toContain(message('wallet.consent.broken', { what: 'Expired credential' }))
    await press(message('wallet.consent.submit'))

    expect(bodyOf('walletRunSubmit')).toMatchObject({ scenario: 'expired', profile: 'bound' })
    const together = [...document.querySelectorAll('[role=group][aria-label="Test a fault and run again"]')]
    expect(together.map((group) => group.textContent)).toEqual([expect.stringMatching(/Fault: .*Run again/)])
  })

  it('calls the open request by the name of what it asks for', async () => {
    holdInWallet([aCredential('licence')], { open: aRun({ id: '5enmTfyqa4' }) })
    await mountWallet()

    const headings = [...document.querySelectorAll('h2')].map((heading) => heading.textContent.trim())
    expect(headings).toContain('Car hire')
    expect(shownText()).not.toContain('5enmTfyqa4')
  })

  it('keeps credentials out while a request is open', async () => {
    holdInWallet([aCredential('licence')], { open: aRun() })
    await mountWallet('/credentials')

    expect(named(message('wallet.import.open')).getAttribute('aria-disabled')).toBe('true')
    expect(shownText()).toContain('A request is open on the phone.')
  })
})
