import { describe, expect, it } from 'vitest'
import { readFileSync } from 'node:fs'
import {
  composedElsewhere,
  isPartOfKey,
  journeySources,
  journeysThatRead,
  keysOf,
  says,
  screensOf,
  usesOf,
  windowMessages,
  windowSources,
} from './message-uses.ts'

const messages = windowMessages()
const keys = messages.map(({ key }) => key)
const sources = windowSources()
const journeys = journeySources()
const code = (text: string) => [{ path: 'src-renderer/ui/Some.vue', code: text }]

describe('messages of the window', () => {
  it('are each named by a source, in full or by a pattern', () => {
    const unused = [...usesOf(keys, sources)].filter(([, uses]) => uses.length === 0).map(([key]) => key)

    expect(keys.length).toBeGreaterThan(3_000)
    expect(unused).toEqual([])
  })

  it('are put together by oneOf only, which is given a pattern that stands there', () => {
    const hidden = sources.flatMap(({ path, code }) =>
      [...code.matchAll(/(?<!function )\boneOf\((?!\s*['"])[^)]*/g)].map(([call]) => `${path}: ${call}`),
    )

    expect(composedElsewhere(keys, sources)).toEqual([])
    expect(hidden).toEqual([])
  })

  it('are there for each pattern', () => {
    const patterns = sources.flatMap(({ code }) =>
      [...code.matchAll(/\boneOf\(\s*['"]([^'"]+)['"]/g)].map(([, pattern = '']) => keysOf(pattern)),
    )

    expect(patterns.length).toBeGreaterThan(200)
    expect(patterns.filter((pattern) => !keys.some((key) => pattern.test(key)))).toEqual([])
  })

  it('are a group of their own where a star stands for them; else the pattern lists what it can be', () => {
    const named = new Map<string, boolean[]>()
    for (const places of usesOf(keys, sources).values()) {
      const isNamed = places.some(({ as }) => !/[*{]/.test(as))
      for (const { as } of places) if (as.includes('*')) named.set(as, [...(named.get(as) ?? []), isNamed])
    }
    const mixed = [...named].filter(([, each]) => each.filter(Boolean).length > each.length / 2)

    expect(mixed.map(([pattern]) => pattern)).toEqual([])
  })
})

describe('windowMessages', () => {
  it('say in which line of its file each text stands', () => {
    const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8').split('\n')
    const wrong = messages.filter(({ said, lines }) =>
      Object.entries(lines).some(([language, place]) => {
        const [path = '', line] = place.split(':')
        return !read(path)[Number(line) - 1]?.includes(JSON.stringify(said[language]))
      }),
    )

    expect(messages.every(({ said, lines }) => Object.keys(said).join() === Object.keys(lines).join())).toBe(true)
    expect(wrong).toEqual([])
  })
})

describe('isPartOfKey', () => {
  it.each(['frame.actor.add', 'users', 'add', 'state.on'])(
    'finds users.add and users.state.on by whole words: %s',
    (read) => {
      expect(['frame.actor.add', 'users.state.on'].some((key) => isPartOfKey(key, read))).toBe(true)
    },
  )

  it.each(['', 'user', 'ad', 'add.users'])('does not by part of a word: %s', (read) => {
    expect(isPartOfKey('frame.actor.add', read)).toBe(false)
  })
})

describe('journeysThatRead', () => {
  it('names the lines that have the text in quotes, and none for what is put together', () => {
    expect(journeysThatRead('Add the first user', journeys).length).toBeGreaterThan(0)
    expect(journeysThatRead('Delete {name}', journeys)).toEqual([])
  })
})

describe('composedElsewhere', () => {
  it.each(['t(`ui.state.${state}`)', "t('ui.state.' + state)"])('names what puts a key together: %s', (text) => {
    expect(composedElsewhere(['ui.state.done'], code(text))).toHaveLength(1)
  })

  it.each(['`items.open.${id}`', 'id: `ui.state.${id}`', "t(oneOf('ui.state.*', state))"])(
    'leaves what is no message: %s',
    (text) => {
      expect(composedElsewhere(['ui.state.done'], code(text))).toEqual([])
    },
  )
})

describe('usesOf', () => {
  it('finds lines by key and by pattern', () => {
    const uses = usesOf(['a.b', 'c.d.e'], code("x\nt('a.b')\nt(oneOf('c.*.e', x))"))

    expect(uses.get('a.b')).toEqual([{ path: 'src-renderer/ui/Some.vue', line: 2, as: 'a.b' }])
    expect(uses.get('c.d.e')).toEqual([{ path: 'src-renderer/ui/Some.vue', line: 3, as: 'c.*.e' }])
  })

  it('takes one star for a part without dots and two for one with them', () => {
    expect(keysOf('a.*').test('a.b.c')).toBe(false)
    expect(keysOf('a.**.d').test('a.b.c.d')).toBe(true)
  })

  it('takes a list for what is in it', () => {
    expect(['a.b', 'a.c', 'a.bc', 'a.d'].filter((key) => keysOf('a.{b,c}').test(key))).toEqual(['a.b', 'a.c'])
  })
})

describe('says', () => {
  it.each([
    ['Share items', 'Share items', true],
    ['Share items with people', 'items with', true],
    ['Share {name} with {person}', 'Share Passport with Bob', true],
    ['Share {name} with {person}', 'Shared Passport', false],
    ['1 call | {count} calls', '17 calls', true],
    ['{name}', 'anything at all', false],
  ])('%s, read as %s: %s', (message, read, expected) => {
    expect(says(message, read)).toBe(expected)
  })
})

describe('screensOf', () => {
  it('follows imports to the routes', () => {
    expect(screensOf('src-renderer/features/sharing/ShareDialog.vue', sources)).toEqual(['every screen'])
    expect(screensOf('src-renderer/features/trust/tokens/MintDialog.vue', sources)).toEqual(['trust'])
  })
})
