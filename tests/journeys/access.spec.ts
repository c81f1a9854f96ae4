// Proves docs/contract/window.md, Access.

import { readFile } from 'node:fs/promises'
import { parseEnv } from 'node:util'
import { expect, expectAccessible, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import {
  addFirstUser,
  button,
  createItem,
  createWorkspace,
  dialog,
  goTo,
  loginKeyOf,
  PASSPHRASE,
  slotValue,
} from './support/window-steps.ts'

test(
  'sessions are listed, started for a time and ended; what ended elsewhere is told where one is',
  { tag: '@deep' },
  async ({ page, app }) => {
    await createWorkspace(page, 'Access')
    const secret = await addFirstUser(page, 'Alice Weber')
    await createItem(page, 'Passport', { slots: [{ label: 'Number', value: 'C01X00T47' }] })
    await goTo(page, 'Access')
    const sessions = page.getByRole('grid', { name: 'Running sessions of Alice Weber' })
    const others = sessions.locator('[data-index]').filter({ hasNotText: 'this window' })
    await expect(sessions.getByRole('row').filter({ hasText: 'this window' })).toHaveCount(2)
    await expect(others).toHaveCount(0)
    await expect(page.getByText('Only this window is signed in.')).toBeVisible()
    await expect(button(page, 'End all others')).toBeDisabled()

    const token = await limitedSession('Key store')
    expect((await asked('keystore', token)).status).toBe(200)
    await expect(others).toHaveCount(1)
    await expect(others).toContainText('Key store token')
    await expect(others).toContainText(/1[45] min .*left/)

    await others.hover()
    await button(others, /^End the session/).click()
    await expect(others).toHaveCount(0)
    await button(page.getByRole('region', { name: 'Messages' }), 'Dismiss')
      .last()
      .click() // so that it waits no longer
    await expect.poll(async () => (await asked('keystore', token)).status).toBe(401)

    const first = await limitedSession('Vault')
    const second = await limitedSession('Key store')
    await expect(others).toHaveCount(2)
    await button(page, 'End all others').click()
    const confirm = page.getByRole('alertdialog', { name: /End all sessions of Alice Weber/ })
    await expect(button(confirm, 'End sessions')).toBeDisabled()
    await confirm.getByRole('textbox').fill('Alice Weber')
    await button(confirm, 'End sessions').click()
    await expect(page.getByText('2 sessions of Alice Weber ended').first()).toBeVisible()
    await expect(others).toHaveCount(0)
    expect([(await asked('vault', first)).status, (await asked('keystore', second)).status]).toEqual([401, 401])
    await expect(sessions.getByRole('row').filter({ hasText: 'this window' })).toHaveCount(2)

    await page.getByRole('tab', { name: /^Key pairs/ }).click()
    await expect(page.getByText('Signing in to the vault').first()).toBeVisible()
    await page.getByRole('tab', { name: 'Account' }).click()
    await button(page, 'Show secret string').click()
    await dialog(page).getByLabel("Alice Weber's passphrase").fill(PASSPHRASE)
    await button(dialog(page), 'Show secret string').click()
    await expect(button(dialog(page), 'Hide secret string')).toBeVisible()
    await expect(dialog(page)).toContainText(secret)
    await button(dialog(page), 'Done').click()

    // Another program of hers ends every other session, the ones of this window too.
    const loginKey = await loginKeyOf(page, 'cleaning script')
    await goTo(page, 'Items')
    await page.getByRole('rowheader', { name: 'Passport' }).click()
    await expect(slotValue(page, 'Number')).toContainText('C01X00T47')
    const address = page.url()
    const login = await fetch(`${app.keystore}/sessions/with_login_key`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ login_key: loginKey }),
    })
    const { session } = (await login.json()) as { session: { session_authentication_string: string } }
    const ended = await fetch(`${app.keystore}/session/all?except_current=true`, {
      method: 'DELETE',
      headers: { authorization: session.session_authentication_string },
    })
    expect(ended.status).toBe(204)
    await button(page, 'Edit').or(button(page, /^Edit/)).first().click()
    await page.getByRole('textbox', { name: 'Number' }).fill('C01X00T48')
    await page.keyboard.press('Control+s')
    await expect(page.getByText('The session has ended. Signing in again leads back to this page.')).toBeVisible()
    await expect(page.getByText('C01X00T47')).toHaveCount(0)
    await page.getByLabel("Alice Weber's passphrase").fill(PASSPHRASE)
    await button(page.getByRole('main'), 'Sign in').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible()
    expect(page.url().startsWith(address)).toBe(true)

    async function limitedSession(issuer: 'Key store' | 'Vault'): Promise<string> {
      await button(page, 'New limited session').click()
      await dialog(page).getByText(issuer, { exact: true }).click()
      await button(dialog(page), 'Start session').click()
      const made = await page.getByRole('textbox', { name: 'Token' }).innerText()
      await button(dialog(page), 'Done').click()
      await expect(page.getByText(made)).toHaveCount(0)
      return made
    }

    function asked(part: 'vault' | 'keystore', authorization: string): Promise<Response> {
      return fetch(`${app[part]}/session`, { headers: { authorization } })
    }
  },
)

test(
  'a kit for another program is made on demand, works, and is gone when the workspace is locked',
  { tag: '@deep' },
  async ({ page, app }) => {
    await openSample(page)
    await goTo(page, 'Access')
    await page.getByRole('tab', { name: 'Client kit' }).click()
    await expect(page.getByText(app.keystore)).toBeVisible()
    await button(page, 'Kit with a limited session').click()
    await button(dialog(page), 'Start session').click()
    const environment = page.getByRole('textbox', { name: 'alice_weber.env' })
    await expect(environment).toBeFocused()
    await expect(dialog(page)).toContainText(/Anyone who has these files acts as Alice Weber until/)
    await expectAccessible(page)

    const download = page.waitForEvent('download')
    await button(dialog(page), 'Save alice_weber.env').click()
    const saved = await readFile(await (await download).path(), 'utf8')
    const { VAULT_URL = '', ACCESS_TOKEN = '' } = parseEnv(saved)
    const me = () => fetch(`${VAULT_URL}/me`, { headers: { authorization: ACCESS_TOKEN } })
    expect(await (await me()).json()).toMatchObject({ user: { full_name: 'Alice Weber' } })

    await dialog(page).getByText('SDK packages', { exact: true }).click()
    await expect(page.getByRole('textbox', { name: 'alice_weber.mjs' })).toContainText('@meeco/vault-api-sdk')
    await dialog(page).getByText('Environment', { exact: true }).click()
    await expect(environment).toContainText(ACCESS_TOKEN)
    // Nobody presses a key while a dialog is open: the workspace is locked by the clock, or from another window.
    const token = await page.evaluate(() => sessionStorage.getItem('vaultbench.window-token'))
    const authorization = `Bearer ${token ?? ''}`
    const locked = await fetch(`${app.url}/workbench/lock`, { method: 'POST', headers: { authorization } })
    expect(locked.ok).toBe(true)
    await expect(page.getByRole('heading', { level: 1, name: /^(Unlock|Open) / })).toBeVisible()
    await expect(page.getByText(ACCESS_TOKEN)).toHaveCount(0)
    await expect.poll(async () => (await me()).status).not.toBe(200)
  },
)
