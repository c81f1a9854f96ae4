// Proves docs/contract/workbench.md, Workspaces.

import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from '@playwright/test'
import { filesBelow, filesTelling } from '../support/service/bytes-on-disk.ts'
import { expect, newDataDirectory, serveApplication } from './support/served-window.ts'
import {
  addFirstUser,
  button,
  createItem,
  createWorkspace,
  itemRow,
  PASSPHRASE,
  slotValue,
} from './support/window-steps.ts'

const WORKSPACE_PASSPHRASE = 'marmalade tractor sunday'
const VALUES = {
  text: 'canary-text-4f1c9a77',
  password: 'canary-password-Ωß-b83e',
  note: 'canary note, first line of several',
  replaced: 'canary-value-before-the-edit',
  deleted: 'canary-value-of-a-deleted-item',
} as const
/** What an item is called is stored as it is in a plain file, and not in one with a passphrase. */
const LABEL = 'Canary label of the item'

test('the search finds a text in every form it could be written in', { tag: '@quick' }, () => {
  const directory = newDataDirectory()
  const secret = VALUES.password
  const coded = (['base64', 'base64url'] as const).flatMap((encoding) =>
    [0, 1, 2].map((before) => Buffer.from(`${'x'.repeat(before)}${secret}yz`).toString(encoding)),
  )
  for (const form of [secret, Buffer.from(secret, 'utf16le'), Buffer.from(secret).toString('hex'), ...coded]) {
    writeFileSync(join(directory, 'vault.db'), Buffer.concat([Buffer.alloc(99, 1), Buffer.from(form), Buffer.alloc(9)]))
    expect(filesTelling(directory, [secret, 'something else'])).toEqual([`vault.db: ${secret}`])
  }
  rmSync(directory, { recursive: true, force: true })
})

for (const kind of ['plain', 'protected'] as const) {
  test(
    `no value reaches the disk in clear, in a ${kind} workspace, after a lock and a stop`,
    // A plain one has no cipher of its own around it.
    { tag: kind === 'plain' ? '@quick' : [] },
    async ({ page }) => {
      const dataDirectory = newDataDirectory()
      const app = await serveApplication(dataDirectory)
      try {
        await page.goto(app.ui)
        await createWorkspace(page, 'Bytes', kind === 'protected' ? WORKSPACE_PASSPHRASE : undefined)
        const secretString = await addFirstUser(page, 'Alice Weber')
        await createItem(page, LABEL, {
          slots: [
            { label: 'Text', value: VALUES.text },
            { label: 'PIN', type: 'Password', value: VALUES.password },
            { label: 'Remarks', type: 'Note', value: VALUES.note },
            { label: 'Edited', value: VALUES.replaced },
          ],
        })
        await button(page, 'Reveal PIN').click()
        await expect(slotValue(page, 'PIN')).toContainText(VALUES.password)
        await button(page, /^Edit/).click()
        await page.getByRole('textbox', { name: 'Edited', exact: true }).fill('another value')
        await page.keyboard.press('Control+s')
        await expect(slotValue(page, 'Edited')).toContainText('another value')
        await createItem(page, 'Old item', { slots: [{ label: 'Text', value: VALUES.deleted }] })
        await button(page, 'More').click()
        await page.getByRole('menuitem', { name: 'Delete item' }).click()
        await expect(itemRow(page, 'Old item')).toHaveCount(0)
        await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Dismiss' }).last().click()

        const secrets = [...Object.values(VALUES), PASSPHRASE, WORKSPACE_PASSPHRASE, secretString]
        expect(filesTelling(dataDirectory, secrets)).toEqual([])

        await page.keyboard.press('Control+l')
        await expect(page.getByRole('heading', { level: 1, name: /^(Unlock|Open) Bytes$/ })).toBeVisible()
        const unlock = button(page, kind === 'protected' ? 'Unlock' : 'Open')
        await expect(unlock).toBeEnabled()
        expect(filesTelling(dataDirectory, secrets)).toEqual([])
        if (kind === 'protected') await page.getByLabel('Passphrase', { exact: true }).fill(WORKSPACE_PASSPHRASE)
        await unlock.click()
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(/Bytes/)
      } finally {
        await app.stop()
      }

      const secrets = [...Object.values(VALUES), PASSPHRASE, WORKSPACE_PASSPHRASE]
      expect(filesTelling(dataDirectory, secrets)).toEqual([])
      // The search sees what is there: the name of an item tells the two kinds of file apart.
      expect(filesTelling(dataDirectory, [LABEL]).length > 0).toBe(kind === 'plain')
      // A slow run also has the daily backup.
      const databases = filesBelow(dataDirectory).filter((path) => basename(path) === 'vault.db')
      expect(databases.filter((path) => path.startsWith(join(dataDirectory, 'workspaces')))).toHaveLength(1)
      for (const path of databases) {
        expect(readFileSync(path).subarray(0, 15).toString('latin1') === 'SQLite format 3').toBe(kind === 'plain')
      }
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  )
}
