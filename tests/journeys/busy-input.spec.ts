// Proves docs/contract/window.md, Sharing.

import type { Page } from '@playwright/test'
import { expect, test } from './support/served-window.ts'
import { callWindow, connect, userIds } from './support/window-calls.ts'
import { addFirstUser, addUser, createWorkspace, goTo } from './support/window-steps.ts'

const ITEMS = 150
/** The same items are shared anew each time, so that there is time for enough keys. What is aimed at is 50 ms a key. */
const ROUNDS = 5

/** Notes how long the page takes from each key press to the next frame. */
async function watchInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    const delays: number[] = []
    addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => delays.push(performance.now() - timeStamp))
    })
    Reflect.set(globalThis, 'delays', delays)
  })
}

test('typing goes on while many items are shared', { tag: '@deep' }, async ({ page }) => {
  await createWorkspace(page, 'Busy')
  await addFirstUser(page, 'Alice Weber')
  await addUser(page, 'Bob Okafor')
  await connect(page, 'Alice Weber', 'Bob Okafor')
  const alice = (await userIds(page)).get('Alice Weber') ?? ''
  const item_ids: string[] = []
  for (let number = 0; number < ITEMS; number += 1) {
    const slots = ['a', 'b', 'c', 'd'].map((label) => ({ label, value: `${label} of ${number}` }))
    const body = { label: `Item ${number}`, slots }
    const { item } = await callWindow<{ item: { id: string } }>(page, 'POST', `/users/${alice}/items`, body)
    item_ids.push(item.id)
  }
  const people = await callWindow<{ rows: { user_id: string }[] }>(page, 'GET', `/users/${alice}/connection-rows`)
  await goTo(page, 'Items')
  const filter = page.getByRole('textbox', { name: 'Name, template or tag' })
  await filter.focus()
  await watchInput(page)

  const run = { isOver: false }
  const shareAll = async (): Promise<number> => {
    const { created } = await callWindow<{ created: number }>(page, 'POST', `/users/${alice}/shares`, {
      items: item_ids.map((item_id) => ({ item_id })),
      recipient_ids: people.rows.map(({ user_id }) => user_id),
    })
    return created
  }
  const shareInRounds = async (): Promise<number> => {
    let created = 0
    for (let round = 0; round < ROUNDS; round += 1) created += await shareAll()
    return created
  }
  const sharing = shareInRounds().finally(() => (run.isOver = true))
  let typed = 0
  while (!run.isOver && typed < 200) {
    await filter.press(typed % 2 === 0 ? '1' : 'Backspace')
    typed += 1
  }
  expect(await sharing).toBe(ITEMS * ROUNDS)

  const delays = await page.evaluate(() => Reflect.get(globalThis, 'delays') as number[])
  const sorted = delays.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
  const description = `key to frame while sharing ${ITEMS * ROUNDS} times: ${at(0.5).toFixed(0)} ms median, ${at(0.95).toFixed(0)} ms at 95 %, ${sorted.length} keys`
  test.info().annotations.push({ type: 'input', description })
  console.log(`busy input, ${description}`)
  expect(sorted).toHaveLength(typed) // each key was drawn
})
