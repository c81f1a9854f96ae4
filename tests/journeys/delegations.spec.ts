// Proves docs/contract/window.md, Delegations, Acting for others, People, Side by side, Events, Inspector.

import type { Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import {
  addFirstUser,
  button,
  choosePerson,
  createItem,
  createWorkspace,
  dialog,
  goTo,
  itemRow,
} from './support/window-steps.ts'

const [ALICE, BOB] = ['Alice Weber', 'Bob Okafor']

/** Chooses somebody to act as, or for. */
async function choose(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Acting as/ })
    .click()
  await dialog(page, 'Act as').getByRole('option', { name }).click()
}

function switchTo(page: Page, name: string): Promise<void> {
  return choose(page, new RegExp(`^${name}(?! for)(?!.*Act for)`))
}

function detailOf(page: Page) {
  return page.getByRole('region', { name: 'Person, invitation or delegation' })
}

async function openTab(page: Page, tab: string): Promise<void> {
  await goTo(page, 'People')
  await page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click()
}

async function openRow(page: Page, tab: string, row: string): Promise<void> {
  await openTab(page, tab)
  await page.getByRole('grid', { name: tab }).getByText(row).click()
}

test('a child user is made, worked for, and grows up', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Family')
  await addFirstUser(page, 'Alice')
  await openTab(page, 'Child users')
  await expect(page.getByRole('heading', { name: 'No child users' })).toBeVisible()
  await look(page, 'children-empty')
  await button(page.getByRole('main'), 'New child user').first().click()
  const made = dialog(page, 'New child user')
  await button(made, 'Make child user').click()
  await expect(made.getByText('Type a name.').first()).toBeVisible()
  await made.getByLabel('Name of the child').fill('Kim')
  await button(made, 'Make child user').click()

  const detail = detailOf(page)
  await expect(detail.getByRole('heading', { name: 'Alice for Kim' })).toBeVisible()
  await look(page, 'child')
  await button(detail, 'Give up').click()
  await button(page.getByRole('alertdialog'), 'Give up').click()
  await expect(page.getByRole('alertdialog')).toContainText('needs a parent')
  await button(page.getByRole('alertdialog'), 'Cancel').click()

  await button(detail, 'Act for Kim').click()
  await expect(button(page.getByRole('banner'), 'Acting as Alice for Kim')).toBeVisible()
  await createItem(page, 'Vaccinations', { slots: [{ label: 'Measles', value: 'yes' }] })
  await look(page, 'acting-for-kim')
  await button(page.getByRole('complementary', { name: 'Acting for someone else' }), 'Stop acting').click()
  await expect(button(page.getByRole('banner'), 'Acting as Alice')).toBeVisible()

  await openRow(page, 'Child users', 'Kim')
  await button(detail, 'Grow up').click()
  const grows = dialog(page, 'Kim grows up')
  await grows.getByLabel('New passphrase', { exact: true }).fill('six stones in a pond')
  await grows.getByLabel('Repeat the new passphrase').fill('six stones in a pond')
  await button(grows, 'Grow up').click()
  await expect(dialog(page, 'Kim can sign in now').getByRole('textbox', { name: 'Secret string' })).toBeVisible()
  await look(page, 'grown-up')
  await button(page, 'Done').click()
  await switchTo(page, 'Kim')
  await goTo(page, 'Items')
  await expect(itemRow(page, 'Vaccinations')).toBeVisible()
  await openRow(page, 'Delegations', 'Alice')
  await expect(detail.getByRole('heading', { name: 'Alice for Kim' })).toBeVisible()

  // Grown up, Kim needs no parent any more, and Alice sees that her right is over.
  await button(detail, 'Withdraw').click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Alice keeps what they read or copied.')
  await button(question, 'Withdraw').click()
  await expect(page.getByRole('heading', { name: 'No delegations, in either direction' })).toBeVisible()
  await switchTo(page, 'Alice')
  await openTab(page, 'Child users')
  await expect(page.getByRole('heading', { name: 'No child users' })).toBeVisible()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Acting as/ })
    .click()
  await expect(dialog(page, 'Act as').getByRole('option', { name: /^Kim/ })).toBeVisible()
  await expect(dialog(page, 'Act as').getByRole('option', { name: /^Alice for Kim/ })).toHaveCount(0)
  await look(page, 'right-of-a-parent-is-over')
})

test('a child gets a second parent, and is deleted by one of them @deep', async ({ page }) => {
  await openSample(page)
  await openTab(page, 'Child users')
  await button(page.getByRole('main'), 'New child user').first().click()
  const made = dialog(page, 'New child user')
  await made.getByLabel('Name of the child').fill('Mia')
  await button(made, 'Make child user').click()
  const detail = detailOf(page)
  await expect(detail.getByRole('heading', { name: `${ALICE} for Mia` })).toBeVisible()
  await look(page, 'child-of-one-parent')

  // Mia knows nobody else yet: she is connected with Bob first, all in her name.
  await button(detail, 'Add a parent').click()
  const parent = dialog(page, 'Add a parent for Mia')
  await expect(parent).toContainText('there is nobody else yet')
  await button(parent, 'Connect a user here').click()
  await dialog(page).getByRole('button', { name: BOB }).click()
  await expect(dialog(page).getByText(`Mia and ${BOB} are connected.`)).toBeVisible()
  await button(dialog(page), 'Done').click()
  await page.getByRole('tab', { name: /^Delegations/ }).click()
  await button(page.getByRole('main'), 'Add a parent').first().click()
  await choosePerson(parent, 'Delegate', BOB)
  await look(page, 'add-a-parent')
  await parent.getByLabel('I trust this person with the child').check()
  await button(parent, 'Add a parent').click()
  await expect(detail.getByText(`${BOB} has to sign.`)).toBeVisible()

  await switchTo(page, BOB)
  await openRow(page, 'Delegations', 'Mia')
  await button(detail, 'Sign').click()
  await expect(detail.getByText('has to hand over the key')).toBeVisible()
  await choose(page, `${ALICE} for Mia`)
  await openRow(page, 'Delegations', BOB)
  await button(detail, 'Hand over the key').click()
  await expect(detail.getByText(/has yet to take over the key|In use/).first()).toBeVisible()

  await switchTo(page, BOB)
  await openRow(page, 'Child users', 'Mia')
  await expect(button(detail, 'Grow up')).toBeVisible()
  await look(page, 'child-of-two-parents')
  await button(detail, 'Delete child').click()
  const question = dialog(page, 'Delete Mia for good?')
  await look(page, 'delete-child')
  await question.getByLabel('Type Mia to confirm').fill('Mia')
  await button(question, 'Delete child').click()
  const deleted = page.locator('[data-toast]').filter({ hasText: 'Mia was deleted, with vault and keys' })
  await expect(deleted).toBeVisible()
  await expect(deleted.getByRole('link', { name: 'Show' })).toHaveAttribute('href', /people\/children/)
  await expect(page.getByRole('heading', { name: 'No child users' })).toBeVisible()
  await switchTo(page, ALICE)
  await openTab(page, 'Child users')
  await expect(page.getByRole('grid', { name: 'Child users' }).getByText('Mia')).toHaveCount(0)
})

test(
  'Bob looks after the vault of Alice in four steps, until she takes it back',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    await openTab(page, 'Delegations')
    await expect(page.getByRole('heading', { name: 'No delegations, in either direction' })).toBeVisible()
    await button(page.getByRole('main'), 'Add a delegate').first().click()
    const dialogOf = dialog(page, `Add a delegate for ${ALICE}`)
    await choosePerson(dialogOf, 'Delegate', BOB)
    await dialogOf.getByLabel('Role').selectOption({ label: 'Admin' })
    await look(page, 'let-somebody-act')
    await button(dialogOf, 'Offer delegation').click()
    await expect(dialogOf.getByText('Confirm that you trust this person').first()).toBeVisible()
    await dialogOf.getByLabel('I trust this person').check()
    await button(dialogOf, 'Offer delegation').click()

    const detail = detailOf(page)
    await expect(detail.getByText(`${BOB} has to accept.`)).toBeVisible()
    await switchTo(page, BOB)
    await openRow(page, 'Delegations', ALICE)
    await button(detail, 'Accept and sign').click()
    await expect(page.getByRole('grid', { name: 'Delegations' })).toContainText('Their turn')
    await expect(detail.getByRole('heading', { name: `${BOB} for ${ALICE}` })).toBeVisible()
    await switchTo(page, ALICE)
    await openRow(page, 'Delegations', BOB)
    await look(page, 'delegation-your-turn')
    await button(detail, 'Hand over the key').click()
    await expect(detail.getByText('has yet to take over the key')).toBeVisible()
    await switchTo(page, BOB)
    await openRow(page, 'Delegations', ALICE)
    // Nobody takes it over but Bob: tasks run by themselves only where that was switched on.
    await expect(detail.getByText('Can be used already')).toBeVisible()
    await button(detail, 'Take over the key').click()
    await expect(detail.getByText('In use')).toBeVisible()
    await look(page, 'delegation-in-use')

    await choose(page, new RegExp(`^${ALICE}.*Act for`))
    await expect(button(page.getByRole('banner'), `Acting as ${BOB} for ${ALICE}`)).toBeVisible()
    await createItem(page, 'Boat', { slots: [{ label: 'Name', value: 'Molly' }] })
    await goTo(page, 'Events')
    await expect(page.getByText(`${BOB} for ${ALICE} created Boat`)).toBeVisible()
    await look(page, 'events-of-both')
    await goTo(page, 'Inspector')
    await page
      .getByRole('textbox', { name: /filter/i })
      .first()
      .fill('method:post path:/vault/items')
    const made = page.getByRole('row').filter({ hasText: '/vault/items' }).first()
    await expect(made).toContainText(BOB)
    await expect(made).toContainText(ALICE)
    await made.click()
    await look(page, 'inspector-of-both')

    await goTo(page, 'Items')
    await switchTo(page, ALICE)
    await expect(itemRow(page, 'Boat')).toBeVisible()
    await openRow(page, 'Delegations', BOB)
    await button(detail, 'Show both sides').click()
    await expect(page.getByRole('region', { name: `Acting as ${ALICE}` }).first()).toBeVisible()
    await look(page, 'delegation-both-sides')
    await button(page, 'Close').first().click()

    // Bob stands in the vault of Alice when she takes it back in another window.
    await choose(page, `${BOB} for ${ALICE}`)
    await goTo(page, 'Items')
    await expect(itemRow(page, 'Boat')).toBeVisible()
    const opened = page.waitForEvent('popup')
    await page.evaluate(() => void window.open(location.href))
    const other = await opened
    await switchTo(other, ALICE)
    await openRow(other, 'Delegations', BOB)
    await button(detailOf(other), 'Withdraw').click()
    const question = other.getByRole('alertdialog')
    await expect(question).toContainText('Bob Okafor keeps what they read or copied.')
    await look(other, 'take-back')
    await button(question, 'Withdraw').click()

    await expect(page.getByText(`${BOB} no longer acts for ${ALICE}`).first()).toBeVisible()
    await expect(button(page.getByRole('banner'), `Acting as ${BOB}`)).toBeVisible()
    await expect(itemRow(page, 'Boat')).toHaveCount(0)
    await look(page, 'taken-back')
  },
)
