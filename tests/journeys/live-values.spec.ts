// Proves docs/contract/window.md, What is stale.

import type { Locator, Page } from '@playwright/test'
import { look } from './support/look.ts'
import { expect, expectAccessible, test } from './support/served-window.ts'
import { callWindow, userIds } from './support/window-calls.ts'
import { openSample } from './support/sample-copy.ts'
import { button, createItem, dialog, itemRow, slotValue } from './support/window-steps.ts'

const [ALICE, BOB] = ['Alice Weber', 'Bob Okafor']
const WAITS = "Owner's update not sent yet"

function sideOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name: `Acting as ${name}`, exact: true })
}

async function edit(page: Page, slot: string, value: string): Promise<void> {
  const alice = sideOf(page, ALICE)
  await button(alice, /^Edit/).click()
  await alice.getByRole('textbox', { name: slot, exact: true }).fill(value)
  await button(alice, /^Save item/).click()
  await expect(slotValue(alice, slot)).toContainText(value)
}

test('a value the owner changed is called old until the new one comes, and then that slot alone is marked', async ({
  page,
}) => {
  await openSample(page)
  await createItem(page, 'Library card', {
    slots: [
      { label: 'Number', value: 'X1234567' },
      { label: 'Branch', value: 'Harbour' },
    ],
  })
  const bob = sideOf(page, BOB)
  await page.keyboard.press('Control+\\')
  await button(bob, 'Share it').click()
  const form = dialog(page, 'Share Library card')
  await form.getByRole('option', { name: new RegExp(BOB) }).click()
  await button(form, 'Share with 1 person').click()
  await expect(slotValue(bob, 'Number')).toContainText('X1234567')
  await expect(bob.getByText(WAITS)).toHaveCount(0)

  await edit(page, 'Number', 'Y7654321')
  const number = slotValue(bob, 'Number')
  await expect(number.getByText(WAITS)).toBeVisible()
  await expect(number.getByText('Verified')).toHaveCount(0)
  await expect(number).toContainText('X1234567')
  await expect(slotValue(bob, 'Branch').getByText('Verified')).toBeVisible()
  await expectAccessible(page)
  await look(page, 'stale-slot')

  const arrived = bob.locator('[data-arrived]')
  const shown = await watchArrivals(bob)
  await button(number, 'Run now').click()
  await expect(number).toContainText('Y7654321')
  await expect.poll(() => shown.jsonValue()).toEqual({ replaced: 'X1234567', most: 1 })
  await expect(number.getByText('Verified')).toBeVisible()
  await expect(number.locator('del')).toHaveCount(0)
  await expect(arrived).toHaveCount(0)
})

/** What is marked as new for a few seconds: the value that was replaced, and how many at once. */
function watchArrivals(side: Locator) {
  return side.evaluateHandle((element) => {
    const shown = { replaced: '', most: 0 }
    new MutationObserver(() => {
      shown.replaced ||= element.querySelector('[data-arrived] del')?.textContent.trim() ?? ''
      shown.most = Math.max(shown.most, element.querySelectorAll('[data-arrived]').length)
    }).observe(element, { subtree: true, childList: true, attributes: true })
    return shown
  })
}

interface Slots {
  readonly item: { readonly id: string }
  readonly slots: readonly { readonly id: string }[]
}

test(
  'rows of items and of shares say it too, and nothing is said of an owner who is not signed in',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    const ids = await userIds(page)
    const [alice, bob] = [ids.get(ALICE) ?? '', ids.get(BOB) ?? '']
    const { users } = await callWindow<{ users: { id: string; vault_user_id: string }[] }>(page, 'GET', '/users')
    const made = await callWindow<Slots>(page, 'POST', `/users/${alice}/items`, {
      label: 'Library card',
      slots: [{ label: 'Number', slot_type_name: 'key_value', value: 'X1234567' }],
    })
    await callWindow(page, 'POST', `/users/${alice}/shares`, {
      items: [{ item_id: made.item.id }],
      recipient_ids: [users.find(({ id }) => id === bob)?.vault_user_id],
    })
    const open = (place: string) => page.evaluate((to) => (location.hash = to), `#/u/${bob}/${place}`)
    await open('items')
    const row = itemRow(page, 'Library card')
    await expect(row).toBeVisible()
    await expect(row.getByText(WAITS)).toHaveCount(0)
    const change = (value: string) =>
      callWindow(page, 'PUT', `/users/${alice}/items/${made.item.id}`, { slots: [{ id: made.slots[0]?.id, value }] })
    const flashing = page.locator('[data-flash]')
    await change('Y7654321')
    await expect(row.getByText(WAITS)).toBeAttached()
    await look(page, 'stale-row')

    await row.hover()
    await button(row, 'Run now').click()
    await expect(flashing).toHaveText('Library card')
    await expect(row.getByText(WAITS)).toHaveCount(0)
    await expect(flashing).toHaveCount(0)
    await change('Z1111111')
    await expect(row.getByText(WAITS)).toBeAttached()

    await open('sharing/incoming')
    const share = page.getByRole('row').filter({ has: page.getByText('Library card', { exact: true }) })
    await expect(share.getByText(WAITS)).toBeAttached()
    await callWindow(page, 'POST', `/users/${alice}/sign-out`)
    await expect(share.getByText(WAITS)).toHaveCount(0)
    await expect(flashing).toHaveCount(0)
  },
)
