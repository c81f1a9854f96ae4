// Proves docs/contract/window.md, Everywhere.

import type { BrowserContext, Locator, Page, Request } from '@playwright/test'
import { expect, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import { addFirstUser, button, createItem, createWorkspace, goTo, runInPalette } from './support/window-steps.ts'

/*
 * A window in which nothing went wrong says nothing on the browser's console: whoever looks there looks for a fault.
 * Other journeys make refusals on purpose, which the browser reports by itself; here there are none.
 */

test(
  'a clean start, new workspaces and going between them leave the console empty',
  { tag: '@deep' },
  async ({ page, context }) => {
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible() // its start code is used
    const said = listen(context)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()

    await openSample(page)
    for (const section of ['Items', 'Inspector']) {
      await goTo(page, section)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await chooseWorkspace(page)
      await createWorkspace(page, `Made while ${section} was open`)
      await backToSample(page)
    }
    await chooseWorkspace(page)
    await createWorkspace(page, 'Mine')
    await addFirstUser(page, 'Carla Weber')
    await createItem(page, 'Passport')
    await expect(await callsThatMadeItems(page)).toHaveCount(1)
    await chooseWorkspace(page)
    await createWorkspace(page, 'Protected', 'staple battery horse')
    await addFirstUser(page, 'Dana Weber')
    await expect(await callsThatMadeItems(page)).toHaveCount(0) // those belong to the workspace that was left
    await backToSample(page)

    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    expect(said).toEqual([])
  },
)

test.describe('while a passphrase is hashed at its real cost', () => {
  test.use({ hashes: 'real' })

  test(
    'a workspace left while its user is being signed in leaves the console empty',
    { tag: '@deep' },
    async ({ page, context }) => {
      await openSample(page)
      const said = listen(context)
      for (const name of ['Second', 'Third', 'Fourth']) {
        await chooseWorkspace(page)
        await createWorkspace(page, name)
        const signingIn = page.waitForRequest((request) => request.url().endsWith('/sign-in'))
        await openSampleAgain(page)
        const request = await signingIn // stretching the kept passphrase takes about a second

        if (name === 'Fourth') await page.keyboard.press('Control+l')
        else {
          await chooseWorkspace(page)
          await createWorkspace(page, `${name} again`)
        }
        await over(request)
      }

      expect(said).toEqual([])
    },
  )
})

function listen(context: BrowserContext): readonly string[] {
  const said: string[] = []
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    said.push(`${message.text()} ${message.location().url}`)
  })
  return said
}

/** In the inspector, with its own filter; it is read once the calls of the open workspace are there. */
async function callsThatMadeItems(page: Page): Promise<Locator> {
  await goTo(page, 'Inspector')
  const rows = page.getByRole('grid', { name: 'Calls' }).getByRole('row')
  await expect(rows.nth(1)).toBeVisible()
  await page.getByRole('textbox', { name: 'Filter calls' }).fill('method:post path:/vault/items')
  return rows.filter({ has: page.getByText('/vault/items', { exact: true }) })
}

/** Answered, or given up by the page. */
async function over(request: Request): Promise<void> {
  await expect.poll(() => request.failure() !== null || request.existingResponse() !== null).toBe(true)
}

async function chooseWorkspace(page: Page): Promise<void> {
  await runInPalette(page, 'Switch workspace')
  await expect(page.getByRole('heading', { level: 1, name: 'Open a workspace' })).toBeVisible()
}

/** The card of the sample comes after the list. */
async function openSampleAgain(page: Page): Promise<void> {
  await chooseWorkspace(page)
  await button(page, 'Open').last().click()
}

async function backToSample(page: Page): Promise<void> {
  await openSampleAgain(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
}
