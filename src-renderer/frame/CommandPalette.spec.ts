// Proves docs/contract/window.md, Everywhere.

import { beforeEach, describe, expect, it, vi } from 'vitest'
import { h, ref } from 'vue'
import { text } from '../i18n/i18n.ts'
import { mountUi, press, settle, type } from '../ui/testing/mount-ui.ts'
import CommandPalette from './CommandPalette.vue'
import type { Command, EarlyAnswers } from './commands.ts'
import { bestCommands, useCommand, useCommands, useCommandSource } from './commands.ts'
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

const never = new Promise<never>(() => undefined)
const aCommand = (title: string, run = vi.fn()): Command => ({ id: title, title, run })

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

  it('marks in the titles what was typed, without the sign of what is searched', async () => {
    await mountPalette()

    await search('>space LÓ')

    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['Lo', 'space'])
  })

  it('lists what cannot be run with the reason, and runs it neither by Enter nor by its key', async () => {
    const run = vi.fn()
    mountUi(
      () => h(CommandPalette),
      () => useCommand([{ ...aCommand('New item', run), shortcut: 'Ctrl+N', whyNot: 'A reader cannot do this' }]),
    )
    press(document.body, 'n', { ctrlKey: true })
    useFrame().openPalette()
    await settle()

    expect(titles()[0]).toContain('A reader cannot do this')
    expect(document.querySelector('[role=option]')?.getAttribute('aria-disabled')).toBe('true')
    press(input(), 'Enter')
    await settle()
    expect(run).not.toHaveBeenCalled()
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

  it('shows each source as soon as it answers, and keeps what somebody moved to', async () => {
    const slow = Promise.withResolvers<readonly Command[]>()
    const open = vi.fn()
    mountUi(
      () => h(CommandPalette),
      () => {
        useCommandSource({ id: 'slow', group: 'Items', search: () => slow.promise })
        useCommandSource({ id: 'quick', group: 'People', search: () => [aCommand('Passport office', open)] })
      },
    )
    useFrame().openPalette()
    await settle()
    await search('pass')
    expect(titles()).toEqual(['Passport office'])
    press(input(), 'ArrowDown')

    slow.resolve([aCommand('Passport')])
    await settle()
    expect(titles()).toEqual(['Passport', 'Passport office'])
    press(input(), 'Enter')
    await settle()

    expect(open).toHaveBeenCalledOnce()
  })

  it('draws nothing anew when a source found nothing, as before', async () => {
    let drawn = 0
    const late = Promise.withResolvers<Command[]>()
    const counted: Command = Object.defineProperty(aCommand('Bicycle'), 'title', {
      get: () => ((drawn += 1), 'Bicycle'),
    })
    mountUi(
      () => h(CommandPalette),
      () => {
        useCommandSource({ id: 'items', group: 'Items', search: () => [counted] })
        useCommandSource({ id: 'people', group: 'People', search: () => late.promise })
      },
    )
    useFrame().openPalette()
    await settle()
    await search('b')
    const before = drawn
    late.resolve([])
    await settle()

    expect(titles()).toEqual(['Bicycle'])
    expect([before > 0, drawn]).toEqual([true, before])
  })

  it('lists what is found best first, whatever it is, and waits for it with Enter', async () => {
    const late = Promise.withResolvers<readonly Command[]>()
    const [tag, open] = [vi.fn(), vi.fn()]
    mountUi(
      () => h(CommandPalette),
      () => {
        useCommand([{ ...aCommand('Add tag', tag), detail: 'Passport' }])
        useCommandSource({ id: 'items', group: 'Items', search: () => late.promise })
      },
    )
    useFrame().openPalette()
    await settle()
    await search('pass')
    expect(titles()).toEqual([expect.stringContaining('Add tag')])

    press(input(), 'Enter')
    late.resolve([aCommand('Passport', open)])
    await settle()
    await settle()

    expect(open).toHaveBeenCalledOnce()
    expect(tag).not.toHaveBeenCalled()
  })

  it('waits with Enter for a source that still looks, since what it finds may be meant', async () => {
    const slow = Promise.withResolvers<readonly Command[]>()
    const [meant, other] = [vi.fn(), vi.fn()]
    mountUi(
      () => h(CommandPalette),
      () => {
        useCommandSource({ id: 'slow', group: 'Items', search: () => slow.promise })
        useCommandSource({ id: 'quick', group: 'Templates', search: () => [aCommand('Passport check', other)] })
      },
    )
    useFrame().openPalette()
    await settle()
    await search('pass')

    press(input(), 'Enter')
    slow.resolve([aCommand('Passport', meant)])
    await settle()
    await settle()

    expect(meant).toHaveBeenCalledOnce()
    expect(other).not.toHaveBeenCalled()
  })

  it('keeps of older results only what still fits, until the source answers', async () => {
    const answers = new Map([['pass', Promise.resolve([aCommand('Passport'), aCommand('Boarding pass')])]])
    mountUi(
      () => h(CommandPalette),
      () => useCommandSource({ id: 'items', group: 'Items', search: (query) => answers.get(query) ?? never }),
    )
    useFrame().openPalette()
    await settle()
    await search('pass')
    await search('passp')

    expect(titles()).toEqual(['Passport'])
  })

  it('shows what a source says early, and nothing of it once something else is typed', async () => {
    let early: EarlyAnswers | undefined
    mountUi(
      () => h(CommandPalette),
      () =>
        useCommandSource({
          id: 'items',
          group: 'Items',
          search: (_, given) => {
            early ??= given
            return never
          },
        }),
    )
    useFrame().openPalette()
    await settle()
    await search('pass')

    early?.show([aCommand('Passport')])
    await settle()
    expect(titles()).toEqual(['Passport'])
    await search('pas')
    early?.show([aCommand('Passbook')])
    await settle()

    expect(early?.signal.aborted).toBe(true)
    expect(titles()).toEqual(['Passport'])
  })

  it('drops what a source found, when there is nobody to search for any more', async () => {
    const signedIn = ref(true)
    mountUi(
      () => h(CommandPalette),
      () =>
        useCommandSource({
          id: 'items',
          group: 'Items',
          active: () => signedIn.value,
          search: () => [aCommand('Passport')],
        }),
    )
    useFrame().openPalette()
    await settle()
    await search('pass')
    expect(titles()).toEqual(['Passport'])

    signedIn.value = false
    await settle()

    expect(titles()).toEqual([])
  })

  it('asks some sources only by their prefix, and some only while nothing is typed', async () => {
    const [operations, places] = [vi.fn(() => [aCommand('GET /items')]), vi.fn(() => [aCommand('Home')])]
    mountUi(
      () => h(CommandPalette),
      () => {
        useCommandSource({ id: 'operations', group: 'Operations', prefix: '/', asked: 'prefixed', search: operations })
        useCommandSource({ id: 'places', group: 'Places', asked: 'idle', search: places })
      },
    )
    useFrame().openPalette()
    await settle()
    expect(titles()).toEqual(['Home'])

    await search('items')
    expect(titles()).toEqual([])
    expect(operations).not.toHaveBeenCalled()
    await search('/items')

    expect(titles()).toEqual(['GET /items'])
    expect(operations).toHaveBeenCalledWith('items', expect.anything())
  })

  it('asks a source again when what it goes by changes while the palette is open', async () => {
    const place = ref('Home')
    mountUi(
      () => h(CommandPalette),
      () =>
        useCommandSource({
          id: 'places',
          group: 'Places',
          asked: 'idle',
          changes: () => place.value,
          search: () => [aCommand(place.value)],
        }),
    )
    useFrame().openPalette()
    await settle()
    expect(titles()).toEqual(['Home'])

    place.value = 'Trust'
    await settle()

    expect(titles()).toEqual(['Trust'])
  })

  it('says whose something is and where', async () => {
    mountUi(
      () => h(CommandPalette),
      () =>
        useCommandSource({
          id: 'items',
          group: 'Items',
          search: () => [{ ...aCommand('Passport'), owner: { name: 'Alice', colour: 0 }, place: 'Vault' }],
        }),
    )
    useFrame().openPalette()
    await settle()
    await search('pass')

    expect(titles()[0]).toMatch(/^Passport.*Alice.*Vault$/)
  })

  it('takes what was registered last, where two bring the same', () => {
    const [frame, side] = [vi.fn(), vi.fn()]
    mountUi(
      () => h('div'),
      () => {
        useCommand([{ id: 'new', title: 'New item', run: frame }])
        useCommand([{ id: 'new', title: 'New item', run: side }])
      },
    )

    expect(useCommands().commands.map(({ run }) => run)).toEqual([side])
  })

  it('says that nothing was found', async () => {
    await mountPalette()

    await search('zzz')

    expect(document.querySelector('[role=dialog]')?.textContent).toContain(text('ui.noneFound', { query: 'zzz' }))
  })
})

describe('bestCommands', () => {
  it('finds every word by title, detail and keywords, the start of a title first', () => {
    const all = [
      { ...aCommand('Lock'), keywords: ['renew'] },
      aCommand('Renew item'),
      { ...aCommand('Item new'), detail: 'Home' },
      aCommand('New item'),
    ]
    const found = (typed: string) => bestCommands(all, typed).map(({ title }) => title)

    expect(found('new')).toEqual(['New item', 'Item new', 'Renew item', 'Lock'])
    expect(found('home NÉW')).toEqual(['Item new'])
    expect(found('new share')).toEqual([])
  })
})
