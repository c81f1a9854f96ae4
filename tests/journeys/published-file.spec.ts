// Proves docs/contract/window.md, Files: screens; docs/contract/client-crypto.md, Published accounts.

import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { png, saved } from './support/file-steps.ts'
import { expect, expectAccessible, test } from './support/served-window.ts'
import { addFirstUser, button, createWorkspace, dialog, goTo, itemRow, PASSPHRASE } from './support/window-steps.ts'

const STORE = fileURLToPath(new URL('../support/files/store-as-published.ts', import.meta.url))

/** The one that the published packages are set to here. */
test.use({ environment: { VAULTBENCH_SUBSCRIPTION_KEY: 'any key' } })

test(
  'a file that was stored with the published packages is shown and saved as it was',
  { tag: '@deep' },
  async ({ page, app }) => {
    await createWorkspace(page, 'Published')
    await addFirstUser(page, 'Alice Weber')
    const path = join(app.dataDirectory, 'scan.png')
    writeFileSync(path, png(640, 400))
    const stored = await promisify(execFile)(process.execPath, [STORE, app.url, PASSPHRASE, 'Passport', path])

    await goTo(page, 'Users')
    await button(page, 'Add existing account').first().click()
    await dialog(page).getByLabel('Secret string').fill(stored.stdout)
    await dialog(page).getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
    await button(dialog(page), 'Add account').click()
    await expect(dialog(page)).toBeHidden()
    await goTo(page, 'Items')
    await itemRow(page, 'Passport').click()
    await button(page, 'Open scan.png').click()
    const preview = dialog(page, 'scan.png')
    await expect(preview.getByRole('img', { name: 'scan.png' })).toHaveJSProperty('width', 640)
    await expectAccessible(page)

    await page.keyboard.press('Escape')
    expect((await saved(page, 'scan.png')).equals(readFileSync(path))).toBe(true)
  },
)
