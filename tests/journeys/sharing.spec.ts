// Proves docs/contract/window.md, Items, Sharing.

import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/served-window.ts'
import { openSample } from './support/sample-copy.ts'
import { button, createItem, dialog, goTo, itemRow, runInPalette, slotValue } from './support/window-steps.ts'

test(
  'an item is shared, accepted, read, changed, brought up to date and revoked',
  { tag: '@deep' },
  async ({ page }) => {
    await openSample(page)
    await createItem(page, 'Ferry booking', { slots: [{ label: 'Number', value: 'C01X00T47' }] })

    // Alice shares, and asks for acceptance.
    await button(page.getByRole('region', { name: 'Item', exact: true }), 'Share').click()
    const form = dialog(page, 'Share Ferry booking')
    await form.getByRole('option', { name: 'Bob Okafor' }).click()
    await form.getByText('Ask to accept', { exact: true }).click()
    await form.getByLabel('Terms').fill('Only to book the ferry')
    await expectAccessible(page)
    await button(form, 'Share with 1 person').click()
    await expect(form).toBeHidden()
    const sharedWith = page.getByRole('region', { name: 'Shared with' })
    await expect(sharedWith).toContainText('Bob Okafor')
    await expect(sharedWith).toContainText('Waiting for acceptance')

    // Bob sees the terms before, and the value after accepting.
    await runInPalette(page, '@bob')
    await expect(page.getByRole('link', { name: /^Sharing.*3/ })).toBeVisible()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByRole('grid', { name: 'Pending' }).getByText('Ferry booking', { exact: true }).click()
    const detail = page.getByRole('region', { name: 'Share', exact: true })
    await expect(detail).toContainText('Only to book the ferry')
    await expect(detail).toContainText('Contents are hidden until you accept')
    await expect(page.getByText('C01X00T47')).toHaveCount(0)
    await expectAccessible(page)
    await page.setViewportSize({ width: 1024, height: 700 })
    await expectNoSidewaysScroll(page)
    const waiting = page.getByRole('grid', { name: 'Pending' })
    await button(detail, 'Accept').click()

    // It leaves the list, the one after it is open, and the message leads to the item.
    await expect(waiting.getByText('Ferry booking', { exact: true })).toBeHidden()
    await expect(detail.getByRole('heading', { level: 2 })).not.toContainText('Ferry booking')
    const opened = (await detail.getByRole('heading', { level: 2 }).textContent())?.split(' · ')[0]?.trim() ?? '-'
    await expect(waiting.getByText(opened, { exact: true })).toBeVisible()
    const told = page
      .getByRole('region', { name: 'Messages' })
      .locator('[data-toast]')
      .filter({ hasText: 'Bob Okafor accepted Ferry booking from Alice Weber' })
    await told.getByRole('link', { name: 'Show' }).click()
    await expect(slotValue(page, 'Number')).toContainText('C01X00T47')
    await expect(slotValue(page, 'Number')).toContainText('Verified')
    await expect(button(page, /^Edit/)).toHaveCount(0)
    await expectAccessible(page)

    // Alice changes it; her client task brings Bob's copy up to date.
    await runInPalette(page, '@ali')
    await goTo(page, 'Items')
    await itemRow(page, 'Ferry booking').click()
    await expect(sharedWith).toContainText('Accepted')
    await button(page, /^Edit/).click()
    await page.getByRole('textbox', { name: 'Number' }).fill('C02X00T48')
    await page.keyboard.press('Control+s')
    await expect(slotValue(page, 'Number')).toContainText('C02X00T48')
    await goTo(page, 'Tasks')
    await button(page, /^Run tasks/).click()
    await runInPalette(page, '@bob')
    await goTo(page, 'Items')
    await itemRow(page, 'Ferry booking').click()
    await expect(slotValue(page, 'Number')).toContainText('C02X00T48')
    await expect(slotValue(page, 'Number')).toContainText('Verified')

    // Alice thinks twice, then revokes: Undo brings the share back, without it Bob loses the item.
    await runInPalette(page, '@ali')
    await goTo(page, 'Sharing')
    await page.getByRole('tab', { name: 'Outgoing' }).click()
    const outgoing = page.getByRole('grid', { name: 'Outgoing' })
    await outgoing.getByText('Ferry booking', { exact: true }).click()
    await button(detail, 'Revoke').click()
    await expect(outgoing.getByText('Ferry booking', { exact: true })).toBeHidden()
    await button(page, /^Undo/).click()
    await outgoing.getByText('Ferry booking', { exact: true }).click()
    await button(detail, 'Revoke').click()
    await button(page.getByRole('region', { name: 'Messages' }), 'Dismiss')
      .first()
      .click()
    await runInPalette(page, '@bob')
    await goTo(page, 'Items')
    await expect(itemRow(page, 'Rental contract')).toBeVisible()
    await expect(itemRow(page, 'Ferry booking')).toBeHidden()
  },
)
