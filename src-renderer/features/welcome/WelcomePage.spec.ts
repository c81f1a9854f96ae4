// Proves docs/contract/window.md, Welcome.

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
import { useRecoveryOffer } from '../../session/recovery-offer.ts'
import { startWorkbench } from '../../session/use-workbench.ts'
import { createWorkspace } from '../../session/use-workspaces.ts'
import { useWorkspaceChoice } from '../../session/workspace-choice.ts'
import { byRole, mountUi, settle } from '../../ui/testing/mount-ui.ts'
import WelcomePage from './WelcomePage.vue'
// Loaded when they are shown; a test ends sooner.
import '../../parts/backups/RestoreFile.vue'
import './SampleProgress.vue'

const plain = aWorkspace({ id: 'w2', name: 'Plain', protected: false })

async function mountPage(status = aStatus('none')) {
  answer('statusGet', () => status)
  const { wrapper } = mountUi(() => h(WelcomePage))
  await startWorkbench()
  await settle()
  return wrapper
}

beforeEach(() => {
  resetBridge()
  answer('usersGet', () => ({ users: [aUser('alice')] }))
  answer('workspaceInventoryGet', () => ({ byte_sizes: {}, deleted: [] }))
})

describe('WelcomePage', () => {
  it('cancels the making of the sample, and offers it again without a complaint', async () => {
    const wrapper = await mountPage()
    const making = Promise.withResolvers<never>()
    answer('sampleWorkspaceCreate', () => making.promise)
    answer('sampleWorkspaceCancel', () => making.reject(refusal('making_cancelled', 409)))
    byRole('button', text('welcome.sample.start')).click()

    ;(await vi.waitFor(() => byRole('button', text('ui.cancel')))).click()

    await vi.waitFor(() => byRole('button', text('welcome.sample.start')))
    expect(askedFor('sampleWorkspaceCancel')).toHaveLength(1)
    expect(wrapper.find('[role=alert]').exists()).toBe(false)
  })

  it('shows how far the sample workspace is', async () => {
    const wrapper = await mountPage()
    answer('sampleWorkspaceCreate', () => new Promise(() => undefined))

    byRole('button', text('welcome.sample.start')).click()
    push({ type: 'progress', task: 'sample', step: 'Alice: Passport', done: 3, of: 27 })
    await vi.waitFor(() => wrapper.get('[role=progressbar]'))
    await settle()

    expect(wrapper.find('[role=progressbar]').attributes('aria-valuetext')).toBe('3 of 27')
    expect(wrapper.text()).toContain('Alice: Passport')
    expect(wrapper.findAll('ol li').map((step) => step.element.lastElementChild?.textContent)).toEqual([
      text('ui.state.done'),
      text('ui.state.running'),
      text('ui.state.waiting'),
    ])
  })

  it('says why the sample workspace could not be made, and lets one try again', async () => {
    const wrapper = await mountPage()
    answer('sampleWorkspaceCreate', () => {
      throw refusal('storage_full', 507, 'the disk is full')
    })

    byRole('button', text('welcome.sample.start')).click()
    await arrive()
    await settle()

    expect(wrapper.text()).toContain('The disk is full.')
    expect(byRole('button', text('welcome.sample.start'))).toBeTruthy()
  })

  it('opens a workspace without a passphrase at once, and asks for one otherwise', async () => {
    await mountPage({ ...aStatus('none'), workspaces: [aWorkspace(), plain] })
    answer('workspaceOpen', () => aStatus('open', plain))

    byRole('button', /Open.*Harbour/s).click()
    expect(useWorkspaceChoice().unlocking).toBe('w1')
    expect(askedFor('workspaceOpen')).toEqual([])

    byRole('button', /Open.*Plain/s).click()
    await arrive()
    expect(askedFor('workspaceOpen')[0]).toMatchObject({ params: { workspace_id: 'w2' }, body: { passphrase: null } })
  })

  it('names the workspace that could not be opened, and why', async () => {
    const wrapper = await mountPage({ ...aStatus('none'), workspaces: [plain] })
    answer('workspaceOpen', () => {
      throw refusal('workspace_not_usable', 409, 'vault.db is cut off')
    })

    byRole('button', /Open.*Plain/s).click()
    await arrive()
    await settle()

    expect(wrapper.text()).toContain(text('welcome.list.failed', { name: 'Plain' }))
    expect(wrapper.text()).toContain('Vault.db is cut off.')
  })

  it('lists first what was opened last, and calls a locked one not in use', async () => {
    const [old, never, late] = [
      aWorkspace({ id: 'w1', name: 'Old', last_opened_at: '2026-11-01T08:00:00.000Z' }),
      aWorkspace({ id: 'w2', name: 'Never', last_opened_at: null, created_at: '2026-11-02T08:00:00.000Z' }),
      aWorkspace({ id: 'w3', name: 'Late', last_opened_at: '2026-11-03T08:00:00.000Z' }),
    ]
    const status = (state: 'open' | 'locked') => ({ ...aStatus(state, late), workspaces: [old, never, late] })
    const wrapper = await mountPage(status('locked'))
    const names = wrapper.findAll('li .font-medium').map((one) => one.text())
    expect(names.filter((name) => /Old|Never|Late/.test(name))).toEqual(['Late', 'Never', 'Old'])
    expect(wrapper.text()).not.toContain(text('welcome.list.current'))

    const open = await mountPage(status('open'))

    expect(open.text()).toContain(text('welcome.list.current'))
  })

  it('leads back to the workspace in use, which stays open', async () => {
    await mountPage(aStatus('open'))
    useWorkspaceChoice().choose()
    await settle()

    byRole('button', text('welcome.backTo', { name: 'Harbour' })).click()

    expect(useWorkspaceChoice().choosing).toBe(false)
    expect(askedFor('workspaceOpen')).toEqual([])
  })

  it.each([
    ['correct horse battery', { workspace_id: 'w9', passphrase: 'correct horse battery' }],
    [null, undefined],
  ])('offers a recovery code for a workspace that was made with the passphrase %s', async (passphrase, offered) => {
    await mountPage()
    const made = aWorkspace({ id: 'w9', name: 'Pier', protected: passphrase !== null })
    answer('workspaceCreate', () => aStatus('open', made))

    await createWorkspace('Pier', passphrase)

    expect(useRecoveryOffer().offered).toEqual(offered)
  })
})
