// Proves docs/contract/window.md, Access.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../../../i18n/i18n.ts'
import { answer, arrive, askedFor, aStatus, resetBridge } from '../../../session/testing/fake-bridge.ts'
import { useWorkbenchStore } from '../../../session/workbench-store.ts'
import { byRole, mountUi, settle, type } from '../../../ui/testing/mount-ui.ts'
import type { NewLoginKey } from '../use-login-keys.ts'
import ClientKitPanel from './ClientKitPanel.vue'

const page = () => document.body.textContent
const part = (name: string) => `http://127.0.0.1:4000/${name}`
const SERVER = { url: part(''), vault: part('vault'), keystore: part('keystore'), exchange: part('exchange') }

async function mountPanel({
  served = true,
  published = false,
  createLoginKey = vi.fn<(key: NewLoginKey) => Promise<string>>(),
} = {}) {
  const startLimited = vi.fn(() => Promise.resolve({ token: 'v_secret', validTill: '2030-01-01T00:00:00.000Z' }))
  mountUi(
    () =>
      h(ClientKitPanel, { actor: 'alice', published, name: 'Alice', remembered: true, startLimited, createLoginKey }),
    () => {
      const server = served ? { ...SERVER, verifier: part('verifier') } : null
      useWorkbenchStore().setStatus({ ...aStatus('open'), server })
    },
  )
  await settle()
  return { startLimited, createLoginKey }
}

async function click(name: string): Promise<void> {
  byRole('button', name).click()
  await arrive()
  await settle()
}

async function show(file: string): Promise<void> {
  const choice = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === file)
  choice?.querySelector('input')?.click()
  await settle()
}

beforeEach(() => {
  resetBridge()
})

describe('ClientKitPanel', () => {
  it('shows addresses and asks for no secret before somebody wants one', async () => {
    const { startLimited, createLoginKey } = await mountPanel()

    for (const name of ['vault', 'keystore', 'exchange'] as const) expect(page()).toContain(SERVER[name])
    expect(startLimited).not.toHaveBeenCalled()
    expect(createLoginKey).not.toHaveBeenCalled()
  })

  it('makes a kit of a limited session, with a warning until when, and forgets it when it closes', async () => {
    const { startLimited } = await mountPanel()
    await click(text('access.kit.withSession'))
    await click(text('access.newSession.start'))

    expect(startLimited).toHaveBeenCalledExactlyOnceWith('keystore', 900)
    expect(byRole('textbox', 'alice.env').textContent).toContain('ACCESS_TOKEN=v_secret')
    expect(document.activeElement).toBe(byRole('textbox', 'alice.env'))
    expect(page()).toMatch(/acts as Alice until .*2030/)
    await show(text('access.kit.file.sdk'))
    expect(byRole('textbox', 'alice.mjs').textContent).toContain("from '@meeco/vault-api-sdk'")

    await click(text('ui.done'))
    expect(page()).not.toContain('v_secret')
    await click(text('access.kit.withSession'))
    expect(page()).not.toContain('v_secret')
  })

  it.each([
    ['never', /until the login key is deleted/],
    ['day', /until .*\d{4}.*, or until the login key is deleted/],
  ])('makes a kit of a login key that expires: %s', async (expiry, warning) => {
    const createLoginKey = vi.fn(() => Promise.resolve('key-secret'))
    await mountPanel({ createLoginKey })
    await click(text('access.kit.withLoginKey'))
    type(byRole('textbox', text('label.label')), 'Crane')
    const select = document.querySelector<HTMLSelectElement>('select[name=expiry]')
    if (select === null) throw new Error('nothing is asked about the end')
    select.value = expiry
    select.dispatchEvent(new Event('change'))
    await click(text('access.newLoginKey.create'))

    expect(createLoginKey).toHaveBeenCalledOnce()
    expect(byRole('textbox', 'alice.env').textContent).toContain('LOGIN_KEY=key-secret')
    expect(page()).toMatch(warning)
  })

  it('makes files for the command-line client with the passphrase only, and forgets them when it closes', async () => {
    answer('publishedCredentialsMake', () => ({
      credentials: 'kind: Authentication\nmetadata:\n  secret: "1.canary"\nspec: {}\n',
      valid_till: '2030-01-01T00:00:00.000Z',
    }))
    await mountPanel({ published: true })
    await click(text('access.kit.cli.do'))
    await click(text('access.kit.cli.make'))
    expect(askedFor('publishedCredentialsMake')).toEqual([])
    expect(page()).toContain(text('ui.typePassphrase'))
    type(byRole('textbox', text('label.passphraseOf', { name: 'Alice' })), 'six stones in a pond')
    await click(text('access.kit.cli.make'))

    expect(askedFor('publishedCredentialsMake')[0]).toMatchObject({
      params: { user_id: 'alice' },
      body: { passphrase: 'six stones in a pond', valid_for: 900 },
    })
    expect(byRole('textbox', 'alice.user.yaml').textContent).toContain('1.canary')
    expect(page()).toMatch(/every key of Alice .* in clear.* until .*2030/)
    await show('Environment')
    expect(byRole('textbox', 'alice.environment.yaml').textContent).toContain(SERVER.vault)

    await click(text('ui.done'))
    expect(page()).not.toContain('canary')
  })

  it('says why there are none for an account in our format', async () => {
    await mountPanel()

    expect(page()).toContain("Alice has this application's format")
    expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(
      text('access.kit.cli.do'),
    )
  })

  it('says so where nothing is served', async () => {
    await mountPanel({ served: false })
    expect(page()).toContain('The service is not reachable at the moment')
    expect(document.querySelector('button')).toBeNull()
  })
})
