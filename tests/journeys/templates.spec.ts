// Proves docs/contract/window.md, Items: templates, Operator console.

import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import { button, chooseTemplate, dialog, goTo, itemRow, slotValue } from './support/window-steps.ts'

const RED_POINT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8Dwn4EIAAA1VAMB0kUTEgAAAABJRU5ErkJggg=='

const gallery = (page: Page) => dialog(page, 'Choose a template')
const option = (page: Page, name: string | RegExp) => gallery(page).getByRole('option', { name })

test('an item becomes a template, and the template an item', { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Items')
  await itemRow(page, 'Family car').click()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  const form = dialog(page, 'Save as template')
  await form.getByLabel('Template name').fill('Vehicle')
  await form.getByLabel('Tag', { exact: true }).selectOption({ label: 'Family' })
  await form.getByRole('option', { name: /^Winter tyres/ }).click()
  await look(page, 'template-save')
  await button(form, 'Save template').click()
  await expect(form).toBeHidden()

  // The one that comes with the service is still there, and the new one says whose it is.
  await page.keyboard.press('Control+n')
  await expect(option(page, /^Vehicle/)).toHaveCount(2)
  await button(gallery(page), /^My templates/).click()
  await expect(gallery(page).getByRole('option')).toHaveText([/^Allotment/, /^Vehicle/]) // the sample has one of its own
  await expect(option(page, /^Vehicle/)).toContainText('Mine')
  await look(page, 'template-gallery-own')
  await gallery(page).getByRole('combobox').fill('tyres')
  await expect(page.getByText('No template matches “tyres”')).toBeVisible()
  await look(page, 'template-gallery-none')
  await gallery(page).getByRole('combobox').fill('vehicle')
  await expect(gallery(page).getByRole('option')).toHaveText(/^Vehicle/)
  await gallery(page).getByRole('combobox').press('Enter')
  const editor = page.getByRole('form', { name: 'New item' })
  await expect(editor.getByLabel('Next inspection', { exact: true })).toBeVisible()
  await expect(editor.getByLabel('Winter tyres stored')).toHaveCount(0)
  const model = editor.getByLabel('Make or model', { exact: true })
  await expect(model).toHaveValue('')
  await page.keyboard.type('Second car')
  await model.fill('Fiat Panda')
  // Another template keeps what was typed.
  await button(editor, 'Template: Vehicle').click()
  await chooseTemplate(page, 'Device')
  await expect(model).toHaveValue('Fiat Panda')
  await button(editor, 'Template: Device').click()
  await button(gallery(page), /^My templates/).click()
  await option(page, /^Vehicle/).click()
  await expect(model).toHaveValue('Fiat Panda')
  await page.keyboard.press('Control+s')
  await expect(page.getByRole('heading', { level: 2, name: 'Second car' })).toBeVisible()
  await expect(slotValue(page, 'Make or model')).toContainText('Fiat Panda')
  await expect(page.getByRole('region', { name: 'Second car' }).getByText('Family')).toBeVisible()

  // A name is taken once.
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  await form.getByLabel('Template name').fill('Second car')
  await button(form, 'Save template').click()
  await expect(form).toBeHidden()
  // The message of the first template may be on the screen still.
  await button(page, 'New item from this template').last().click()
  await expect(button(editor, 'Template: Second car')).toBeVisible()
  await expect(gallery(page)).toBeHidden()
  await page.keyboard.press('Escape')
  await itemRow(page, 'Second car').click()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Save as template' }).click()
  await button(form, 'Save template').click()
  await expect(form.getByText('You already have a template with this name').first()).toBeVisible()
  await look(page, 'template-save-taken')
})

test("a picture of the operator's is shown where templates are chosen", { tag: '@deep' }, async ({ page }) => {
  await openSample(page)
  await goTo(page, 'Operator')
  await page.getByRole('tab', { name: 'Images' }).click()
  await button(page, 'New image').click()
  const red = { name: 'red.png', mimeType: 'image/png', buffer: Buffer.from(RED_POINT, 'base64') }
  await dialog(page).getByLabel('Image', { exact: true }).setInputFiles(red)
  await button(dialog(page), 'Add image').click()
  await expect(page.getByRole('img', { name: 'Image red.png' })).toBeVisible()
  await page.getByRole('tab', { name: 'Templates' }).click()
  await button(page, 'New template').click()
  await dialog(page).getByLabel('Label', { exact: true }).fill('Ship papers')
  await dialog(page).getByLabel('Image of the catalogue').selectOption({ label: 'red.png' })
  await button(dialog(page), 'Add template').click()
  await expect(page.getByRole('heading', { name: 'Ship papers' })).toBeVisible()
  await look(page, 'operator-template-image')

  await goTo(page, 'Items')
  await button(page, /^New item/).click()
  await gallery(page).getByRole('combobox').fill('ship')
  const picture = option(page, /^Ship papers/).locator('img')
  await expect(picture).toHaveJSProperty('naturalWidth', 1)
  await look(page, 'template-gallery-picture')
})
