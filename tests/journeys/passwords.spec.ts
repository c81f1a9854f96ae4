// Proves docs/contract/window.md, Everywhere: new passwords.

import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { addFirstUser, button, chooseTemplate, dialog, goTo, postponeRecoveryCode } from './support/window-steps.ts'

test(
  'a passphrase of words makes a workspace, and a password of characters goes into an item',
  { tag: '@deep' },
  async ({ page }) => {
    await button(page, 'New workspace').click()
    const form = dialog(page, 'New workspace')
    await form.getByLabel('Name').fill('Harbour')
    await button(form, 'Generate Passphrase').click()
    const panel = dialog(page, 'Generate a password')
    const shown = panel.getByRole('status').first()
    await expect(shown).toHaveText(/^[a-z]+(-[a-z]+){5}$/)
    await look(page, 'generate-words')
    const first = (await shown.textContent()) ?? ''
    await button(panel, 'Generate another').click()
    await expect(shown).not.toHaveText(first)
    const words = (await shown.textContent()) ?? ''
    await button(panel, 'Use password').click()
    await expect(panel).toBeHidden()
    await expect(form.getByLabel('Passphrase', { exact: true })).toHaveValue(words)
    await expect(form.getByLabel('Repeat the passphrase')).toHaveValue(words)
    await expect(form.getByRole('meter')).toHaveAttribute('aria-valuetext', 'Strong')
    await button(form, 'Create workspace').click()
    await postponeRecoveryCode(page)

    await addFirstUser(page, 'Alice Weber')
    await goTo(page, 'Items')
    await expect(page.getByRole('heading', { level: 1, name: 'Items' })).toBeVisible()
    await page.keyboard.press('Control+n')
    await chooseTemplate(page, 'Custom')
    const editor = page.getByRole('form', { name: 'New item' })
    await editor.getByRole('textbox', { name: 'Name', exact: true }).fill('Harbour gate')
    await button(editor, 'Add slot').click()
    const slot = editor.getByRole('region', { name: 'Slots' }).getByRole('listitem').last()
    await slot.getByLabel('Label', { exact: true }).fill('Code')
    await slot.getByLabel('Type', { exact: true }).selectOption({ label: 'Password' })
    await button(slot, 'Generate Value').click()
    await panel.getByLabel('Length').fill('40')
    await panel.getByLabel('Symbols').uncheck()
    await expect(shown).toHaveText(/^[A-Za-z0-9]{40}$/)
    await look(page, 'generate-characters')

    // What no password can be is drawn as the nearest one that can.
    await panel.getByLabel('Length').fill('2')
    await expect(shown).toHaveText(/^[A-Za-z0-9]{8}$/)
    const password = (await shown.textContent()) ?? ''
    await panel.getByLabel('Length').press('Enter')
    await expect(slot.getByLabel('Value', { exact: true })).toHaveValue(password)
    await button(editor, /^Create item/).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Harbour gate' })).toBeVisible()
  },
)
