// Proves docs/contract/window.md, Everywhere: lists, Inspector.

import type { ServedApplication } from './support/served-window.ts'
import { expect, test } from './support/served-window.ts'
import { addFirstUser, button, createItem, createWorkspace, goTo, itemRow, loginKeyOf } from './support/window-steps.ts'

test('what another program does over HTTP is in the list and in the inspector at once', async ({ page, app }) => {
  await createWorkspace(page, 'Live')
  await addFirstUser(page, 'Alice Weber')
  await createItem(page, 'Passport')
  const loginKey = await loginKeyOf(page, 'nightly script')
  await goTo(page, 'Items')
  await itemRow(page, 'Passport').click()
  await page.keyboard.press('Control+j')
  const drawer = page
    .getByRole('complementary', { name: 'Inspector' })
    .or(page.getByRole('region', { name: 'Inspector' }))
  const calls = page.getByRole('grid', { name: 'Calls' })
  await expect(drawer.first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Filter calls' }).fill('source:loopback')
  await page.mouse.move(640, 20) // the list keeps still under the pointer

  const outside = await programOf(app, loginKey)
  const created = await outside.send('POST', '/items', { template_name: 'custom', item: { label: 'Ferry ticket' } })
  expect(created.status).toBe(201)
  await expect(itemRow(page, 'Ferry ticket')).toBeVisible()
  const { id } = (created.body as { item: { id: string } }).item

  await outside.send('PUT', `/items/${id}`, { item: { label: 'Ferry ticket to Oslo' } })
  await expect(itemRow(page, 'Ferry ticket to Oslo')).toBeVisible()
  await itemRow(page, 'Ferry ticket to Oslo').click()
  await expect(page.getByRole('heading', { level: 2, name: 'Ferry ticket to Oslo' })).toBeVisible()
  await page.mouse.move(640, 20)
  await outside.send('PUT', `/items/${id}`, { item: { label: 'Ferry to Bergen' } })
  await expect(page.getByRole('heading', { level: 2, name: 'Ferry to Bergen' })).toBeVisible()

  const refused = await outside.send('PUT', `/items/${id}`, {
    item: { slots_attributes: [{ label: 'Seat', encrypted_value: 'red' }] },
  })
  expect(refused.status).toBe(400)

  await outside.send('DELETE', `/items/${id}`)
  await expect(itemRow(page, 'Ferry to Bergen')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'This item does not exist' })).toBeVisible()

  // Each call is there with its status, newest first; a refusal shows its rule.
  const row = (method: string, path: string | RegExp, status: string) =>
    calls
      .getByRole('row')
      .filter({ hasText: method })
      .filter({ hasText: path })
      // the id in the path may hold the same digits
      .filter({ has: page.getByText(status, { exact: true }) })
  await expect(row('POST', '/keystore/sessions/with_login_key', '201')).toHaveCount(1)
  await expect(row('POST', '/vault/items', '201')).toHaveCount(1)
  await expect(row('PUT', `/vault/items/${id}`, '200')).toHaveCount(2)
  await expect(row('DELETE', `/vault/items/${id}`, '204')).toHaveCount(1)
  await row('PUT', `/vault/items/${id}`, '400').click()
  const detail = page.getByRole('region', { name: /^Call \d+$/ })
  await expect(detail.getByText(/cipher/i).first()).toBeVisible()

  // What can be copied runs again, without the secret.
  await detail.getByRole('tab', { name: 'curl' }).click()
  const curl = detail.getByRole('region', { name: 'curl' })
  await expect(curl).toContainText(`${app.vault}/items/${id}`)
  await expect(curl).toContainText('[hidden]')
  await expect(curl).not.toContainText(outside.token)
  await row('POST', '/keystore/sessions/with_login_key', '201').click()
  await detail.getByRole('tab', { name: 'Response' }).click()
  await expect(detail).not.toContainText(outside.token)
  await expect(detail).not.toContainText(loginKey)
  await expect(page.getByText(outside.token)).toHaveCount(0)
})

test('the list keeps still under the pointer and says what is new', { tag: '@deep' }, async ({ page, app }) => {
  await createWorkspace(page, 'Still')
  await addFirstUser(page, 'Alice Weber')
  await createItem(page, 'Passport')
  const outside = await programOf(app, await loginKeyOf(page, 'nightly script'))
  await goTo(page, 'Items')
  await itemRow(page, 'Passport').hover()
  await outside.send('POST', '/items', { template_name: 'custom', item: { label: 'Ferry ticket' } })
  await expect(button(page, '1 new')).toBeVisible()
  await expect(itemRow(page, 'Ferry ticket')).toHaveCount(0)
  await button(page, '1 new').click()
  await expect(itemRow(page, 'Ferry ticket')).toBeVisible()

  await goTo(page, 'Inspector')
  const calls = page.getByRole('grid', { name: 'Calls' }).getByRole('row')
  await button(page, 'From').first().click()
  await page.getByRole('menuitemcheckbox', { name: 'other program' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/#\/inspector\?source=loopback$/)
  await page.reload()
  await expect(calls).toHaveCount(3) // the head, the session and the item
  await calls.nth(1).hover()
  await outside.send('GET', '/me')
  await expect(button(page, '1 new')).toBeVisible()
  await expect(calls).toHaveCount(3)
  await button(page, '1 new').click()
  await expect(calls.nth(1)).toContainText('/vault/me')
})

/** Another program with a session of its own. */
async function programOf(app: ServedApplication, loginKey: string) {
  const session = await fetch(`${app.keystore}/sessions/with_login_key`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login_key: loginKey }),
  })
  const token = tokenIn(await session.json())
  return { token, send }

  async function send(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
    const reply = await fetch(`${app.vault}${path}`, {
      method,
      headers: { authorization: token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, body: text === '' ? undefined : JSON.parse(text) }
  }
}

function tokenIn(reply: unknown): string {
  const { session } = reply as { session?: { session_authentication_string?: string } } // the service's own reply
  const token = session?.session_authentication_string
  if (token === undefined) throw new Error(`no token in ${JSON.stringify(reply)}`)
  return token
}
