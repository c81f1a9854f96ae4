// Proves docs/contract/window.md, Everywhere.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h } from 'vue'
import { mountUi, press, settle, type } from '../ui/testing/mount-ui.ts'
import CommandPalette from './CommandPalette.vue'
import { scoreOf, useCommand, useCommandSource } from './commands.ts'
import { useFrame } from './frame-store.ts'

beforeEach(() => localStorage.clear())

const input = (): HTMLElement => {
  const found = document.querySelector<HTMLElement>('[role=combobox]')
  if (!found) throw new Error('the palette is closed')
  return found
}
const titles = (): readonly string[] =>
  [...document.querySelectorAll('[role=option]')].map((option) => option.textContent.trim())
const search = async (query: string): Promise<void> => {
  type(input(), query)
  await settle()
}

async function mountPalette() {
  const [lock, create, act] = [vi.fn(), vi.fn(), vi.fn()]
  mountUi(
    () => h(CommandPalette),
    () => {
      useCommand([
        { id: 'lock', title: 'Lock workspace', keywords: ['close'], run: lock },
        { id: 'new', title: 'New item', run: create },
      ])
      useCommandSource({
        id: 'actors',
        group: 'Users',
        prefix: '@',
        search: (query) =>
          Promise.resolve(
            ['Bob', 'Alice']
              .filter((name) => name.toLowerCase().startsWith(query))
              .map((name) => ({ id: name, title: name, run: act })),
          ),
      })
    },
  )
  useFrame().openPalette()
  await settle()
  return { lock, create, act }
}

describe('CommandPalette', () => {
  it('runs what is chosen with the keyboard, and closes', async () => {
    const { create } = await mountPalette()

    press(input(), 'ArrowDown')
    press(input(), 'Enter')
    await settle()

    expect(create).toHaveBeenCalledOnce()
    expect(useFrame().paletteOpen).toBe(false)
  })

  it('finds commands by title and by keyword', async () => {
    await mountPalette()

    await search('clos')

    expect(titles()).toEqual(['Lock workspace'])
  })

  it('searches only users after @, also with nothing more typed', async () => {
    await mountPalette()

    await search('@')
    expect(titles()).toEqual(['Bob', 'Alice'])
    await search('@bo')
    expect(titles()).toEqual(['Bob'])
  })

  it('searches only commands after >', async () => {
    await mountPalette()

    await search('>new')

    expect(titles()).toEqual(['New item'])
  })

  it('offers the last command first, next time', async () => {
    await mountPalette()
    await search('new')
    press(input(), 'Enter')
    await settle()

    useFrame().openPalette()
    await settle()

    expect(titles()[0]).toBe('New item')
  })

  it('says that nothing was found', async () => {
    await mountPalette()

    await search('zzz')

    expect(document.querySelector('[role=dialog]')?.textContent).toContain('Nothing found for “zzz”')
  })
})

describe('scoreOf', () => {
  it('puts the start of a title before the start of a word before the inside of one', () => {
    const scores = ['Item new', 'New item', 'Renew item'].map((title) => scoreOf({ title }, 'new'))

    expect(scores[1]).toBeGreaterThan(scores[0] ?? 0)
    expect(scores[0]).toBeGreaterThan(scores[2] ?? 0)
  })

  it('is 0, when one of the words does not occur', () => {
    expect(scoreOf({ title: 'New item' }, 'new share')).toBe(0)
  })
})
