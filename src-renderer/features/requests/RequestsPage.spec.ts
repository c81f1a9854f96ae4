// Proves docs/contract/window.md, Verifier.

import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { text as message } from '../../i18n/i18n.ts'
import {
  answer,
  arrive,
  askedFor,
  aStatus,
  aUser,
  push,
  refusal,
  resetBridge,
} from '../../session/testing/fake-bridge.ts'
import { MAX_QR_CHARACTERS } from '../../../shared/contract/verifier-requests.ts'
import type { VerifierRequest, VerifierRequestDetail } from '../../../shared/contract/verifier-requests.ts'
import { aVerification, EXPIRED } from '../../parts/verification/testing/a-verification.ts'
import { useFrame } from '../../frame/frame-store.ts'
import { useInspectorFilter } from '../../session/inspector-filter.ts'
import { useToasts } from '../../ui/toasts.ts'
import { usePresenting } from '../../ui/presenting.ts'
import { byRole, giveSizes, press } from '../../ui/testing/mount-ui.ts'
import { aDetail, anAttempt, aRequest } from './testing/a-request.ts'
import { answerVerifier, verifierCalls, startVerifier } from './testing/fake-verifier.ts'
import { mountRequests } from './testing/mount-requests.ts'

const DEFINITION = {
  id: 'd1',
  name: 'Car hire',
  purpose: 'To hand over a car',
  created_at: '2026-11-22T08:00:00.000Z',
  created_by: 'Vaultbench window',
  previous_id: null,
  of_scenario: false,
  scenario: null,
  language: 'presentation_exchange',
  inputs: 1,
  groups: [],
  requests: 0,
}
const SETTINGS = {
  wallet_scheme: 'vaultbench-wallet',
  explain: true,
  cors_origins: [],
  base_url: null,
  webhook_public_key: '-----BEGIN PUBLIC KEY-----',
  network: { open_until: null as string | null, urls: [] as string[] },
}

let rows: readonly VerifierRequest[] = []
let detail: VerifierRequestDetail = aDetail('r1')
let network = SETTINGS.network

beforeEach(() => {
  resetBridge()
  startVerifier()
  rows = [aRequest('r1'), aRequest('r2', { state: 'verified', definition_name: 'Age only' })]
  detail = aDetail('r1')
  network = SETTINGS.network
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('definitionRows', () => ({ rows: [DEFINITION], matching: 1, total: 1 }))
  answer('trustRows', () => ({ rows: [{ id: 't', did: 'did:key:registry', name: 'Harbour Registry' }] }))
  answer('issuersGet', () => ({ issuers: [], schemas: [] }))
  answer('verifierSettingsGet', () => ({ ...SETTINGS, network }))
  answerVerifier('listVerifierRequests', () => ({ requests: rows, next_page_after: null, meta: [] }))
  answerVerifier('getVerifierRequest', () => ({ request: detail }))
  answerVerifier('createVerifierRequest', () => ({ request: aRequest('r9') }))
})

const shownText = (): string => document.body.textContent
const shows = (text: string | RegExp): Promise<void> => vi.waitFor(() => expect(shownText()).toMatch(text))

describe('the list of requests', () => {
  it('has no ids for an audience, also where a definition has no name', async () => {
    // The test document has no layout.
    for (const side of ['offsetHeight', 'clientHeight', 'scrollHeight', 'offsetWidth'] as const)
      vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(1200)
    onTestFinished(() => void vi.restoreAllMocks())
    rows = [aRequest('r1', { name: 'Counter', definition_name: null, definition_id: 'd-nameless' })]
    await mountRequests('/requests')
    await shows('d-nameless')

    usePresenting().on = true
    await shows(message('requests.unnamedDefinition'))

    expect(shownText()).not.toContain('d-nameless')
    expect(document.querySelector('[title=r1]')).toBeNull()
  })

  it('leads to a definition when there is none, and asks with one click', async () => {
    rows = []
    const router = await mountRequests('/requests')
    await shows('To hand over a car')

    byRole('button', message('requests.none.askFor', { name: 'Car hire' })).click()
    await vi.waitFor(() => expect(router.currentRoute.value.path).toBe('/requests/r9'))

    expect(verifierCalls('createVerifierRequest')[0]?.body).toEqual({ definition_id: 'd1' })
  })

  it('leads to the definitions when there is none of them', async () => {
    rows = []
    answer('definitionRows', () => ({ rows: [], matching: 0, total: 0 }))
    await mountRequests('/requests')
    await vi.waitFor(() =>
      expect(byRole('link', message('requests.none.goToDefinitions')).getAttribute('href')).toBe('/definitions'),
    )
  })

  it('says why nothing was asked', async () => {
    rows = []
    answerVerifier('createVerifierRequest', () => {
      throw refusal('exchange_unavailable', 502, 'the exchange does not answer')
    })
    await mountRequests('/requests')
    await shows('To hand over a car')

    byRole('button', message('requests.none.askFor', { name: 'Car hire' })).click()
    await shows('The exchange does not answer.')
  })

  it('is read again, once for a burst, when the verifier says that a request changed', async () => {
    await mountRequests('/requests')
    await vi.waitFor(() => expect(ofPeople()).toHaveLength(1))

    push({ type: 'verifier-request', request_id: 'r1' })
    push({ type: 'verifier-request', request_id: 'r2' })
    await vi.waitFor(() => expect(ofPeople()).toHaveLength(2))
  })
})

describe('the list of requests and its address', () => {
  it('shows what scenarios made where the address says so, and says how many there are', async () => {
    const router = await mountRequests('/requests?made_by=scenarios')
    await shows('Verifier · 2 requests')
    expect(verifierCalls('listVerifierRequests').map(({ query }) => query?.['made_by'])).not.toContain('people')

    await router.push('/requests')
    await vi.waitFor(() => expect(ofPeople()).toHaveLength(1))
  })

  it('are as they were, with what was open, once no new request is made after all', async () => {
    const address = '/requests/r1?definition=d1&state=fetched&sort=-name'
    const router = await mountRequests(address)
    await router.push('/requests/new')
    const dialog = await vi.waitFor(() => document.querySelector('[role=dialog]') ?? expect.fail('no dialog'))
    expect(ofPeople().at(-1)?.query).toEqual({ ...all, definition_id: 'd1', state: 'fetched' })

    byRole('button', message('ui.cancel'), dialog).click()

    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe(address))
  })
})

describe('a row of the list of requests', () => {
  it('is cancelled by key, after the same question, as long as it is open', async () => {
    giveSizes()
    answerVerifier('cancelVerifierRequest', () => undefined)
    await mountRequests('/requests')
    const rowAt = (place: number): HTMLElement =>
      document.querySelector<HTMLElement>(`[data-index="${place}"]`) ?? expect.fail('no such row')
    await vi.waitFor(() => rowAt(1))
    const remove = async (place: number): Promise<void> => {
      rowAt(place).focus()
      await arrive()
      press(rowAt(place), 'Delete')
      await arrive()
    }

    await remove(1)
    expect(document.querySelector('[role=alertdialog]')).toBeNull()
    await remove(0)
    document.querySelector<HTMLElement>('[role=alertdialog] [type=submit]')?.click()

    await vi.waitFor(() =>
      expect(verifierCalls('cancelVerifierRequest')).toMatchObject([{ params: { request_id: 'r1' } }]),
    )
    await vi.waitFor(() =>
      expect(useToasts().toasts.at(-1)).toMatchObject({
        text: message('requests.cancel.done', { name: 'Request r1' }),
        link: { name: 'requests', params: { request: 'r1' } },
      }),
    )
  })
})

const all = { per_page: 500, made_by: 'people' }
/** Readings of the list; those of scenarios are only counted. */
const ofPeople = () => verifierCalls('listVerifierRequests').filter(({ query }) => query?.['made_by'] === 'people')

describe('the list of requests of a definition', () => {
  it('asks for those only, and for all of them once that is taken off', async () => {
    await mountRequests('/requests/r1?definition=d1')
    await shows(message('requests.ofOneDefinition'))
    expect(ofPeople().at(-1)?.query).toEqual({ ...all, definition_id: 'd1' })

    byRole('link', message('requests.ofOneDefinition')).click()
    await vi.waitFor(() => expect(ofPeople().at(-1)?.query).toEqual(all))
  })
})

describe('a request', () => {
  it('of a scenario is called by it, as in the list', async () => {
    detail = aDetail('r1', { scenario: 'tampered-claim' })
    await mountRequests('/requests/r1')

    await shows('Changed claim')
  })

  it('has a code that is a link to the wallet, and warns that phones cannot open a loopback address', async () => {
    detail = aDetail('r1', { reachable_from_phone: false })
    const router = await mountRequests('/requests/r1')
    await shows(message('requests.phone.title'))
    const link = byRole('link', message('requests.link.openQr'))
    expect(link.getAttribute('href')).toBe(detail.deep_link)

    link.click()
    await vi.waitFor(() => expect(router.currentRoute.value.path).toBe('/u/alice/wallet'))
    expect(router.currentRoute.value.query['link']).toBe(detail.deep_link)
  })

  it('shows the link for other wallets, with its code unless it is too long for one', async () => {
    detail = aDetail('r1')
    await mountRequests('/requests/r1')
    await shows(detail.deep_link)
    document.querySelector<HTMLInputElement>('input[value="openid4vp"]')?.click()
    await shows(detail.openid4vp_link)

    expect(shownText()).not.toContain(detail.deep_link)
    expect(document.querySelector(`svg[aria-label="${message('requests.link.openid4vpQr')}"]`)).not.toBeNull()
    detail = aDetail('r1', { openid4vp_link: `openid4vp://?client_id=${'x'.repeat(MAX_QR_CHARACTERS)}` })
    push({ type: 'verifier-request', request_id: 'r1' })
    await shows(message('requests.link.noCode'))
    expect(document.querySelector(`svg[aria-label="${message('requests.link.openid4vpQr')}"]`)).toBeNull()
  })

  it('says that a wallet declined, and then not that nobody can know', async () => {
    const declined = { ...aDetail('r1').timeline[0], kind: 'declined', http_status: 200, detail: 'access_denied: no' }
    detail = aDetail('r1')
    detail = { ...detail, timeline: [...detail.timeline, declined as (typeof detail.timeline)[number]] }
    await mountRequests('/requests/r1')

    await shows(message('requests.step.declined'))
    expect(document.querySelector('[data-step="declined"]')?.textContent).toContain('access_denied: no')
    expect(shownText()).not.toContain(message('requests.timeline.noAnswerYet'))
  })

  it('opens to the network only after it asked, shows the addresses, and closes', async () => {
    detail = aDetail('r1', { reachable_from_phone: false })
    answer(
      'networkAccessOpen',
      () => (network = { open_until: '2999-01-01T00:00:00Z', urls: ['http://10.0.0.7:4000'] }),
    )
    answer('networkAccessClose', () => (network = SETTINGS.network))
    await mountRequests('/requests/r1')
    await shows('A phone cannot open')
    byRole('button', message('requests.phone.open')).click()
    await arrive()
    expect(askedFor('networkAccessOpen')).toHaveLength(0)

    byRole('button', message('requests.phone.confirm')).click()
    await shows('http://10.0.0.7:4000')
    expect(askedFor('networkAccessOpen')[0]?.body).toEqual({ minutes: 60 })

    byRole('button', message('requests.network.close')).click()
    await vi.waitFor(() => expect(shownText()).not.toContain('http://10.0.0.7:4000'))
  })

  it('has another link once the settings give it another address', async () => {
    await mountRequests('/requests/r1')
    await shows('127.0.0.1')

    detail = aDetail('r1', { deep_link: 'vaultbench-wallet://request?definition=http%3A%2F%2F10.0.0.7' })
    push({ type: 'exchange', part: 'settings' })
    await shows('10.0.0.7')
  })

  it('says its new state to those who do not see it', async () => {
    await mountRequests('/requests/r1')
    await shows(message('requests.state.waiting'))
    expect(useFrame().announced).toBe('')

    detail = aDetail('r1', { state: 'fetched' })
    push({ type: 'verifier-request', request_id: 'r1' })
    await vi.waitFor(() =>
      expect(useFrame().announced).toBe(message('requests.isNow', { name: 'Request r1', state: 'Fetched' })),
    )
  })

  it('keeps saying that there is no answer, and cannot know of a refusal', async () => {
    detail = aDetail('r1', { state: 'fetched' })
    await mountRequests('/requests/r1')
    await shows(message('requests.timeline.noAnswerYet'))
  })

  it.each([
    ['verified', 'Closed: a valid presentation was received'],
    ['expired', 'Closed: it expired'],
    ['cancelled', 'Closed: the request was cancelled'],
  ] as const)('that is %s has a grey code and says why', async (state, why) => {
    detail = aDetail('r1', { state, reachable_from_phone: false })
    await mountRequests('/requests/r1')
    await shows(why)

    expect(document.querySelector('[data-closed] svg')?.classList).toContain('opacity-25')
    expect(() => byRole('link', message('requests.link.openQr'))).toThrow('no link')
    expect(shownText()).not.toContain('A phone cannot open')
    expect(() => byRole('button', message('requests.cancel.open'))).toThrow('no button')
  })

  it('is read again when its time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-22T09:09:30.000Z') })
    onTestFinished(() => void vi.useRealTimers())
    detail = aDetail('r1', { expires_at: '2026-11-22T09:10:00.000Z' })
    await mountRequests('/requests/r1')
    await shows('0 min 30 s left')

    detail = aDetail('r1', { state: 'expired' })
    vi.setSystemTime('2026-11-22T09:10:00.000Z')
    await vi.waitFor(() => expect(shownText()).toContain(message('requests.link.closed.expired')))
  })

  it('is cancelled after it asked; a refusal is shown in the question', async () => {
    let refused = true
    answerVerifier('cancelVerifierRequest', () => {
      if (refused) throw refusal('request_closed', 409, 'the request was answered')
      detail = aDetail('r1', { state: 'cancelled' })
      push({ type: 'verifier-request', request_id: 'r1' })
      return undefined
    })
    await mountRequests('/requests/r1')
    await shows('Request r1')
    byRole('button', message('requests.cancel.open')).click()
    await arrive()
    const confirm = (): void => document.querySelector<HTMLElement>('[role=alertdialog] [type=submit]')?.click()

    confirm()
    await shows('The request was answered.')
    refused = false
    confirm()
    await shows(message('requests.link.closed.cancelled'))
  })

  it('shows each attempt with its lines, and one that was not judged with its code', async () => {
    const unread = {
      valid: null,
      verification: null,
      error: 'invalid_params',
      http_status: 400,
      presentation_kept: false,
    }
    detail = aDetail('r1', {
      state: 'rejected',
      attempts: [anAttempt('a1', unread), anAttempt('a2', { valid: false, verification: aVerification([EXPIRED]) })],
    })
    await mountRequests('/requests/r1')
    await shows('8 passed, 1 failed')

    expect(document.querySelector('[data-attempt=a1]')?.textContent).toMatch(/Not verified.*invalid_params/)
    expect(document.querySelector('[data-attempt=a2] [data-line=in_force]')?.hasAttribute('open')).toBe(true)
    expect(shownText()).not.toContain('No answer')
  })

  it('verifies a kept presentation again, shows it, and forgets it after it asked', async () => {
    detail = aDetail('r1', { state: 'verified', attempts: [anAttempt('a1')] })
    answerVerifier('reverifyAttempt', () => aVerification([EXPIRED], { verification_id: 'v2' }))
    answerVerifier('getAttemptPresentation', () => ({
      presentation: { type: 'VerifiablePresentation', holder: 'did:x' },
    }))
    answerVerifier('deleteAttemptPresentation', () => {
      detail = aDetail('r1', { state: 'verified', attempts: [anAttempt('a1', { presentation_kept: false })] })
      return undefined
    })
    await mountRequests('/requests/r1')
    await shows('9 passed')

    byRole('button', message('requests.attempts.reverify')).click()
    await shows('8 passed, 1 failed')
    expect(verifierCalls('reverifyAttempt')[0]?.params).toEqual({ request_id: 'r1', attempt_id: 'a1' })

    byRole('button', message('requests.attempts.show')).click()
    await shows('"did:x"')
    byRole('button', message('ui.close'), document.querySelector('[role=dialog]') ?? document).click()
    await arrive()
    byRole('button', message('requests.attempts.forget')).click()
    await arrive()
    expect(verifierCalls('deleteAttemptPresentation')).toHaveLength(0)
    document.querySelector<HTMLElement>('[role=alertdialog] [type=submit]')?.click()
    await shows('The presentation was deleted')
  })

  it('opens the call behind a step in the inspector, and says when it is gone', async () => {
    let calls: readonly object[] = []
    answer('callsGet', () => ({ calls, kept: 0, total: 0 }))
    await mountRequests('/requests/r1')
    await shows('Created')
    const step = (): void => document.querySelector<HTMLElement>('[data-step=created] button')?.click()

    step()
    await vi.waitFor(() => expect(useToasts().toasts.at(-1)?.text).toContain('no longer has this call'))
    expect(useFrame().drawerOpen).toBe(false)

    calls = [{ number: 7, at: detail.created_at, duration_ms: 3, method: 'POST', path: '/verifier/requests' }]
    step()
    await vi.waitFor(() => expect(useFrame().drawerOpen).toBe(true))
    expect(useInspectorFilter().number).toBe(7)
  })

  it('that does not exist says so', async () => {
    answerVerifier('getVerifierRequest', () => {
      throw refusal('not_found', 404, 'there is no such request')
    })
    await mountRequests('/requests/r1')
    await shows(message('requests.gone'))
  })
})

describe('the dialog for a new request', () => {
  it('begins with the definition it was opened for, and leads to what it made', async () => {
    const router = await mountRequests('/requests/new?definition=d1')
    await shows(message('requests.form.more'))
    await vi.waitFor(() =>
      expect(byRole('button', message('label.createRequest')).getAttribute('aria-disabled')).toBeNull(),
    )

    document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit()
    await vi.waitFor(() => expect(router.currentRoute.value.path).toBe('/requests/r9'))
    expect(verifierCalls('createVerifierRequest')[0]?.body).toMatchObject({ definition_id: 'd1', expires_in: 600 })
  })

  it('begins with everything another request asks', async () => {
    detail = aDetail('r1', { name: 'Desk 2', max_attempts: 3 })
    await mountRequests('/requests/new?like=r1')
    await vi.waitFor(() => expect(document.querySelector<HTMLInputElement>('[name=name]')?.value).toBe('Desk 2'))

    expect(document.querySelector<HTMLInputElement>('[name=max_attempts]')?.value).toBe('3')
    expect(document.querySelector('[role=dialog] form details')?.hasAttribute('open')).toBe(true)
  })

  it('places what the verifier refuses at the field', async () => {
    answerVerifier('createVerifierRequest', () => {
      throw refusal('not_found', 404, 'there is no such definition')
    })
    await mountRequests('/requests/new?definition=gone')
    await shows(message('requests.form.more'))

    document.querySelector<HTMLFormElement>('[role=dialog] form')?.requestSubmit()
    await shows('There is no such definition.')
  })
})

describe('the settings of the verifier', () => {
  it('are read, changed and saved as a whole', async () => {
    answer('verifierSettingsSave', ({ body }) => body)
    await mountRequests('/requests')
    byRole('button', message('requests.settings.title')).click()
    await shows('Tell wallets which checks failed')
    expect(shownText()).toContain('-----BEGIN PUBLIC KEY-----')

    const field = document.querySelector<HTMLInputElement>('[name=base_url]')
    if (field === null) throw new Error('no field')
    field.value = 'http://192.168.1.20:8080'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.form?.requestSubmit()
    await vi.waitFor(() =>
      expect(askedFor('verifierSettingsSave')[0]?.body).toEqual({
        wallet_scheme: 'vaultbench-wallet',
        explain: true,
        cors_origins: [],
        base_url: 'http://192.168.1.20:8080',
      }),
    )
    await vi.waitFor(() =>
      expect(useToasts().toasts.at(-1)?.text).toBe(message('ui.savedNamed', { name: 'Verifier settings' })),
    )

    expect(await useToasts().undoLast()).toMatchObject({ undone: true })
    expect(askedFor('verifierSettingsSave').at(-1)?.body).toEqual({
      wallet_scheme: 'vaultbench-wallet',
      explain: true,
      cors_origins: [],
      base_url: null,
    })
  })

  it('say which base URL a forwarded port has, and to which port it leads', async () => {
    const url = 'http://127.0.0.1:41121'
    const server = { url, vault: url, keystore: url, exchange: url, verifier: `${url}/verifier` }
    answer('statusGet', () => ({ ...aStatus('open'), server }))
    await mountRequests('/requests')
    byRole('button', message('requests.settings.title')).click()

    await shows('If port 9000 of a phone is forwarded to port 41121 of this computer, it is http://localhost:9000/')
    expect(document.querySelector<HTMLInputElement>('[name=base_url]')?.placeholder).toBe(
      'http://localhost:9000/verifier',
    )
  })
})
