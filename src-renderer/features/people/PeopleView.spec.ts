// Proves docs/contract/window.md, People, Delegations, Everywhere: lists.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import type { ForwardRequest } from '../../../shared/contract/workbench-forward.ts'
import { text } from '../../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { emptyRoute, mountAddress } from '../../session/testing/mount-window.ts'
import { byRole, giveSizes, press } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import routes from './routes.ts'

function aDelegation(name: string, more: Partial<DelegationRow> = {}): DelegationRow {
  return {
    id: name,
    kind: 'connection',
    connection_id: name,
    direction: 'granted',
    person: { user_id: `vault-${name}`, name, connected: true },
    role: 'reader',
    child: false,
    steps: { claimed: true, shared: true, reencrypted: true },
    next: null,
    rejected: false,
    active: true,
    ...more,
  }
}

let rows: readonly DelegationRow[] = []

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('connectionRows', () => ({ rows: [] }))
  answer('invitationRows', () => ({ rows: [] }))
  answer('delegationRows', () => ({ rows }))
})

async function open(address: string) {
  const { router } = await mountAddress(
    [...routes, emptyRoute('side-by-side', '/side-by-side/:left?/:right?')],
    `/u/alice/people/${address}`,
  )
  await vi.waitFor(() => expect(document.querySelectorAll('[data-index]').length).toBeGreaterThan(0))
  return router
}

const question = (): Element => document.querySelector('[role=alertdialog]') ?? expect.fail('nothing is asked')

function rowNamed(name: string): HTMLElement {
  const found = [...document.querySelectorAll<HTMLElement>('[data-index]')].find((row) =>
    row.textContent.includes(name),
  )
  return found ?? expect.fail(`no row of ${name}`)
}

/** A key that is pressed while a row has the focus. */
async function pressIn(name: string, key: string, modifiers: KeyboardEventInit = {}): Promise<void> {
  rowNamed(name).focus()
  await arrive()
  press(rowNamed(name), key, modifiers)
  await arrive()
}

describe('the list of delegations', () => {
  beforeEach(() => {
    giveSizes()
    rows = [aDelegation('Bob'), aDelegation('Carol'), aDelegation('Dave')]
    answer('forward as user', ({ body }) => {
      const { params } = body as ForwardRequest
      rows = rows.filter(({ id }) => id !== params?.['connection_id'])
      return { ok: true, status: 204, body: null }
    })
  })

  it('opens the next one where the opened one ends', async () => {
    const router = await open('delegations/Carol')
    const pane = () => document.querySelector('[aria-label="Person, invitation or delegation"]')
    await vi.waitFor(() =>
      byRole('button', text('people.delegation.end.takeBack.do'), pane() ?? expect.fail('no pane')).click(),
    )
    await vi.waitFor(() => byRole('button', text('people.delegation.end.takeBack.do'), question()).click())

    await vi.waitFor(() => expect(router.currentRoute.value.params['id']).toBe('Dave'))
    expect(document.querySelectorAll('[data-index]')).toHaveLength(2)
    expect(useToasts().toasts.at(-1)?.text).toBe(
      text('people.delegation.end.takeBack.done', { name: 'Carol', actor: 'Alice' }),
    )
  })

  it('is filtered by state and direction, which the address keeps', async () => {
    rows = [
      aDelegation('Bob'),
      aDelegation('Carol', { direction: 'received' }),
      aDelegation('Dave', { active: false, next: { step: 'share', mine: true } }),
    ]
    const router = await open('delegations?state=inUse')
    const names = () =>
      [...document.querySelectorAll('[data-index]')].map((row) => /Bob|Carol|Dave/.exec(row.textContent)?.[0])
    expect(names()).toEqual(['Bob', 'Carol'])

    byRole('button', /^Who acts/u).click()
    await arrive()
    byRole('menuitemcheckbox', text('people.delegation.direction.received')).click()
    await vi.waitFor(() => expect(names()).toEqual(['Carol']))

    expect(router.currentRoute.value.query).toEqual({ state: ['inUse'], direction: ['received'] })
  })

  it('ends one in its row by key, after the same question, and leaves open what is open', async () => {
    const router = await open('delegations/Carol')
    await pressIn('Bob', 'Delete')
    await vi.waitFor(() => expect(question().textContent).toContain('Bob keeps what they read or copied.'))
    byRole('button', text('people.delegation.end.takeBack.do'), question()).click()

    await vi.waitFor(() => expect(document.querySelectorAll('[data-index]')).toHaveLength(2))
    expect(router.currentRoute.value.params['id']).toBe('Carol')
  })

  it('takes the step that waits by key in the row, and says where that is refused', async () => {
    rows = [aDelegation('Bob', { next: { step: 'share', mine: true }, active: false })]
    answer('delegationStep', () => {
      throw refusal('not_found', 404, 'This delegation is gone.')
    })
    await open('delegations')

    await pressIn('Bob', 'Enter', { ctrlKey: true })

    await vi.waitFor(() => expect(askedFor('delegationStep')).toMatchObject([{ body: { step: 'share' } }]))
    await vi.waitFor(() => expect(useToasts().toasts.at(-1)?.text).toBe('This delegation is gone.'))
  })
})
