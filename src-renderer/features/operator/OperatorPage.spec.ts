// Proves docs/contract/window.md, Operator console.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { text } from '../../i18n/i18n.ts'
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
import { CallError } from '../../../shared/contract/caller.ts'
import { useOperatorConsole } from '../../session/use-operator-console.ts'
import { useRequestedDialog } from '../../session/requested-dialog.ts'
import { useReviewQueue } from '../../session/review-queue.ts'
import { useToasts } from '../../ui/toasts.ts'
import { byRole, giveSizes, press, settle, type } from '../../ui/testing/mount-ui.ts'
import {
  anOrganization,
  answerEmptyVault,
  answerOperator,
  aService,
  operatorCalls,
  startOperator,
} from './testing/fake-operator.ts'
import { mountOperator } from './testing/mount-operator.ts'

const page = (): string => document.querySelector('#app')?.textContent ?? ''
const layers = (): string => document.body.textContent
const passwordField = (): HTMLInputElement => byRole('textbox', /password$/i) as HTMLInputElement

async function submitForm(): Promise<void> {
  document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true, bubbles: true }))
  await arrive()
  await settle()
}

async function click(element: HTMLElement): Promise<void> {
  element.click()
  await arrive()
  await settle()
}

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice'), aUser('dana')] }))
  answer('forward as user', () => ({
    ok: true,
    status: 200,
    body: { organization: anOrganization('o-clinic', { name: 'Harbour Clinic' }), services: [] },
  }))
})

describe('the way to the console', () => {
  it('says what an operator is, and shows a password that was made once', async () => {
    startOperator({ state: 'none', remembered: false })
    answerEmptyVault()
    await mountOperator()
    await settle()
    expect(page()).toContain('The operator is a role, not a user')

    await click(byRole('button', text('operator.password.title')))
    await submitForm()

    expect(askedFor('operatorPasswordSet')[0]?.body).toEqual({ password: null, remember: false })
    expect(layers()).toContain('made-for-the-desk')
    await click(byRole('button', text('ui.kept')))
    await vi.waitFor(() => expect(layers()).not.toContain('made-for-the-desk'))
    expect(page()).toContain(text('operator.bar.open'))
  })

  it('takes a password that was generated in the field', async () => {
    startOperator({ state: 'none', remembered: false })
    answerEmptyVault()
    await mountOperator()
    await settle()
    await click(byRole('button', text('operator.password.title')))
    document.querySelector<HTMLInputElement>('input[type=radio][value=own]')?.click()
    const open = await vi.waitFor(() => byRole('button', text('ui.generate.open', { label: 'New operator password' })))
    await click(open)
    const use = await vi.waitFor(() => byRole('button', text('ui.generate.use')))
    await vi.waitFor(() => expect(use.getAttribute('aria-disabled')).not.toBe('true'))
    await click(use)
    await vi.waitFor(() => expect(passwordField().value.length).toBeGreaterThan(12))
    const { value: password } = passwordField()
    await submitForm()

    await vi.waitFor(() => expect(askedFor('operatorPasswordSet')[0]?.body).toMatchObject({ password }))
  })

  it('opens what the palette asked for once the console is open, and not in front of a password that is shown once', async () => {
    startOperator({ state: 'closed', remembered: false })
    answerEmptyVault()
    await mountOperator('/operator/schemes')
    await settle()
    useRequestedDialog().request('scheme')
    expect(layers()).not.toContain(text('operator.schemes.new'))

    type(passwordField(), 'harbour-desk')
    await submitForm()

    const asked = () => document.querySelector('[role=dialog]')?.textContent
    await vi.waitFor(() => expect(asked()).toContain(text('operator.schemes.new')))
    await useOperatorConsole().close()
    await settle()
    await settle()
    useRequestedDialog().request('admission-token')
    await click(byRole('button', text('operator.gate.lost')))
    document.querySelector<HTMLElement>('[role=dialog] form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    await arrive()
    await settle()
    expect(asked()).toContain('made-for-the-desk')
    expect(useRequestedDialog().dialog).toBeUndefined()
  })

  it('keeps what was typed when the password is wrong, and says how long to wait after too many', async () => {
    startOperator({ state: 'closed', remembered: false })
    answerEmptyVault()
    await mountOperator()
    await settle()
    type(passwordField(), 'wrong-password')
    await submitForm()
    expect(page()).toContain(text('operator.gate.wrong'))
    expect(passwordField()).toHaveProperty('value', 'wrong-password')

    answer('operatorOpen', () => {
      throw tooMany(42)
    })
    await submitForm()
    expect(page()).toContain('Try again in 42 seconds.')
  })

  it('uses a kept password without asking, and asks when that is wrong by now', async () => {
    startOperator({ state: 'closed', remembered: true })
    answerEmptyVault()
    await mountOperator()
    await settle()
    answer('operatorOpen', () => {
      throw refusal('admin_password_invalid', 401, 'the operator password is wrong')
    })
    await click(byRole('button', text('operator.gate.open')))

    expect(askedFor('operatorOpen')[0]?.body).toEqual({ password: null, remember: false })
    expect(page()).toContain('The operator password is wrong.')
    expect(passwordField()).toBeTruthy()
  })

  it('closes, also when another window closed it', async () => {
    startOperator({ state: 'open', remembered: false })
    answerEmptyVault()
    await mountOperator()
    await settle()
    await click(byRole('button', text('operator.close')))
    await vi.waitFor(() => expect(page()).toContain(text('operator.gate.closed')))

    answer('operatorGet', () => ({ operator: { state: 'open', remembered: false } }))
    push({ type: 'operator', part: 'state' })
    await vi.waitFor(() => expect(page()).toContain(text('operator.bar.open')))
  })
})

describe('the reviews', () => {
  beforeEach(() => {
    startOperator({ state: 'open', remembered: false })
    answerEmptyVault()
    waiting([anOrganization('o1', { name: 'Pier Car Hire', url: 'https://pier.example' })], [aService('s1')])
  })

  it('list what waits, with who asked, oldest first', async () => {
    await mountOperator()
    await arrive()
    await settle()

    expect(useReviewQueue().reviews?.map(({ record }) => record.id)).toEqual(['o1', 's1'])
    expect(useReviewQueue().count).toBe(2)
    expect(operatorCalls('managementRequestedOrganizationsGet')[0]).toMatchObject({ user_id: 'alice' })
  })

  it('show the website as text, and a contract as what it is', async () => {
    waiting([anOrganization('o1', { url: 'https://pier.example' })], [aService('s1', { contract: { days: 3 } })])
    const router = await mountOperator('/operator/reviews/o1')
    await arrive()
    await settle()
    expect(page()).toContain('https://pier.example')
    expect(document.querySelector('a[href*="pier.example"]')).toBeNull()
    expect(page()).toContain('vault-dana')

    await router.push('/operator/reviews/s1')
    await arrive()
    await settle()
    expect(page()).toContain('Harbour Clinic')
    expect(page()).toContain('days')
  })

  it('approve in the name of who was chosen; the row leaves with a message', async () => {
    answerOperator('managementRequestedOrganizationsIdValidatePut', () => ({ organization: anOrganization('o1') }))
    const router = await mountOperator('/operator/reviews/o1')
    await arrive()
    await settle()
    useOperatorConsole().recordAs('dana')
    await arrive()
    await settle()
    waiting([], [aService('s1')])

    await click(byRole('button', text('operator.reviews.approve.organization')))
    expect(operatorCalls('managementRequestedOrganizationsIdValidatePut')).toEqual([])
    expect(layers()).toContain('The decision is recorded as Dana')
    await click(byRole('button', text('operator.reviews.approveMany.button')))

    expect(operatorCalls('managementRequestedOrganizationsIdValidatePut')).toEqual([
      expect.objectContaining({ user_id: 'dana', params: { id: 'o1' } }),
    ])
    expect(useToasts().toasts.at(-1)).toMatchObject({
      text: text('operator.reviews.approved', { name: 'Pier Car Hire' }),
      link: { name: 'organizations', params: { actor: 'dana', organization: 'o1', tab: null } },
    })
    await vi.waitFor(() => expect(router.currentRoute.value.fullPath).toBe('/operator/reviews/s1'))
    expect(page()).not.toContain('Pier Car Hire')
  })

  it('are approved by key in their row, after the same question', async () => {
    giveSizes()
    await mountOperator('/operator/reviews')
    await arrive()
    await settle()
    useOperatorConsole().recordAs('dana')
    await arrive()
    await settle()
    const row = (): HTMLElement =>
      [...document.querySelectorAll<HTMLElement>('[data-index]')].find((one) => one.textContent.includes('Pier')) ??
      expect.fail('no row')
    await vi.waitFor(() => row().focus())
    await settle()

    await vi.waitFor(() => press(row(), 'Enter', { ctrlKey: true }))

    await vi.waitFor(() =>
      expect(document.querySelector('[role=alertdialog]')?.textContent).toContain('Approve Pier Car Hire?'),
    )
    expect(operatorCalls('managementRequestedOrganizationsIdValidatePut')).toEqual([])
  })

  it('say when somebody would approve an own request', async () => {
    waiting([anOrganization('o1', { requestor_id: aUser('alice').vault_user_id })], [])
    await mountOperator('/operator/reviews/o1')
    await arrive()
    await settle()

    await click(byRole('button', text('operator.reviews.approve.organization')))

    expect(page()).toContain('Alice made this request')
    expect(page()).toContain('would also approve it')
    expect(layers()).toContain('Alice made this request, too.')
  })

  it('approve several after one question, and stop at one that is refused', async () => {
    waiting([anOrganization('o1'), anOrganization('o2', { name: 'Lighthouse' })], [aService('s1')])
    answerOperator('managementRequestedOrganizationsIdValidatePut', () => ({ organization: anOrganization('o1') }))
    answerOperator('managementRequestedOrganizationServicesIdValidatePut', () => {
      throw refusal('wrong_status', 409, 'it was rejected already')
    })
    await mountOperator()
    await arrive()
    await settle()
    document.querySelector<HTMLElement>('[aria-label="Select all"]')?.click()
    await settle()

    await click(byRole('button', text('operator.reviews.approveMany.button')))
    expect(layers()).toContain('Approve 3 requests?')
    await click(
      byRole(
        'button',
        text('operator.reviews.approveMany.button'),
        document.querySelector('[role=alertdialog]') ?? document,
      ),
    )

    expect(operatorCalls('managementRequestedOrganizationsIdValidatePut')).toHaveLength(2)
    expect(layers()).toContain('It was rejected already.')
    expect(page()).not.toContain('Lighthouse')
  })

  it('are closed with the list sorted as it was', async () => {
    const router = await mountOperator('/operator/reviews/o1?sort=-name')
    await arrive()
    await settle()

    await click(byRole('button', text('ui.close')))

    expect(router.currentRoute.value.fullPath).toBe('/operator/reviews?sort=-name')
  })

  it('reject with a reason, or without one', async () => {
    answerOperator('managementRequestedOrganizationsIdRejectDelete', () => ({ organization: anOrganization('o1') }))
    await mountOperator('/operator/reviews/o1')
    await arrive()
    await settle()
    await click(byRole('button', text('operator.reviews.reject.organization')))
    const field = document.querySelector<HTMLTextAreaElement>('textarea')
    if (field === null) throw new Error('no field for the reason')
    field.value = '  No such company '
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await submitForm()

    expect(operatorCalls('managementRequestedOrganizationsIdRejectDelete')[0]?.body).toEqual({
      reason: 'No such company',
    })
    expect(useToasts().toasts.at(-1)).toMatchObject({
      text: text('operator.reviews.rejected', { name: 'Pier Car Hire' }),
      link: { name: 'operator', params: { tab: 'audit' }, query: { name: 'organization.rejected' } },
    })
  })

  it('say in place why nothing was decided', async () => {
    answerOperator('managementRequestedOrganizationsIdValidatePut', () => {
      throw refusal('wrong_status', 409, 'it was rejected already')
    })
    await mountOperator('/operator/reviews/o1')
    await arrive()
    await settle()
    await click(byRole('button', text('operator.reviews.approve.organization')))
    await click(byRole('button', text('operator.reviews.approveMany.button')))

    expect(layers()).toContain('It was rejected already.')
    expect(page()).toContain('Pier Car Hire')
  })

  it('come and go by themselves, and are gone when they were decided elsewhere', async () => {
    await mountOperator('/operator/reviews/o1')
    await arrive()
    await settle()
    waiting([], [])
    push({ type: 'operator', part: 'queue' })

    await vi.waitFor(() => expect(page()).toContain(text('operator.reviews.gone')))
    expect(useReviewQueue().count).toBe(0)
  })

  it('are not read while nobody is signed in', async () => {
    answer('usersGet', () => ({ users: [aUser('alice', { state: 'locked' })] }))
    await mountOperator()
    await arrive()
    await settle()

    expect(page()).toContain(text('operator.reviews.nobody'))
    expect(operatorCalls('managementRequestedOrganizationsGet')).toEqual([])
  })
})

describe('the nodes of a scheme', () => {
  const label = (number: number) => `Harbour ${String(number).padStart(3, '0')}`

  beforeEach(() => {
    startOperator({ state: 'open', remembered: false })
    answerEmptyVault()
    const classification_nodes = Array.from({ length: 250 }, (_, index) => ({
      id: `n${index}`,
      name: `harbour_${index}`,
      label: label(index),
      description: null,
      background_color: null,
      image_id: null,
      label_translations: index === 7 ? { 'de-de': 'Hafen' } : null,
      classifications_count: index === 249 ? 12 : 0,
    }))
    const scheme = { id: 's1', name: 'harbours', label: 'Harbours', description: null, owned_by_user: false }
    answerOperator('systemClassificationNodesGet', () => ({
      classification_schemes: [
        { ...scheme, classification_nodes },
        { ...scheme, id: 's2', name: 'tag', label: 'Tags', owned_by_user: true, classification_nodes: [] },
      ],
    }))
    giveSizes()
  })

  const grid = () => byRole('grid', text('operator.nodes.caption', { label: 'Harbours' }))
  const first = () => grid().querySelector('[data-index="0"]')?.textContent

  it('are a list: all of them, sorted by any column, found by their words, also those of other languages', async () => {
    await mountOperator('/operator/schemes/harbours')
    await vi.waitFor(() => expect(first()).toContain(label(0)))
    expect(grid().getAttribute('aria-rowcount')).toBe('251')

    await click(byRole('button', /^Used/, grid()))
    await click(byRole('button', /^Used/, grid()))
    expect(first()).toContain(label(249))
    type(byRole('textbox', text('operator.nodes.filter')), 'hafen')

    await vi.waitFor(() => expect(first()).toContain(label(7)))
    expect(grid().getAttribute('aria-rowcount')).toBe('2')
  })

  it('offer nothing to open, and are deleted by key after a question; what can be done with the scheme is in its head', async () => {
    await mountOperator('/operator/schemes/harbours')
    const row = await vi.waitFor(() => {
      const found = grid().querySelector<HTMLElement>('[data-index="0"]')
      if (found === null) throw new Error('no row')
      return found
    })
    row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 30, clientY: 60 }))
    await settle()
    const entries = [...document.querySelectorAll('[role=menu] [role=menuitem]')].map((entry) => entry.textContent)
    expect(entries).toEqual([expect.stringMatching(/^Select/u), `Delete node ${label(0)}`])
    press(document.activeElement ?? row, 'Escape')
    await settle()
    row.focus()
    press(row, 'Delete')
    await settle()

    expect(layers()).toContain(`Delete node ${label(0)}?`)
    const pane = document.querySelector<HTMLElement>('[aria-label="Scheme"]') ?? document
    expect(
      byRole('button', text('operator.schemes.removeNamed', { label: 'Harbours' }), pane).closest('header'),
    ).not.toBeNull()
  })

  it('are not lost with the scheme of the tags, which is never deleted here', async () => {
    await mountOperator('/operator/schemes/tag')
    await vi.waitFor(() => byRole('region', 'Tags'))

    expect([...document.querySelectorAll('button')].map((one) => one.getAttribute('aria-label') ?? '')).not.toContain(
      text('operator.schemes.removeNamed', { label: 'Tags' }),
    )
  })

  it('go with their scheme, which the service is asked to delete after a question', async () => {
    answerOperator('systemClassificationSchemesNameDelete', () => undefined)
    await mountOperator('/operator/schemes/harbours')
    await vi.waitFor(() => expect(first()).toContain(label(0)))
    const deletions = () =>
      askedFor('forward as operator').filter(({ body }) => JSON.stringify(body).includes('SchemesNameDelete'))

    await click(byRole('button', text('operator.schemes.removeNamed', { label: 'Harbours' })))
    expect(deletions()).toEqual([])
    await click(byRole('button', /^Delete/, document.querySelector('[role=alertdialog]') ?? document))

    await vi.waitFor(() => expect(deletions()).toMatchObject([{ body: { params: { name: 'harbours' } } }]))
  })
})

function waiting(organizations: ReturnType<typeof anOrganization>[], services: ReturnType<typeof aService>[]): void {
  const paging = { next_page_after: null, meta: [] }
  answerOperator('managementRequestedOrganizationsGet', () => ({ organizations, ...paging }))
  answerOperator('managementRequestedOrganizationServicesGet', () => ({ services, ...paging }))
}

function tooMany(seconds: number): CallError {
  const entry = { error: 'too_many_requests', http_code: 429, message: 'too many attempts', requested_language: 'en' }
  return new CallError('fake', 429, [{ ...entry, message_in_requested_language: true, extra_info: {} }], seconds)
}

it('the acts are counted beside the title, on their tab only', async () => {
  startOperator({ state: 'open', remembered: false })
  answerEmptyVault()
  const paging = { next_page_after: null, meta: [] }
  answerOperator('systemEventsGet', () => ({ operator_events: [], total_count: 7, ...paging }))
  const title = () => document.querySelector('h1')?.parentElement?.textContent.trim()

  const router = await mountOperator('/operator/audit')
  await vi.waitFor(() => expect(title()).toBe('OperatorSigned in as operator · 7 actions'))
  await router.push('/operator/images')
  await settle()

  expect(title()).toBe('OperatorSigned in as operator')
})
