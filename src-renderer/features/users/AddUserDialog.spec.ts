// Proves docs/contract/window.md, Users.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../../i18n/i18n.ts'
import {
  answer,
  arrive,
  askedFor,
  aStatus,
  aUser,
  aWorkspace,
  push,
  refusal,
  resetBridge,
} from '../../session/testing/fake-bridge.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import { useWorkbenchStore } from '../../session/workbench-store.ts'
import { useToasts } from '../../ui/toasts.ts'
import { byRole, mountUi, press, settle, type } from '../../ui/testing/mount-ui.ts'
import AddUserDialog from './AddUserDialog.vue'
// Loaded when a field is shown; a test ends sooner.
import '../../ui/GeneratePassword.vue'

const SECRET = '2.alice.abc-def'
const closed = vi.fn()

async function mountDialog(workspace = aWorkspace()) {
  answer('statusGet', () => aStatus('open', workspace))
  mountUi(
    () => h(AddUserDialog, { onClose: closed }),
    () => useWorkbenchStore().setStatus(aStatus('open', workspace)),
  )
  await startWorkbench()
  await settle()
  await arrive()
}

async function register(): Promise<void> {
  type(byRole('textbox', text('label.name')), 'Alice')
  type(byRole('textbox', text('label.passphrase')), 'correct horse')
  byRole('button', text('users.new.submit')).click()
  await arrive()
  await settle()
}

const shown = (): string => document.querySelector('[role=dialog]')?.textContent ?? ''

beforeEach(() => {
  closed.mockReset()
  resetBridge()
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('userRegister', () => ({ user: aUser('alice'), secret_string: SECRET }))
})

describe('AddUserDialog', () => {
  it('shows the secret string once, and closes only when it was kept', async () => {
    await mountDialog()

    await register()
    expect(byRole('textbox', text('label.secretString')).textContent).toBe(SECRET)
    press(document.activeElement ?? document.body, 'Escape')
    await settle()
    expect(closed).not.toHaveBeenCalled()
    byRole('button', text('ui.kept')).click()

    expect(closed).toHaveBeenCalledOnce()
  })

  it('shows how far a registration is', async () => {
    await mountDialog()
    let finish: (reply: unknown) => void = () => undefined
    answer('userRegister', () => new Promise((resolve) => (finish = resolve)))

    await register()
    push({ type: 'progress', task: 'register', step: 'read or make the key-encryption key', done: 2, of: 6 })
    await settle()

    const states = [...document.querySelectorAll('[role=dialog] ol li')].map(
      (step) => step.lastElementChild?.textContent,
    )
    expect(states).toEqual([
      text('ui.state.done'),
      text('ui.state.done'),
      text('ui.state.running'),
      text('ui.state.waiting'),
      text('ui.state.waiting'),
      text('ui.state.waiting'),
    ])
    finish({ user: aUser('alice'), secret_string: SECRET })
    await arrive()
  })

  it('keeps what was typed, when the name is taken', async () => {
    await mountDialog()
    answer('userRegister', () => {
      throw refusal('name_taken', 409, 'there is a user named Alice already')
    })

    await register()

    expect((byRole('textbox', text('label.name')) as HTMLInputElement).value).toBe('Alice')
    expect((byRole('textbox', text('label.passphrase')) as HTMLInputElement).value).toBe('correct horse')
    expect(shown()).toContain('There is a user named Alice already.')
  })

  it.each([
    ['can be kept in a protected workspace', aWorkspace(), true, false],
    ['is kept in a demo, unless refused', aWorkspace({ protected: false, demo: true }), true, true],
    ['cannot be kept in a plain file', aWorkspace({ protected: false }), false, false],
  ])('the passphrase %s', async (_, workspace, offered, remember) => {
    await mountDialog(workspace)

    expect(shown().includes(text('newPassphrase.remember'))).toBe(offered)
    await register()
    expect(askedFor('userRegister')[0]).toMatchObject({ body: { full_name: 'Alice', remember } })
  })

  it('shows a passphrase that was generated until another one is typed', async () => {
    await mountDialog()
    await vi.waitFor(() => byRole('button', text('ui.generate.open', { label: 'Passphrase' })).click())
    await vi.waitFor(() => expect(document.querySelector('output')?.textContent).toMatch(/./))
    const generated = document.querySelector('output')?.textContent

    byRole('button', text('ui.generate.use')).click()

    await vi.waitFor(() => expect(shown()).toContain('Save this passphrase before you go on'))
    const field = byRole('textbox', text('label.passphrase')) as HTMLInputElement
    expect(field.value).toBe(generated)
    type(field, 'another one')
    await settle()
    expect(shown()).not.toContain('Save this passphrase before you go on')
  })

  it('makes a published account where that is wanted, and says what it costs', async () => {
    await mountDialog()

    document.querySelector<HTMLInputElement>('[name=published_format]')?.click()
    expect(shown()).toContain(text('users.new.publishedFormat'))
    expect(shown()).toContain('It cannot be changed later.')
    await register()

    expect(askedFor('userRegister')[0]).toMatchObject({ body: { full_name: 'Alice', published_format: true } })
  })

  it('goes on with the registration that failed, when it is submitted again', async () => {
    await mountDialog()
    answer('userRegister', () => {
      throw refusal('internal_error', 500, 'a fault')
    })
    await register()
    expect(shown()).toContain('A fault.')
    push({ type: 'users', users: [aUser('alice', { state: 'incomplete' })] })
    answer('userSignIn', () => ({ user: aUser('alice') }))
    answer('userSecretString', () => ({ secret_string: SECRET }))

    byRole('button', text('users.new.submit')).click()
    await arrive()
    await settle()

    expect(askedFor('userRegister')).toHaveLength(1)
    expect(askedFor('userSignIn')[0]).toMatchObject({ body: { passphrase: 'correct horse' } })
    expect(byRole('textbox', text('label.secretString')).textContent).toBe(SECRET)
  })

  it('offers to act as the new user, when there were others before', async () => {
    answer('usersGet', () => ({ users: [aUser('bob'), aUser('alice')] }))
    await mountDialog()

    await register()
    byRole('button', text('ui.kept')).click()

    expect(useToasts().toasts[0]?.action?.label).toBe(text('parts.actAs', { name: 'Alice' }))
  })
})
