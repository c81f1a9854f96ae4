// Proves docs/contract/window.md, Languages.

import { afterEach, describe, expect, it } from 'vitest'
import { ruleText } from '../../shared/rule-text.ts'
import { z } from 'zod'
import * as english from './english.ts'
import * as german from './german.ts'
import type { Messages } from './i18n.ts'
import { i18n, text } from './i18n.ts'
import { languageOf, speak } from './languages.ts'
import { rulePhrase, useRulePhrases } from './rule-phrases.ts'

function textsIn(messages: Messages, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(messages).flatMap(([key, value]) => {
    const here = path ? `${path}.${key}` : key
    return typeof value === 'string' ? [[here, value] as const] : textsIn(value, here)
  })
}

const inEnglish = new Map(textsIn(english.messages))
const inGerman = new Map(textsIn(german.messages))
const both = [...inEnglish].flatMap(([key, text]) => {
  const said = inGerman.get(key)
  return said === undefined ? [] : [{ key, text, said }]
})
const placeholders = (message: string): readonly string[] =>
  [...new Set([...message.matchAll(/\{[^}]*\}/g)].map(String))].sort()
const forms = (message: string): number => message.split(' | ').length

/** What both languages say in the same words: names, terms of the field, and what is typed or called. */
const SAME = new Set([
  ...['.http', 'CSV', 'DID', 'JSON', 'JSON Lines', 'JSON Web Token', 'JWT', 'RSA', 'SHA-256', 'URL', 'curl', 'ms'],
  ...['Admin', 'Agent', 'Client', 'Code', 'Definition', 'Demo', 'Details', 'Format', 'Id', 'Live', 'Name'],
  ...['Operation', 'Optional', 'optional', 'Passphrase', 'Person', 'Problem', 'Schema', 'Status', 'System', 'Text'],
  ...['Token', 'Uploads', 'Vaultbench', 'Version', 'Wallet', 'Website', 'Format {name}', 'Schema {number}'],
  ...[
    '{count} ms',
    '{ms} ms',
    '{seconds} s',
    '{speed}/s',
    '{page} – {workspace} – Vaultbench',
    'POST /workbench/users',
  ],
  ...['SDK', 'fetch'],
  'status:4xx path:items actor:bob',
])

describe('German', () => {
  it('says everything that English says, and nothing else', () => {
    const missing = [...inEnglish].filter(([key]) => !inGerman.has(key)).map(([key, text]) => `${key}: ${text}`)

    expect(missing).toEqual([])
    expect([...inGerman.keys()].filter((key) => !inEnglish.has(key))).toEqual([])
  })

  it('fills in the same values, in as many forms for numbers', () => {
    const other = both.filter(
      ({ text, said }) => String(placeholders(text)) !== String(placeholders(said)) || forms(text) !== forms(said),
    )

    expect(other).toEqual([])
  })

  it('is German: nothing was left in English but what both say alike', () => {
    const left = both.filter(({ text, said }) => text === said && /\p{L}/u.test(text.replace(/\{[^}]*\}/g, '')))

    expect(left.filter(({ text }) => !SAME.has(text))).toEqual([])
  })

  it('has no exclamation marks', () => {
    expect(both.filter(({ said }) => said.includes('!'))).toEqual([])
  })
})

describe('the language of the window', () => {
  afterEach(async () => {
    localStorage.clear()
    await speak('en')
  })

  it.each([
    ['system', ['de-CH', 'en'], 'de'],
    ['system', ['fr-FR', 'de'], 'de'],
    ['system', ['fr-FR'], 'en'],
    ['system', [], 'en'],
    ['en', ['de'], 'en'],
    ['de', ['en-GB'], 'de'],
  ] as const)('of the choice %s, with a system that speaks %j, is %s', (choice, system, language) => {
    expect(languageOf(choice, system)).toBe(language)
  })

  it('is spoken at once: texts, dates, and what the page says of itself', async () => {
    await speak('de')

    expect(text('ui.cancel')).toBe('Abbrechen')
    expect(i18n.global.d(new Date('2026-12-24T12:00:00Z'), 'date')).toBe('24. Dez. 2026')
    expect(document.documentElement.lang).toBe('de')
  })

  it('is the one that was asked for last', async () => {
    await Promise.all([speak('de'), speak('en')])

    expect(i18n.global.locale.value).toBe('en')
  })
})

describe('rules of values', () => {
  afterEach(() => {
    useRulePhrases({})
  })

  it.each([
    [z.string().min(1), '', 'darf nicht leer sein'],
    [z.string().min(8), 'a', 'muss mindestens 8 Zeichen haben'],
    [z.string().max(2), 'abc', 'darf nicht länger als 2 Zeichen sein'],
    [z.int().min(1).max(500), 0, 'muss eine ganze Zahl von 1 bis 500 sein'],
    [z.uuid(), 'x', 'muss eine UUID sein'],
    [z.enum(['a', 'b']), 'c', 'muss eines von "a", "b" sein'],
  ])('are said in the language of the window: %#', (schema, value, said) => {
    useRulePhrases(german.rules)

    expect(
      schema.safeParse(value, { error: ruleText }).error?.issues.map(({ message }) => rulePhrase(message)),
    ).toEqual([said])
  })

  it('are left as they are without words for them', () => {
    useRulePhrases(german.rules)

    expect(rulePhrase('sounds odd')).toBe('sounds odd')
  })
})
