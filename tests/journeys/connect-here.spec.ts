// Proves docs/contract/window.md, Users, People, Everywhere.

import { look } from './support/look.ts'
import { expect, expectAccessible, expectContrastInTheDark, test } from './support/served-window.ts'
import { addFirstUser, button, createWorkspace, dialog, goTo } from './support/window-steps.ts'

test('two users of one workspace are connected in two clicks, and an open invitation is accepted as one of them', async ({
  page,
}) => {
  await createWorkspace(page, 'Together')
  await addFirstUser(page, 'Alice Weber')

  await goTo(page, 'Users')
  await button(page, 'Add several users').click()
  const several = dialog(page, 'Add several users')
  await several.getByLabel('How many').selectOption('2')
  const [first = '', second = ''] = await several
    .getByRole('list', { name: 'Made-up names' })
    .getByRole('listitem')
    .allInnerTexts()
  await button(several, 'Add 2 users').click()
  const made = dialog(page, '2 users added')
  await expect(made.getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  await look(page, 'users-several')
  await button(made, 'I have saved them').click()

  await goTo(page, 'People')
  await button(page, 'Connect a user here').first().click()
  const here = dialog(page, 'Connect Alice Weber with a user of this workspace')
  await expectAccessible(page)
  await look(page, 'connect-here-who')
  await button(here, new RegExp(first)).click()
  await expect(here.getByRole('status')).toHaveText(`Alice Weber and ${first} are connected.`)
  await expect(here.getByRole('textbox', { name: 'Fingerprint: Key of Alice Weber' })).toBeVisible()
  await expect(here.getByRole('textbox', { name: `Fingerprint: Key of ${first}` })).toBeVisible()
  await expect(here.getByText('/vault/invitations').first()).toBeVisible()
  await expectAccessible(page)
  await look(page, 'connect-here-done')
  await expectContrastInTheDark(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await button(here, 'Show connection').click()
  await expect(page.getByRole('heading', { level: 2, name: first })).toBeVisible()

  await button(page, /^Invite/)
    .first()
    .click()
  const invite = dialog(page, /^Invite a person/)
  await invite.getByLabel('Name', { exact: true }).fill('A colleague')
  await button(invite, 'Create invitation').click()
  await button(dialog(page), 'Show invitation').click()
  await button(page, 'Show large').click()
  const large = dialog(page, 'Code with the invitation for A colleague')
  await expect(large.getByRole('img', { name: 'Code with the invitation for A colleague' })).toBeVisible()
  await expect(large.getByText(/:\/\//).first()).toBeVisible()
  await expectAccessible(page)
  await look(page, 'invitation-large')
  await page.keyboard.press('Escape')
  await expect(large).toBeHidden()
  await button(page, 'Accept as').click()
  await page.getByRole('menuitem', { name: second }).click()
  const accepting = dialog(page, 'Invitation from Alice Weber')
  await expect(accepting).toContainText(`Accepted as ${second}.`)
  await button(accepting, 'Connect').click()
  await expect(dialog(page, 'Connected with Alice Weber')).toBeVisible()
  await button(dialog(page), 'Done').click()
  await expect(page.getByText('Used', { exact: true }).first()).toBeVisible()
})
