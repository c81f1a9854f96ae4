// Proves docs/contract/window.md, Delegations.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { WorkbenchUser } from '../../../shared/contract/workbench-users.ts'
import type { DelegationRow } from '../../../shared/contract/workbench-delegations.ts'
import { text as message } from '../../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, aUser, refusal, resetBridge } from '../../session/testing/fake-bridge.ts'
import { useQuestion } from '../../api/use-attempt.ts'
import { emptyRoute, mountAddress } from '../../session/testing/mount-window.ts'
import { byRole, settle, type } from '../../ui/testing/mount-ui.ts'
import { useToasts } from '../../ui/toasts.ts'
import DelegationDetail from './DelegationDetail.vue'
import EndDelegationDialog from './EndDelegationDialog.vue'
import routes from './routes.ts'

const child: DelegationRow = {
  id: 'c1',
  kind: 'connection',
  connection_id: 'c1',
  direction: 'received',
  person: { user_id: 'vault-mia', name: 'Mia', connected: true },
  role: 'owner',
  child: true,
  steps: { claimed: true, shared: true, reencrypted: true },
  next: null,
  rejected: false,
  active: true,
}
const ofBob: DelegationRow = {
  ...child,
  id: 'c2',
  connection_id: 'c2',
  direction: 'granted',
  person: { user_id: 'vault-bob', name: 'Bob', connected: true },
  child: false,
}
const ofCarol: DelegationRow = {
  ...ofBob,
  id: 'c3',
  connection_id: 'c3',
  person: { user_id: 'vault-carol', name: 'Carol', connected: true },
  role: 'reader',
}
const delegation: WorkbenchUser['delegation'] = {
  connection_id: 'c1',
  role: 'owner',
  child: true,
  through_user_id: 'alice',
  through_name: 'Alice',
}

const setRole = vi.fn(() => Promise.resolve())

beforeEach(() => {
  resetBridge()
  setRole.mockClear()
  answer('statusGet', () => aStatus('open'))
})

interface Shown {
  readonly row: DelegationRow
  readonly actor?: string
  readonly alice?: object
  readonly mia?: object
}

async function mountDetail({ row, actor = 'alice', alice = {}, mia = { delegation } }: Shown) {
  answer('usersGet', () => ({ users: [aUser('alice', alice), aUser('mia', mia)] }))
  const delegations = { takeStep: vi.fn(), takeStepOf: vi.fn(), setRole }
  const ended = vi.fn()
  const addParent = vi.fn()
  const component = defineComponent(() => {
    const ending = useQuestion(() => Promise.resolve())
    return () => [
      h(DelegationDetail, {
        ...{ actor, row, tab: 'children', delegations, onEnd: () => ending.ask(row), onEnded: ended },
        onAddParent: addParent,
      }),
      h(EndDelegationDialog, { actor, row, rows: [ofBob, ofCarol], question: ending.dialog.value }),
    ]
  })
  await mountAddress(
    [...routes, emptyRoute('side-by-side', '/side-by-side/:left?/:right?'), { path: '/detail', component }],
    '/detail',
  )
  await arrive()
  return { ended, addParent, delegations }
}

const buttonOf = (label: string, where: ParentNode = document) =>
  [...where.querySelectorAll('button')].find((one) => one.textContent.trim() === label)

function press(label: string, where?: ParentNode): void {
  const found = buttonOf(label, where)
  if (found === undefined) throw new Error(`no button says ${label}`)
  found.click()
}

function choose(role: string): void {
  const found = document.querySelector<HTMLInputElement>(`input[type="radio"][value="${role}"]`)
  if (found === null) throw new Error(`no role ${role} to choose`)
  found.click()
}

describe('a step of the other one', () => {
  const waiting: DelegationRow = {
    ...ofBob,
    ...{ person: { user_id: 'vault-mia', name: 'Mia', connected: true }, next: { step: 'claim', mine: false } },
  }
  const asMia = message('people.delegation.doAs', { step: message('people.delegation.do.claim'), name: 'Mia' })

  it('is taken here where that person is signed in', async () => {
    const { delegations } = await mountDetail({ row: waiting, mia: { full_name: 'Mia' } })

    press(asMia)

    await vi.waitFor(() =>
      expect(delegations.takeStepOf).toHaveBeenCalledWith(expect.objectContaining({ id: 'mia' }), waiting, 'claim'),
    )
  })

  it.each([
    { what: 'locked', mia: { full_name: 'Mia', state: 'locked' } },
    { what: 'seen only by who acts for them', mia: { full_name: 'Mia', delegation } },
  ])('waits for one who is $what', async ({ mia }) => {
    await mountDetail({ row: waiting, mia })

    expect(buttonOf(asMia)).toBeUndefined()
  })
})

const question = () => document.querySelector('[role="alertdialog"]') ?? expect.fail('nothing is asked')

describe('a child', () => {
  it('grows up, gets another parent and can be deleted while it is reached through its parents only', async () => {
    await mountDetail({ row: child })

    for (const label of [
      message('people.child.growUp'),
      message('people.child.addParent'),
      message('people.child.delete'),
    ])
      expect(buttonOf(label)).toBeDefined()
    expect(document.body.textContent).not.toContain(message('people.delegation.steps'))
  })

  it('that has grown up decides for itself, and that is said', async () => {
    await mountDetail({ row: child, mia: { delegation: null } })

    for (const label of [
      message('people.child.growUp'),
      message('people.child.addParent'),
      message('people.child.delete'),
    ])
      expect(buttonOf(label)).toBeUndefined()
    expect(document.body.textContent).toContain(message('people.child.grown', { name: 'Mia' }))
  })

  it('shows another parent the step that is left to take', async () => {
    await mountDetail({ row: { ...child, next: { step: 'reencrypt', mine: true } } })

    expect(buttonOf(message('people.delegation.do.reencrypt'))).toBeDefined()
    expect(buttonOf(message('people.child.growUp'))).toBeDefined()
  })

  it('gets another parent in its own name', async () => {
    answer('delegationAct', () => ({ user: aUser('mia', { delegation }) }))
    const { addParent } = await mountDetail({ row: child })

    press(message('people.child.addParent'))

    await vi.waitFor(() => {
      expect(addParent).toHaveBeenCalledWith('mia')
    })
  })

  it('is deleted once its name was typed, and the passphrase of the parent', async () => {
    answer('childDelete', () => undefined)
    const { ended } = await mountDetail({ row: child })
    press(message('people.child.delete'))
    await arrive()
    type(byRole('textbox', message('ui.typeName', { name: 'Mia' })), 'Max')

    await submitDeletion()

    const texts = [message('ui.typedNameDiffers'), message('ui.typePassphrase')]
    for (const text of texts) expect(document.body.textContent).toContain(text)
    expect(askedFor('childDelete')).toEqual([])
    type(byRole('textbox', message('ui.typeName', { name: 'Mia' })), 'Mia')
    type(byRole('textbox', message('label.passphraseOf', { name: 'Alice' })), 'old one')

    await submitDeletion()

    expect(ended).toHaveBeenCalled()
    expect(askedFor('childDelete')).toMatchObject([
      { params: { user_id: 'alice', connection_id: 'c1' }, body: { passphrase: 'old one' } },
    ])
  })

  it('is deleted with the passphrase that is remembered', async () => {
    answer('childDelete', () => undefined)
    const { ended } = await mountDetail({ row: child, alice: { remembered: true } })
    press(message('people.child.delete'))
    await arrive()
    type(byRole('textbox', message('ui.typeName', { name: 'Mia' })), 'Mia')

    await submitDeletion()

    expect(ended).toHaveBeenCalled()
    expect(askedFor('childDelete')[0]?.body).toEqual({ passphrase: null })
  })

  it('is not deleted with a wrong passphrase, which is said at its field', async () => {
    answer('childDelete', () => {
      throw refusal('login_failed', 401, 'The passphrase is wrong.')
    })
    const { ended } = await mountDetail({ row: child })
    press(message('people.child.delete'))
    await arrive()
    type(byRole('textbox', message('ui.typeName', { name: 'Mia' })), 'Mia')
    type(byRole('textbox', message('label.passphraseOf', { name: 'Alice' })), 'wrong')

    await submitDeletion()

    expect(byRole('textbox', message('label.passphraseOf', { name: 'Alice' })).getAttribute('aria-invalid')).toBe(
      'true',
    )
    expect(document.body.textContent).toContain('The passphrase is wrong.')
    expect(ended).not.toHaveBeenCalled()
  })
})

async function submitDeletion(): Promise<void> {
  press(message('people.child.delete'), document.querySelector('[role="dialog"]') ?? expect.fail('no dialog'))
  await arrive()
  await settle()
}

describe('a parent who acts for a child', () => {
  const granted = { ...ofBob, steps: { claimed: true, shared: false, reencrypted: false }, active: false }

  it('hands its key over, and takes a right back', async () => {
    await mountDetail({ row: { ...granted, next: { step: 'share', mine: true } }, actor: 'mia' })

    expect(buttonOf(message('people.delegation.do.share'))).toBeDefined()
    press(message('people.delegation.end.takeBack.do'))
    await arrive()
    expect(question().textContent).toContain('gets new keys only after growing up')
  })

  it.each([
    ['as an admin', { ...delegation, role: 'admin' }],
    ['for somebody grown up', { ...delegation, child: false }],
  ])('decides nothing %s', async (_, other) => {
    const row = { ...granted, next: { step: 'share' as const, mine: true } }
    await mountDetail({ row, actor: 'mia', mia: { delegation: other } })

    for (const label of [message('people.delegation.do.share'), message('people.delegation.end.takeBack.do')])
      expect(buttonOf(label)).toBeUndefined()
  })
})

describe('taking back', () => {
  it('says what may have been copied, what goes on, and who stays', async () => {
    await mountDetail({ row: ofBob })
    press(message('people.delegation.end.takeBack.do'))
    await arrive()

    const { textContent: text } = question()
    expect(text).toContain('Bob keeps what they read or copied.')
    expect(text).toContain('Changing the passphrase with new keys')
    expect(text).toContain('keep receiving updates')
    expect(text).toContain('Carol (Reader)')
    expect(text).not.toContain('Bob (Owner)')
    expect(text).toContain('As owner Bob could add delegates.')
  })

  it('promises no new keys to an account that cannot get any', async () => {
    await mountDetail({ row: ofCarol, alice: { published_format: true } })
    press(message('people.delegation.end.takeBack.do'))
    await arrive()

    expect(question().textContent).toContain('cannot get new keys')
    expect(question().textContent).not.toContain('Changing the passphrase with new keys')
    expect(question().textContent).not.toContain('could let others act')
  })
})

describe('changing the role', () => {
  it('says of whom, and Undo makes the opposite call', async () => {
    await mountDetail({ row: ofBob })

    choose('admin')
    await arrive()

    const toasts = useToasts()
    expect(toasts.toasts.at(-1)?.text).toBe(
      message('people.delegation.roleChanged', { name: 'Bob', actor: 'Alice', role: 'Admin' }),
    )
    void toasts.undoLast()
    await arrive()
    expect(setRole).toHaveBeenNthCalledWith(1, ofBob, 'admin')
    expect(setRole).toHaveBeenNthCalledWith(2, { ...ofBob, role: 'admin' }, 'owner')
    expect(toasts.toasts).toMatchObject([
      { text: message('people.delegation.roleChanged', { name: 'Bob', actor: 'Alice', role: 'Admin' }), undone: true },
    ])
  })

  it('says when Undo is refused', async () => {
    await mountDetail({ row: ofBob })
    choose('reader')
    await arrive()
    setRole.mockRejectedValueOnce(refusal('not_found', 404, 'This delegation is gone.'))

    void useToasts().undoLast()
    await arrive()

    expect(useToasts().toasts.at(-1)).toMatchObject({ text: 'This delegation is gone.', tone: 'bad' })
  })
})
