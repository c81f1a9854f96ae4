// Proves docs/contract/window.md, Side by side.

import type { Locator, Page } from '@playwright/test'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './support/served-window.ts'
import { callWindow, userIds } from './support/window-calls.ts'
import { openSample } from './support/sample-copy.ts'
import {
  addFirstUser,
  addUser,
  button,
  chooseTemplate,
  createItem,
  createWorkspace,
  dialog,
  PASSPHRASE,
  slotValue,
} from './support/window-steps.ts'

const [ALICE, BOB] = ['Alice Weber', 'Bob Okafor']

function sideOf(page: Page, name: string): Locator {
  return page.getByRole('region', { name: `Acting as ${name}`, exact: true })
}

function log(page: Page): Locator {
  return page.getByRole('region', { name: 'What changed', exact: true })
}

/** Milliseconds from the click until a text shows on a side, as the page itself sees both. */
async function delayOf(page: Page, { clicked, side, text }: { clicked: Locator; side: string; text: string }) {
  await page.evaluate(
    ({ label, text }) => {
      const side = document.querySelector(`[data-side][aria-label="${label}"]`)
      if (side === null) throw new Error(`there is no side ${label}`)
      const shown = new Promise<number>((resolve) => {
        let start = 0
        addEventListener('click', ({ timeStamp }) => (start = timeStamp), { capture: true, once: true })
        const observer = new MutationObserver(() => {
          if (!side.textContent.includes(text)) return
          observer.disconnect()
          resolve(performance.now() - start)
        })
        observer.observe(side, { subtree: true, childList: true, characterData: true })
      })
      Reflect.set(globalThis, 'shown', shown)
    },
    { label: `Acting as ${side}`, text },
  )
  await clicked.click()
  return page.evaluate(() => Reflect.get(globalThis, 'shown') as Promise<number>)
}

function note(what: string, delays: readonly number[]): void {
  const median = delays.toSorted((a, b) => a - b)[Math.floor(delays.length / 2)] ?? NaN
  const description = `${what}: ${median.toFixed(0)} ms, median of ${delays.length}`
  test.info().annotations.push({ type: 'live', description })
  console.log(`side by side, ${description}`)
}

async function shareWithAcceptance(page: Page): Promise<void> {
  await button(sideOf(page, BOB), 'Share it').click()
  const form = dialog(page, 'Share Residence permit')
  await form.getByRole('option', { name: new RegExp(BOB) }).click()
  await form.getByText('Ask to accept', { exact: true }).click()
  await button(form, 'Share with 1 person').click()
  await expect(form).toBeHidden()
}

async function edit(page: Page, value: string): Promise<void> {
  const alice = sideOf(page, ALICE)
  await button(alice, /^Edit/).click()
  await alice.getByRole('textbox', { name: 'Number', exact: true }).fill(value)
  await button(alice, /^Save item/).click()
  await expect(slotValue(alice, 'Number')).toContainText(value)
}

test('one item from two sides: shared, accepted, edited, updated and revoked', { tag: '@quick' }, async ({ page }) => {
  await openSample(page)
  await createItem(page, 'Residence permit', { slots: [{ label: 'Number', value: 'X1234567' }] })
  const [alice, bob] = [sideOf(page, ALICE), sideOf(page, BOB)]

  await page.keyboard.press('Control+\\')
  await expect(page.getByRole('heading', { level: 1, name: 'Side by side' })).toBeVisible()
  await expect(slotValue(alice, 'Number')).toContainText('X1234567')
  await expect(bob.getByText('Bob Okafor does not have this item')).toBeVisible()

  await shareWithAcceptance(page)
  await expect(bob.getByText('Waiting for your acceptance.')).toBeVisible()
  await expect(bob.getByText('X1234567')).toHaveCount(0)
  await expect(log(page).getByText('Alice Weber shared it with Bob Okafor')).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  const accepted = await delayOf(page, { clicked: button(bob, /^Accept/), side: ALICE, text: 'Accepted' })
  note('from Accept to the side of the owner', [accepted])
  await expect(slotValue(bob, 'Number')).toContainText('X1234567')
  await expect(log(page).getByText('Bob Okafor accepted it')).toBeVisible()

  const delays: number[] = []
  for (const value of ['Y0000001', 'Y0000002', 'Y0000003']) {
    await edit(page, value)
    const clicked = button(log(page), 'Run now')
    delays.push(await delayOf(page, { clicked, side: BOB, text: value }))
    await expect(clicked).toBeHidden()
  }
  note('from Run now to the new value', delays)
  await expect(log(page).getByText('Alice Weber edited “Number”').first()).toBeVisible()
  await expect(log(page).getByText('1 value encrypted').first()).toBeVisible()
  await expectAccessible(page)

  await button(alice, 'Revoke the share with Bob Okafor').click()
  await expect(bob.getByText('Bob Okafor does not have this item')).toBeVisible()
  await expect(bob.getByText('Y0000003')).toHaveCount(0)
})

test('the sides swap, switch by F6, go their own ways, and one signs in again', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Two users')
  await addFirstUser(page, ALICE)
  await addUser(page, BOB)
  await page.keyboard.press('Control+\\')
  const [alice, bob] = [sideOf(page, ALICE), sideOf(page, BOB)]
  await expect(bob.getByRole('heading', { name: 'Items', exact: true })).toBeVisible()

  await alice.focus()
  for (let presses = 0; presses < 4 && (await bob.getAttribute('data-side')) !== 'active'; presses += 1)
    await page.keyboard.press('F6')
  await expect(bob).toHaveAttribute('data-side', 'active')
  await page.keyboard.press('Control+n')
  await chooseTemplate(page, 'Custom')
  await expect(bob.getByRole('form', { name: 'New item' })).toBeVisible()
  await expect(alice.getByRole('form')).toHaveCount(0)
  await button(bob, /^Cancel/).click()

  await button(page, 'Swap').click()
  await expect(page).toHaveURL(/side-by-side/)
  expect((await bob.boundingBox())?.x).toBeLessThan((await alice.boundingBox())?.x ?? 0)

  const ids = await userIds(page)
  await callWindow(page, 'POST', `/users/${ids.get(BOB) ?? ''}/sign-out`)
  await expect(bob.getByText('Bob Okafor is locked')).toBeVisible()
  await expect(alice.getByRole('heading', { name: 'Items', exact: true })).toBeVisible()
  await expectAccessible(page)
  await button(bob, 'Sign in').click()
  await dialog(page).getByLabel("Bob Okafor's passphrase").fill(PASSPHRASE)
  await button(dialog(page), 'Sign in').click()
  await expect(bob.getByRole('heading', { name: 'Items', exact: true })).toBeVisible()
})
