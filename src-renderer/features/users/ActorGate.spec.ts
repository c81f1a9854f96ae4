// Proves docs/contract/window.md, Users.

import { beforeEach, describe, expect, it } from 'vitest'
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
import { byRole, mountUi, settle, type } from '../../ui/testing/mount-ui.ts'
import ActorGate from './ActorGate.vue'

const locked = aUser('alice', { state: 'locked' })
const kept = aUser('alice', { state: 'locked', remembered: true })

/** The user after the sign-in that the next call asks for. */
function signsIn(user = aUser('alice')): void {
  answer('userSignIn', () => {
    answer('usersGet', () => ({ users: [user] }))
    return { user }
  })
}

async function mountGate(user: ReturnType<typeof aUser>, actor: string | undefined = 'alice') {
  answer('usersGet', () => ({ users: [user] }))
  const { wrapper } = mountUi(() => h(ActorGate, { actor }, { default: () => h('p', 'Items of Alice') }))
  await startWorkbench()
  await settle()
  return wrapper
}

beforeEach(() => {
  resetBridge()
  answer('statusGet', () => aStatus('open'))
  signsIn()
})

describe('ActorGate', () => {
  it('shows the page of a user who is signed in', async () => {
    const wrapper = await mountGate(aUser('alice'))

    expect(wrapper.text()).toBe('Items of Alice')
  })

  it('asks for the passphrase of a locked user, and shows the page when it is right', async () => {
    const wrapper = await mountGate(locked)
    expect(wrapper.text()).not.toContain('Items of Alice')

    type(byRole('textbox', text('label.passphraseOf', { name: 'Alice' })), 'correct horse')
    byRole('button', text('users.signIn.submit')).click()
    await arrive()
    await settle()

    expect(askedFor('userSignIn')[0]).toMatchObject({
      params: { user_id: 'alice' },
      body: { passphrase: 'correct horse' },
    })
    expect(wrapper.text()).toBe('Items of Alice')
  })

  it('asks for the passphrase of the member who holds the key of an agent, and says so', async () => {
    const agent = { organization_id: 'o1', service_id: null, through_user_id: 'dana', through_name: 'Dana' }
    const clinic = aUser('clinic', { agent, state: 'locked', user_type: 'organization_agent' })
    const wrapper = await mountGate(clinic, 'clinic')
    expect(wrapper.text()).toContain("Dana holds this agent's key, and Dana's passphrase opens it")

    type(byRole('textbox', text('label.passphraseOf', { name: 'Dana' })), 'correct horse')
    byRole('button', text('users.signIn.submit')).click()
    await arrive()

    expect(askedFor('userSignIn')[0]?.params).toEqual({ user_id: 'clinic' })
  })

  it('keeps what was typed and goes back to the field, when the passphrase is wrong', async () => {
    const wrapper = await mountGate(locked)
    answer('userSignIn', () => {
      throw refusal('login_failed', 401)
    })

    type(byRole('textbox', text('label.passphraseOf', { name: 'Alice' })), 'wrong horse')
    byRole('button', text('users.signIn.submit')).focus()
    byRole('button', text('users.signIn.submit')).click()
    await arrive()
    await settle()

    const field = byRole('textbox', text('label.passphraseOf', { name: 'Alice' })) as HTMLInputElement
    expect(wrapper.text()).toContain("This is not Alice's passphrase.")
    expect(field.value).toBe('wrong horse')
    expect(document.activeElement).toBe(field)
  })

  it('signs a user with a kept passphrase in by itself', async () => {
    const wrapper = await mountGate(kept)
    await arrive()
    await settle()

    expect(askedFor('userSignIn')[0]).toMatchObject({ body: { passphrase: null } })
    expect(wrapper.text()).toBe('Items of Alice')
  })

  it('offers to keep the passphrase where it may be kept, and says what that means', async () => {
    answer('statusGet', () => aStatus('open', aWorkspace({ protected: true })))
    const wrapper = await mountGate(locked)

    expect(wrapper.text()).toContain(text('users.rememberHint'))
    wrapper.get<HTMLInputElement>('input[type=checkbox]').element.click()
    type(byRole('textbox', text('label.passphraseOf', { name: 'Alice' })), 'correct horse')
    byRole('button', text('users.signIn.submit')).click()
    await arrive()

    expect(askedFor('userSignIn')[0]?.body).toEqual({ passphrase: 'correct horse', remember: true })
  })

  it('offers to keep no passphrase in a plain file', async () => {
    answer('statusGet', () => aStatus('open', aWorkspace({ protected: false })))
    const wrapper = await mountGate(locked)

    expect(wrapper.text()).not.toContain(text('newPassphrase.remember'))
  })

  it('does not sign in again who signed out, but offers it', async () => {
    const wrapper = await mountGate(aUser('alice', { remembered: true }))

    push({ type: 'users', users: [kept] })
    await settle()

    expect(wrapper.text()).toContain('The session has ended.')
    expect(askedFor('userSignIn')).toEqual([])
    byRole('button', text('users.signIn.submit')).click()
    await arrive()
    await settle()
    expect(wrapper.text()).toBe('Items of Alice')
  })

  it('asks for the passphrase, when the kept one is refused', async () => {
    answer('userSignIn', () => {
      throw refusal('login_failed', 401, 'the login proof is wrong')
    })

    const wrapper = await mountGate(kept)
    await arrive()
    await settle()

    expect(wrapper.text()).toContain('The login proof is wrong.')
    expect(byRole('textbox', text('label.passphraseOf', { name: 'Alice' }))).toBeTruthy()
  })

  it('offers the users there are, when the address names nobody of them', async () => {
    const wrapper = await mountGate(aUser('alice'), 'zoe')

    expect(wrapper.text()).not.toContain('Items of Alice')
    expect(byRole('button', /Act as.*Alice/s)).toBeTruthy()
  })

  it('shows nothing before the users were read', () => {
    const { wrapper } = mountUi(
      () => h(ActorGate, { actor: 'alice' }, { default: () => h('p', 'Items of Alice') }),
      () => useWorkbenchStore().setStatus(aStatus('open')),
    )

    expect(wrapper.text()).toBe('')
  })
})
