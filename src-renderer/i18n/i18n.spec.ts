// Proves docs/contract/window.md, Everywhere.

import { describe, expect, it } from 'vitest'
import { CHECK_IDS } from '../../shared/contract/presentations.ts'
import { messages as englishMessages } from './english.ts'
import { featureKey, i18n, text } from './i18n.ts'

const sources = import.meta.glob<string>(['../**/*.{vue,ts}', '!../**/*.spec.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

function* textsIn(messages: object, path = ''): Generator<readonly [string, string]> {
  for (const [key, value] of Object.entries(messages)) {
    const here = path ? `${path}.${key}` : key
    if (typeof value === 'string') yield [here, value]
    else yield* textsIn(value as object, here)
  }
}

describe('messages', () => {
  it('exist for every key that the source names', () => {
    const called = /(?:\bt|\btext)\('([\w-]+(?:\.[\w-]+)+)'/g
    // A kind of record names its messages without calling anything.
    const quoted = new RegExp(`'((?:${Object.keys(englishMessages).join('|')})(?:\\.[\\w-]+)+)'`, 'g')
    const missing = Object.entries(sources).flatMap(([file, source]) =>
      [...source.matchAll(source.includes('useRecordKind<') ? quoted : called)]
        .filter(([, named = '']) => !i18n.global.te(named))
        .map(([, named = '']) => `${file}: ${named}`),
    )

    expect(missing).toEqual([])
  })

  it('name every check of a presentation, and its rule', () => {
    const keys = CHECK_IDS.flatMap((id) => ['name', 'rule'].map((part) => `parts.result.check.${id}.${part}`))

    expect(keys.filter((key) => !i18n.global.te(key))).toEqual([])
  })

  it('are all used by some source, in the kit and the frame', () => {
    const all = Object.values(sources).join('\n')
    const { ui, frame } = englishMessages
    const unused = [...textsIn({ ui, frame })].map(([key]) => key).filter((key) => !all.includes(`'${key}'`))

    // Their last word comes from elsewhere.
    const composed = [
      'ui.state.',
      'ui.strength.',
      'ui.key.',
      'ui.generate.kind.',
      'ui.generate.alphabet.',
      'frame.terms.of.',
    ]
    expect(unused.filter((key) => !composed.some((start) => key.startsWith(start)))).toEqual([])
  })

  it('compile, and have no exclamation marks', () => {
    for (const [key, message] of textsIn(englishMessages)) {
      expect(message, key).not.toContain('!')
      expect(text(key), key).not.toBe('')
    }
  })

  it('take their first key from the folder of the feature', () => {
    expect(featureKey('../features/client-tasks/messages.en.json')).toBe('clientTasks')
  })
})
