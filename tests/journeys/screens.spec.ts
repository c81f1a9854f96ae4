import type { Page } from '@playwright/test'
import {
  expect,
  expectAccessible,
  expectContrastInTheDark,
  expectNoSidewaysScroll,
  test,
} from './support/served-window.ts'
import {
  button,
  createWorkspace,
  dialog,
  goTo,
  itemRow,
  PASSPHRASE,
  runInPalette,
  SLOW,
} from './support/window-steps.ts'

/*
 * Every screen and every larger dialog: nothing against WCAG 2.2 AA, light and dark, and nothing that scrolls sideways
 * in the smaller windows. `SCREENS=directory` keeps a picture of each, to look at.
 */

test.describe.configure({ mode: 'parallel' })

const USUAL = { width: 1280, height: 800 }
const SMALL = [
  { width: 1000, height: 700 },
  { width: 960, height: 640 },
]
const pictures = process.env.SCREENS

async function look(page: Page, name: string): Promise<void> {
  await test.step(name, async () => {
    await expectAccessible(page)
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-light.png` })
    await expectContrastInTheDark(page)
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-dark.png` })
    for (const size of SMALL) {
      await page.setViewportSize(size)
      await expectNoSidewaysScroll(page)
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}-${size.width}.png` })
    }
    await page.setViewportSize(USUAL)
    await page.emulateMedia({ colorScheme: 'light' })
  })
}

async function inLayer(page: Page, name: string, open: () => Promise<void>): Promise<void> {
  await open()
  await look(page, name)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).or(page.getByRole('menu'))).toHaveCount(0)
}

test('screens of a workspace that is new, locked or refuses', async ({ page, context, app }) => {
  test.setTimeout(240_000)
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome' })).toBeVisible()
  await look(page, 'welcome')
  await inLayer(page, 'new-workspace', async () => {
    await button(page, 'New workspace').click()
    await dialog(page).getByLabel('Name').fill('Harbour')
    await button(dialog(page), 'Create workspace').click()
    await expect(
      dialog(page)
        .getByRole('alert')
        .or(dialog(page).getByText(/problems? to fix/))
        .first(),
    ).toBeVisible()
  })
  await createWorkspace(page, 'Harbour tests', PASSPHRASE)
  await look(page, 'no-users')
  await button(page.getByRole('main'), 'Add user').click()
  await look(page, 'add-user')
  await dialog(page).getByLabel('Name').fill('Alice Weber')
  await dialog(page).getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await button(dialog(page), 'Register').click()
  await expect(button(dialog(page), 'I have kept it')).toBeVisible(SLOW)
  await look(page, 'secret-string')
  await button(dialog(page), 'I have kept it').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
  await look(page, 'home-empty')
  await goTo(page, 'Items')
  await expect(page.getByRole('heading', { name: 'No items yet' })).toBeVisible()
  await look(page, 'items-empty')
  await goTo(page, 'Sharing')
  await expect(page.getByRole('heading', { name: 'Nothing to accept' })).toBeVisible()
  await look(page, 'sharing-empty')
  await page.getByRole('tab', { name: 'Will be made' }).click()
  await expect(page.getByRole('heading', { name: 'No invitation carries shares' })).toBeVisible()
  await look(page, 'planned-empty')
  await goTo(page, 'People')
  await expect(page.getByRole('heading', { name: 'Nobody is connected yet' })).toBeVisible()
  await look(page, 'people-empty')
  await goTo(page, 'Tasks')
  await expect(page.getByRole('heading', { name: 'Nothing to do' })).toBeVisible()
  await look(page, 'tasks-empty')
  await goTo(page, 'Events')
  await page.getByRole('textbox', { name: 'Filter events' }).fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No event fits the filter' })).toBeVisible()
  await look(page, 'events-no-match')
  await page.keyboard.press('Control+\\')
  await expect(page.getByRole('heading', { level: 1, name: 'Side by side' })).toBeVisible()
  await look(page, 'side-by-side-alone')
  await goTo(page, 'Access')
  await page.getByRole('tab', { name: /^Login keys/ }).click()
  await expect(page.getByText('No login keys yet')).toBeVisible()
  await look(page, 'login-keys-empty')
  await goTo(page, 'Inspector')
  await button(page, 'Clear').click()
  await page.getByRole('textbox', { name: 'Filter calls' }).fill('source:loopback')
  await look(page, 'inspector-empty')
  await page.evaluate(() => (location.hash = '#/nowhere'))
  await expect(page.getByRole('heading', { level: 1, name: 'No such page' })).toBeVisible()
  await look(page, 'unknown-page')

  await page.keyboard.press('Control+l')
  await expect(button(page, 'Unlock')).toBeEnabled()
  await page.getByLabel('Passphrase', { exact: true }).fill('not the passphrase')
  await button(page, 'Unlock').click()
  await expect(page.getByText(/does not open Harbour tests/)).toBeVisible(SLOW)
  await look(page, 'unlock-wrong')

  const other = await context.newPage()
  await other.goto(app.ui)
  await expect(other.getByRole('heading', { level: 1, name: 'This tab has no access' })).toBeVisible()
  await look(other, 'no-access')
})

test('screens of the sample workspace around its items, and their layers', async ({ page }) => {
  test.setTimeout(240_000)
  await button(page, 'Start').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible(SLOW)
  await look(page, 'home')
  await inLayer(page, 'palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('a')
  })
  await inLayer(page, 'actors', () => page.keyboard.press('Control+Shift+u'))
  await inLayer(page, 'keys', () => page.keyboard.press('?'))
  await inLayer(page, 'workspace-menu', () => button(page, /^Workspace /).click())

  await goTo(page, 'Items')
  await expect(itemRow(page, 'Passport')).toBeVisible()
  await look(page, 'items')
  await itemRow(page, 'Email').click()
  await button(page, /^Reveal /)
    .first()
    .click()
  await look(page, 'item')
  await inLayer(page, 'item-json', async () => {
    await button(page, 'JSON').click()
    await expect(dialog(page)).toBeVisible()
  })
  await itemRow(page, 'Family car').getByRole('checkbox').check()
  await button(page, /^Edit/).click()
  await look(page, 'item-edit')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('')
  await page.keyboard.press('Control+s')
  await expect(page.getByText('1 problem to fix')).toBeVisible()
  await look(page, 'item-problem')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await look(page, 'item-discard')
  await button(page.getByRole('alertdialog'), 'Discard').click()
  await button(page, /^New item/).click()
  await page.getByLabel('Template', { exact: true }).selectOption({ label: 'Vehicle' })
  await look(page, 'item-new')
  await page.keyboard.press('Escape')
  await page
    .getByRole('alertdialog')
    .or(page.getByRole('grid', { name: 'Items' }))
    .first()
    .waitFor()
  if (await page.getByRole('alertdialog').isVisible()) await button(page, 'Discard').click()
  await page.getByRole('textbox', { name: 'Name, template or tag' }).fill('nothing like it')
  await expect(page.getByRole('heading', { name: 'No item matches' })).toBeVisible()
  await look(page, 'items-no-match')
  await button(page, 'Clear filters').first().click()
  await itemRow(page, 'Climbing gym').click()
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete item' }).click()
  await page.keyboard.press('Control+j')
  await expect(page.getByRole('complementary', { name: 'Inspector' })).toBeVisible()
  await look(page, 'items-undo-drawer')
})

test('screens of access, calls, users and settings in the sample workspace', async ({ page }) => {
  test.setTimeout(240_000)
  await button(page, 'Start').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible(SLOW)
  await goTo(page, 'Access')
  await expect(page.getByRole('table')).toBeVisible()
  await look(page, 'access')
  await inLayer(page, 'access-new-session', () => button(page, 'New limited session').click())
  await button(page, 'New limited session').click()
  await button(dialog(page), 'Start session').click()
  await expect(page.getByRole('textbox', { name: 'Token' })).toBeVisible()
  await look(page, 'access-token')
  await button(dialog(page), 'Done').click()
  await inLayer(page, 'access-end-others', () => button(page, 'End all but this').click())
  await page.getByRole('tab', { name: /^Key pairs/ }).click()
  await expect(page.getByText('login key pair')).toBeVisible()
  await look(page, 'access-keys')
  await page.getByRole('tab', { name: /^Login keys/ }).click()
  await inLayer(page, 'access-new-login-key', () => button(page, 'New login key').click())
  await page.getByRole('tab', { name: 'Account' }).click()
  await look(page, 'access-account')
  await inLayer(page, 'access-secret', () => button(page, 'Show secret string').click())

  await goTo(page, 'Inspector')
  await page.getByRole('grid', { name: 'Calls' }).getByRole('row').nth(3).click()
  await expect(page.getByRole('region', { name: /^Call/ })).toBeVisible()
  await look(page, 'inspector')
  await goTo(page, 'Users')
  await look(page, 'users')
  await inLayer(page, 'add-existing', () => button(page, 'Add existing account').click())
  await button(page, 'More for Carlos Ruiz').click()
  await inLayer(page, 'forget', () => page.getByRole('menuitem', { name: 'Take off the list' }).click())
  await button(page, 'More for Carlos Ruiz').click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await goTo(page, 'Home')
  await look(page, 'home-waiting')
  await goTo(page, 'Settings')
  await look(page, 'settings')
  await page.keyboard.press('Control+l')
  await expect(button(page, 'Open')).toBeEnabled()
  await look(page, 'locked-plain')
  await button(page, 'Choose another workspace').click()
  await look(page, 'choose')
})

test('screens of sharing, people, events and tasks in the sample workspace', async ({ page }) => {
  test.setTimeout(240_000)
  await button(page, 'Start').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible(SLOW)
  await goTo(page, 'People')
  await page.getByRole('grid').getByText('Bob Okafor').click()
  await expect(page.getByRole('textbox', { name: 'Fingerprint: Key of Bob Okafor' })).toBeVisible()
  await look(page, 'person')
  await inLayer(page, 'use-invitation', () => button(page, 'Use an invitation').click())
  await button(page, /^Invite/).click()
  const invite = dialog(page, /^Invite somebody/)
  await invite.getByLabel('Name', { exact: true }).fill('Erika, who is called by a name that is far too long for a row')
  await button(invite, 'Add item').click()
  await page.getByRole('option', { name: /Passport/ }).click()
  await look(page, 'invite')
  await button(invite, 'Make invitation').click()
  await expect(page.getByRole('img', { name: /^Code with the invitation/ })).toBeVisible(SLOW)
  await look(page, 'invitation-ready')
  await button(dialog(page), 'Show invitation').click()
  await expect(page.getByRole('heading', { level: 2, name: /Erika/ })).toBeVisible()
  await look(page, 'invitation')

  await goTo(page, 'Sharing')
  await page.getByRole('tab', { name: 'Will be made' }).click()
  await expect(page.getByRole('grid', { name: 'Will be made' }).getByText('Passport')).toBeVisible()
  await look(page, 'planned')
  await page.getByRole('tab', { name: 'Outgoing' }).click()
  await page.getByRole('grid', { name: 'Outgoing' }).getByText('Driving licence', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Share', exact: true })).toContainText('For the car hire only.')
  await look(page, 'share-sent')
  await inLayer(page, 'share-change', () => button(page, 'Change').click())
  await inLayer(page, 'share-items', async () => {
    await button(page, 'Share items').click()
    await button(dialog(page), /^Share\b/).click()
    await expect(dialog(page).getByText('Choose at least one item')).toBeVisible()
  })
  await goTo(page, 'Events')
  await page.getByRole('grid', { name: 'Events' }).getByText('Alice Weber shared Driving licence').click()
  await look(page, 'event')

  await runInPalette(page, '@bob')
  await goTo(page, 'Home')
  await expect(page.getByText(/^2 shares wait/)).toBeVisible()
  await look(page, 'home-with-work')
  await goTo(page, 'Sharing')
  await page.getByRole('grid', { name: 'To accept' }).getByText('Driving licence', { exact: true }).click()
  await expect(page.getByText('Contents are hidden until you accept')).toBeVisible()
  await look(page, 'share-to-accept')
  await page.getByRole('tab', { name: 'Incoming' }).click()
  await page.getByRole('grid', { name: 'Incoming' }).getByText('Passport', { exact: true }).click()
  await expect(page.getByRole('region', { name: 'Share', exact: true }).getByText('Verified').first()).toBeVisible()
  await look(page, 'share-received')
  await page.getByRole('link', { name: 'Open item' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Passport' })).toBeVisible()
  await look(page, 'item-received')
  await page.keyboard.press('Control+\\')
  await expect(page.getByRole('region', { name: 'Acting as Alice Weber', exact: true })).toContainText('C01X0006H')
  await look(page, 'side-by-side')
})
