// Proves docs/contract/window.md, Everywhere.

import { describe, expect, it } from 'vitest'
import glossary from '../../docs/glossary.md?raw'
import { CHECK_IDS } from '../../shared/contract/presentations.ts'
import { messages as englishMessages } from './english.ts'
import titles from '../parts/scenarios/scenario-titles.json'
import { featureKey, i18n, oneOf, text } from './i18n.ts'

const sources = import.meta.glob<string>(['../**/*.{vue,ts}', '!../**/*.spec.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const specs = import.meta.glob<string>('../**/*.spec.ts', { query: '?raw', import: 'default', eager: true })

function* textsIn(messages: object, path = ''): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(messages)) {
    const here = path ? `${path}.${key}` : key
    if (typeof value === 'string') yield [here, value]
    else yield* textsIn(value as object, here)
  }
}

describe('messages', () => {
  it('exist for every key that a source or a spec names', () => {
    const called = /\b(?:t|text|message)\('([\w-]+(?:\.[\w-]+)+)'/g
    // A kind of record names its messages without calling anything.
    const quoted = new RegExp(`'((?:${Object.keys(englishMessages).join('|')})(?:\\.[\\w-]+)+)'`, 'g')
    const missing = Object.entries({ ...sources, ...specs }).flatMap(([file, source]) =>
      [...source.matchAll(source.includes('useRecordKind<') ? quoted : called)]
        .filter(([, key = '']) => !i18n.global.te(key))
        .map(([, key = '']) => `${file}: ${key}`),
    )

    expect(missing).toEqual([])
  })

  it('name every check of a presentation, and its rule', () => {
    const keys = CHECK_IDS.flatMap((id) => ['name', 'rule'].map((part) => `parts.result.check.${id}.${part}`))

    expect(keys.filter((key) => !i18n.global.te(key))).toEqual([])
  })

  it('compile, and have no exclamation marks', () => {
    for (const [key, message] of textsIn(englishMessages)) {
      expect(message, key).not.toContain('!')
      expect(text(key), key).not.toBe('')
    }
  })

  it('say nothing in the words that the glossary replaces', () => {
    const table = glossary.split('## Words of the window').at(-1) ?? ''
    const rows = [...table.matchAll(/^\| (?!The window says|-)[^|]+\| ([^|]+)\|$/gm)]
    const replaced = rows.flatMap(([, words = '']) => words.trim().split(', '))
    const said = [...textsIn({ ...englishMessages, titles })].flatMap(([key, message]) =>
      replaced.filter((words) => new RegExp(`\\b${words}\\b`, 'i').test(message)).map((words) => `${key}: ${words}`),
    )

    expect(replaced.length).toBeGreaterThan(20)
    expect(said).toEqual([])
  })

  it('have a form for one wherever they count things', () => {
    const counted = /(?<!of |least |most |first )\{(?:count|n)\} (?:more )?[a-z]{2,}s\b/
    const wrong = [...textsIn(englishMessages)].filter(
      ([key, message]) => counted.test(message) && !message.includes(' | ') && !/many[^.]*$/i.test(key),
    )

    expect(wrong).toEqual([])
  })

  it('take their first key from the folder of the feature', () => {
    expect(featureKey('../features/client-tasks/messages.en.json')).toBe('clientTasks')
  })
  it.each([
    ['users.state.*', ['active'], 'users.state.active'],
    ['access.deleteAccount.*Text', ['vault'], 'access.deleteAccount.vaultText'],
    ['wallet.step.*.*', ['verifier', 3], 'wallet.step.verifier.3'],
    ['files.{new,rename}.title', ['new'], 'files.new.title'],
    ['definitions.words.{contains,items}{,Any}', ['items', ''], 'definitions.words.items'],
    ['parts.result.check.**.name', ['proof.signature'], 'parts.result.check.proof.signature.name'],
  ])('are named by a pattern and what stands in it: %s', (pattern, parts, key) => {
    expect(oneOf(pattern, ...parts)).toBe(key)
  })
})
