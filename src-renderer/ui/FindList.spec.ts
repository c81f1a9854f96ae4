// Proves docs/contract/window.md, Everywhere: search.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { text } from '../i18n/i18n.ts'
import FindList from './FindList.vue'
import MarkedText from './MarkedText.vue'
import { mountUi, press, settle, type } from './testing/mount-ui.ts'

// The test document has no layout; nine rows of 44 px are in sight.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(300)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400)
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(22_000)
})
afterEach(() => void vi.restoreAllMocks())

const MANY = Array.from({ length: 500 }, (_, number) => `User ${number}`)

async function mountFind(items: readonly string[]) {
  const pick = vi.fn()
  mountUi(() =>
    h(
      FindList<string>,
      {
        items,
        itemKey: (name) => name,
        textsOf: (name) => [name],
        label: 'Users',
        placeholder: 'Find a user',
        onPick: pick,
      },
      { row: ({ item }: { item: string }) => h(MarkedText, { text: item }) },
    ),
  )
  await settle()
  return pick
}

function field(): HTMLElement {
  const { activeElement } = document
  if (!(activeElement instanceof HTMLElement) || activeElement.role !== 'combobox') throw new Error('it lost the focus')
  return activeElement
}
/** What Enter would take, as the field tells it. */
const active = (): string | undefined =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent.trim()
const options = (): string[] => [...document.querySelectorAll('[role=option]')].map((one) => one.textContent.trim())
async function keys(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    press(field(), name)
    await settle()
  }
}
async function search(words: string): Promise<void> {
  type(field(), words)
  await settle()
}

it('has the focus from the start, and takes the first one with Enter', async () => {
  const pick = await mountFind(['Alice Weber', 'Bob Okafor'])

  expect(active()).toBe('Alice Weber')
  await keys('Enter')

  expect(pick).toHaveBeenCalledExactlyOnceWith('Alice Weber')
})

it('finds by words in any order, best first, and marks them', async () => {
  const pick = await mountFind(['Jacob Webb', 'Dana Bobrow', 'Bob Okafor', 'Alice Weber'])

  await search('bob')
  expect(options()).toEqual(['Bob Okafor', 'Dana Bobrow'])
  expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Bob', 'Bob'])
  await search('OKÁ bob')
  await keys('Enter')

  expect(pick).toHaveBeenCalledExactlyOnceWith('Bob Okafor')
})

it('moves by keys through very many, of which only those in sight are drawn', async () => {
  const pick = await mountFind(MANY)
  expect(options().length).toBeLessThan(40)

  await keys('ArrowDown', 'PageDown', 'PageDown', 'ArrowUp')
  expect(active()).toBe('User 16')
  await keys('Enter')

  expect(pick).toHaveBeenCalledExactlyOnceWith('User 16')
})

it('begins at the first one again when something else is typed', async () => {
  await mountFind(MANY)
  await keys('ArrowDown', 'ArrowDown')

  await search('49')

  expect(active()).toBe('User 49')
})

it('takes what is clicked', async () => {
  const pick = await mountFind(MANY)

  document.querySelectorAll<HTMLElement>('[role=option]')[3]?.click()

  expect(pick).toHaveBeenCalledExactlyOnceWith('User 3')
})

it('says that nothing was found, and takes nothing then', async () => {
  const pick = await mountFind(MANY)

  await search('zzz')
  await keys('Enter', 'ArrowDown')

  expect(document.querySelector('[role=status]')?.textContent.trim()).toBe(text('ui.noneFound', { query: 'zzz' }))
  expect(field().hasAttribute('aria-activedescendant')).toBe(false)
  expect(pick).not.toHaveBeenCalled()
})
