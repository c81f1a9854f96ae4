// Proves docs/contract/window.md, Client tasks.

import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectContrastInTheDark,
  expectNoSidewaysScroll,
  test,
} from './support/served-window.ts'
import { callWindow, userIds } from './support/window-calls.ts'
import { openSample } from './support/sample-copy.ts'
import { button, goTo } from './support/window-steps.ts'

interface Rows {
  readonly rows: readonly { readonly id: string; readonly label: string }[]
}

interface Opened {
  readonly slots: readonly { readonly id: string; readonly value: string }[]
}

/** Changes the first value of an own item that is shared, which makes a client task. */
async function changeItem(page: Page, user: string, label: string): Promise<void> {
  const { rows } = await callWindow<Rows>(page, 'GET', `${user}/item-rows?own=true&text=${encodeURIComponent(label)}`)
  const path = `${user}/items/${rows.find((row) => row.label === label)?.id ?? ''}`
  const [slot] = (await callWindow<Opened>(page, 'GET', path)).slots
  await callWindow(page, 'PUT', path, { slots: [{ id: slot?.id, value: `${slot?.value ?? ''} again` }] })
}

test(
  'client tasks wait, fail with a reason, are retried and run, and come without moving the rows',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    const user_id = (await userIds(page)).get('Alice Weber') ?? ''
    const user = `/users/${user_id}`
    await goTo(page, 'Tasks')
    const list = page.getByRole('grid', { name: 'Tasks' })
    await button(page, 'Run tasks').click() // what the sample left to do
    await expect(page.getByText('Done 2', { exact: true })).toBeVisible()

    // The state is a filter like any other: in the address, and kept under a name.
    await page.getByText('Done 2', { exact: true }).click()
    await expect(page).toHaveURL(/state=done/)
    await expect(page.getByText('Alice Weber · 2 tasks', { exact: true })).toBeVisible()
    await button(page, 'Saved filters').click()
    await page.getByRole('textbox', { name: 'Filter name' }).fill('Action')
    await button(page, 'Save filter').click()
    await page.getByText('Open 0', { exact: true }).click()
    await expect(page).not.toHaveURL(/state=/)
    await button(page, 'Saved filters').click()
    await button(page, 'Action').click()
    await expect(page).toHaveURL(/state=done/)
    await page.getByText('Open 0', { exact: true }).click()
    await changeItem(page, user, 'Passport')
    await expect(list.getByRole('row', { name: /Passport/ })).toContainText('To do')

    // Another client gave up on it, and said where and why.
    const [task] = (await callWindow<Rows>(page, 'GET', `${user}/task-rows`)).rows
    const report = { tries: 1, step: 'send', reason: 'The network went away', code: null, shares: null, values: null }
    await callWindow(page, 'POST', '/forward', {
      as: 'user',
      user_id,
      operation: 'vault.clientTaskQueuePut',
      body: { client_tasks: [{ id: task?.id, state: 'failed', report }] },
    })
    await expect(list.getByRole('row', { name: /Passport/ })).toContainText('Sending: The network went away')

    // While the pointer is over the list, what comes waits to be asked for.
    await list.getByText('Passport', { exact: true }).hover()
    await changeItem(page, user, 'Emergency contacts')
    await button(page, '1 new').click()
    await expect(list.getByRole('row', { name: /Emergency contacts/ }).first()).toContainText('Waiting')
    await expectAccessible(page)
    await expectContrastInTheDark(page)
    await page.setViewportSize({ width: 1000, height: 700 })
    await expectNoSidewaysScroll(page)

    await button(list, 'Retry the task for Passport').click()
    await expect(list.getByRole('row', { name: /Passport/ })).toContainText(/Done.*values? encrypted for 2 shares/)
    await button(page, 'Run tasks').click()
    await expect(list.getByRole('row', { name: /Emergency contacts/ }).first()).toContainText(/Done.*for 1 share$/)
    await page.getByText('To do 0', { exact: true }).click()
    await expect(page.getByRole('heading', { name: 'No matching tasks' })).toBeVisible()
    await page.getByText('Done 4', { exact: true }).click()
    await expect(list.getByRole('row', { name: /Passport/ })).toBeVisible()
  },
)
