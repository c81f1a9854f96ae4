// Proves docs/contract/window.md, Languages.

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import ts from 'typescript'
import { ERROR_CATALOGUE, faultSentence } from '../../shared/contract/errors.ts'
import { ORGANIZATION_POLICY } from '../../shared/contract/organization-rights.ts'
import type { OrganizationOperationName } from '../../shared/contract/organization-rights.ts'
import { DEMO_SCHEMAS } from '../../shared/demo-credentials/demo-schemas.ts'
import { READY_DEFINITIONS } from '../../shared/demo-credentials/ready-definitions.ts'
import { CHECK_CODES } from '../../shared/presentation-exchange/check-codes.ts'
import { DEFINITION_CODES } from '../../shared/presentation-exchange/definition-faults.ts'
import { asPhrase, phrase, messageFields } from '../../shared/phrase.ts'
import { rule, ruleOf, ruleText } from '../../shared/rule-text.ts'
import { z } from 'zod'
import { readyTemplates } from '../features/definitions/templates.ts'
import { claimName, fieldName } from '../features/wallet/phone/asked-text.ts'
import { operationText } from '../features/organizations/operation-text.ts'
import titles from '../parts/scenarios/scenario-titles.json'
import * as english from './english.ts'
import * as german from './german.ts'
import type { Messages } from './i18n.ts'
import { i18n, text } from './i18n.ts'
import { languageOf, speak } from './languages.ts'
import {
  NO_WORDS,
  phraseIn,
  servicePhrase,
  serviceSentence,
  suppliedText,
  useServiceWords,
  withSuppliedTexts,
} from './service-words.ts'
import supplied from './supplied.de.json'

function textsIn(messages: Messages, path = ''): readonly (readonly [string, string])[] {
  return Object.entries(messages).flatMap(([key, value]) => {
    const here = path ? `${path}.${key}` : key
    return typeof value === 'string' ? [[here, value] as const] : textsIn(value, here)
  })
}

const files = Object.entries(
  import.meta.glob<string>('../**/*.json', { query: '?raw', import: 'default', eager: true }),
)

/** Keys of an object and of what is in it. */
function keysIn(value: object): number {
  const inner = Object.values(value).filter((one): one is object => typeof one === 'object' && one !== null)
  return Object.keys(value).length + inner.reduce((sum, one) => sum + keysIn(one), 0)
}

const inEnglish = new Map(
  textsIn({ ...english.messages, wallet: { ...(english.messages['wallet'] as Messages), scenario: titles } }),
)
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
  ...[
    '.http',
    'CSV',
    'DCQL',
    'DID',
    'JSON',
    'JSON in {language}',
    'JSON Lines',
    'JSON Web Token',
    'JWT',
    'PE',
    'Presentation Exchange',
    'RSA',
    'SHA-256',
    'TypeScript',
    'URL',
    'curl',
    'ms',
  ],
  ...[
    'Admin',
    'Agent',
    'Client',
    'Code',
    'Definition',
    'Delegation',
    'Demo',
    'Details',
    'Format',
    'Id',
    'Live',
    'Name',
  ],
  ...['Operation', 'Optional', 'optional', 'Passphrase', 'Person', 'Problem', 'Schema', 'Status', 'System', 'Text'],
  ...['Token', 'Uploads', 'Vaultbench', 'Version', 'Wallet', 'Website', 'Format {name}', 'Schema {number}'],
  ...['{count} ms', '{ms} ms', '{seconds} s', '{speed}/s', '{page} – {workspace} – Vaultbench'],
  ...['SDK', 'fetch'],
  'status:4xx path:items actor:bob',
])

it.each(files)('%s › has no key twice, of which the first would be lost', (_, raw) => {
  expect(raw.match(/"(?:[^"\\]|\\.)*"\s*:/g)).toHaveLength(keysIn(JSON.parse(raw) as object))
})

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

const includesAll = (all: readonly string[], some: readonly string[]): boolean => some.every((one) => all.includes(one))

const sources = Object.values(
  import.meta.glob<string>(['../../{shared,src-main}/**/*.ts', '!../../**/*.spec.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)
const program = sources.join('\n')

/** Whether the source of the service has a text, as it is or as a sentence. */
function isText(phrase: string): boolean {
  const capital = `${phrase.charAt(0).toUpperCase()}${phrase.slice(1)}`
  return [phrase, capital, `${capital}.`].some((text) =>
    [`'${text.replaceAll("'", "\\'")}'`, `"${text}"`, `\`${text}\``].some((written) => program.includes(written)),
  )
}

/** What the tags `phrase` and `rule` stand before in the source of the service, each once. */
function templatesOf(): readonly string[] {
  const found = new Set<string>()
  const visit = (node: ts.Node): void => {
    if (ts.isTaggedTemplateExpression(node) && /^(?:phrase|rule)$/.test(node.tag.getText())) {
      const { template } = node
      if (ts.isNoSubstitutionTemplateLiteral(template)) found.add(template.text)
      else
        found.add(
          [template.head, ...template.templateSpans.map(({ literal }) => literal)]
            .map(({ text }) => text)
            .reduce((all, text, number) => `${all}{${number}}${text}`),
        )
    }
    ts.forEachChild(node, visit)
  }
  for (const source of sources) {
    if (/\b(?:phrase|rule)`/.test(source)) visit(ts.createSourceFile('one.ts', source, ts.ScriptTarget.Latest, true))
  }
  return [...found]
}

const templates = templatesOf()
/** A sentence is looked up without its capital letter and full stop too. */
const asLookedUp = (template: string): readonly string[] => [template, phraseIn(template)]

describe('words of the service', () => {
  beforeEach(() => {
    useServiceWords(german.serviceWords)
  })
  afterEach(() => {
    useServiceWords(NO_WORDS)
  })

  it.each([
    ['error', Object.keys(ERROR_CATALOGUE)],
    ['check', Object.values(CHECK_CODES).flat()],
    ['definition', DEFINITION_CODES],
  ] as const)('are there for every code: %s', (kind, codes) => {
    expect(Object.keys(german.serviceWords.codes[kind]).sort()).toEqual([...codes].sort())
  })

  it('are whole sentences', () => {
    const sentences = Object.values(german.serviceWords.codes).flatMap((said) => Object.values(said))

    expect(sentences.filter((said) => !/^[\p{Lu}„@].*\.$/u.test(said))).toEqual([])
  })

  it('are of templates and texts that the service still has, with the same values', () => {
    const made = new Set(templates.flatMap(asLookedUp))

    expect(Object.keys(german.serviceWords.phrases).filter((one) => !made.has(one) && !isText(one))).toEqual([])
    expect(
      Object.entries(german.serviceWords.phrases).filter(
        ([phrase, said]) => !includesAll(placeholders(phrase), placeholders(said)),
      ),
    ).toEqual([])
  })

  it('are there for every template that the service makes a text of', () => {
    const known = Object.keys(german.serviceWords.phrases)

    expect(templates.length).toBeGreaterThan(150)
    expect(templates.filter((template) => !asLookedUp(template).some((one) => known.includes(one)))).toEqual([])
  })

  it('are there for what each operation of an organization does', () => {
    const summaries = Object.keys(ORGANIZATION_POLICY).map((name) => operationText(name as OrganizationOperationName))

    expect(summaries.filter((summary) => program.includes(`'${summary}'`))).toEqual([])
  })

  it.each([
    ['error', 'not_found', 'You have no item with this id.', 'Einen Eintrag mit dieser Id gibt es hier nicht.'],
    [
      'error',
      'invalid_params',
      faultSentence({ path: 'item.label', rule: 'must not be empty' }),
      '`item.label` darf nicht leer sein.',
    ],
    [
      'error',
      'invalid_params',
      faultSentence({
        path: 'item.slots[2].label',
        name: 'Colour',
        rule: phrase`must not be longer than ${255} characters`,
      }),
      '`item.slots[2].label` ("Colour") darf nicht länger als 255 Zeichen sein.',
    ],
    [
      'error',
      'name_taken',
      faultSentence({ path: 'name', rule: 'sounds odd' }),
      '`name`: Dieser Name ist schon vergeben.',
    ],
    ['error', 'name_taken', 'Sounds odd.', 'Dieser Name ist schon vergeben.'],
    ['error', 'odd', 'sounds odd', 'Sounds odd.'],
    ['check', 'descriptor_missing', phrase`nothing answers ${'licence'}`, 'Nichts beantwortet licence.'],
    ['check', 'issuer_untrusted', '', 'Dem Aussteller wird hier nicht vertraut.'],
    [
      'check',
      'requirement_unsatisfied',
      phrase`${'Group A'} needs ${phrase`at least ${2}`}, and ${1} are answered`,
      'Group A braucht mindestens 2; beantwortet sind 1.',
    ],
    [
      'definition',
      'id_ignored',
      phrase`${'/id'} ${asPhrase('the exchange gives the id')}`,
      '/id: Die Id vergibt die Nachweisprüfung.',
    ],
  ] as const)('tell %s %s: %j', (kind, code, words, said) => {
    expect(serviceSentence(kind, { code, ...messageFields(words) })).toBe(said)
  })

  it('are chosen by the template, whatever the text looks like', () => {
    const named = messageFields(phrase`There is a workspace named ${'x'} already.`).message

    expect(serviceSentence('error', { code: 'name_taken', message: named })).toBe('Dieser Name ist schon vergeben.')
    expect(servicePhrase('must have 3 characters')).toBe('must have 3 characters')
  })

  it('leave every value as it is, also one that reads as other words of the service or holds signs of a template', () => {
    const held = fc.oneof(
      fc.constantFrom(
        ...templates,
        ...Object.keys(german.serviceWords.phrases),
        '{1}',
        '{2}',
        '$1',
        '$&',
        'a\nb',
        '". "',
        ' already.',
      ),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.constantFrom(...templates), fc.array(held, { minLength: 9, maxLength: 9 }), (template, values) => {
        const [said = ''] = asLookedUp(template).flatMap((one) => german.serviceWords.phrases[one] ?? [])
        const parts = said.split(/(\{\d\})/)
        const expected = parts.map((part) => (/^\{\d\}$/.test(part) ? values[Number(part[1]) - 1] : part)).join('')
        expect(servicePhrase({ template, values })).toBe(expected)
      }),
    )
  })

  it('say phrases in a phrase in the language of the window, and the rest in English where one is not known', () => {
    const inner = asPhrase('the sealed key was changed')

    expect(servicePhrase(phrase`What is stored does not open: ${inner}.`)).toBe(
      'Was gespeichert ist, lässt sich nicht öffnen: der verschlüsselte Schlüssel wurde geändert.',
    )
    expect(servicePhrase(phrase`sounds odd: ${inner}`)).toBe('sounds odd: der verschlüsselte Schlüssel wurde geändert')
  })

  it('are its own in English', () => {
    useServiceWords(NO_WORDS)

    expect(serviceSentence('error', { code: 'not_found', message: 'nothing of that name' })).toBe(
      'Nothing of that name.',
    )
    expect(servicePhrase(phrase`must be ${phrase`at least ${2}`}`)).toBe('must be at least 2')
  })

  it.each([
    [z.string().min(1), '', 'darf nicht leer sein'],
    [z.string().min(8), 'a', 'muss mindestens 8 Zeichen haben'],
    [z.string().max(2), 'abc', 'darf nicht länger als 2 Zeichen sein'],
    [z.int().min(1).max(500), 0, 'muss eine ganze Zahl von 1 bis 500 sein'],
    [z.uuid(), 'x', 'muss eine UUID sein'],
    [z.enum(['a', 'b']), 'c', 'muss eines von "a", "b" sein'],
    [z.union([z.string(), z.int().min(1).max(9)]), {}, 'muss ein Text oder eine ganze Zahl von 1 bis 9 sein'],
    [z.string().refine(() => false, rule`must not have more than ${3} pairs`), '', 'darf nicht mehr als 3 Paare haben'],
  ])('are said in the language of the window, as rules of values: %#', (schema, value, said) => {
    const { error } = schema.safeParse(value, { error: ruleText })

    expect(error?.issues.map((issue) => servicePhrase(ruleOf(issue)))).toEqual([said])
  })

  it('are left as they are without words for them', () => {
    expect(servicePhrase('sounds odd')).toBe('sounds odd')
    expect(servicePhrase(phrase`sounds ${'odd'}`)).toBe('sounds odd')
  })
})

/** Texts under these members, and what properties are called where nothing but their name is known. */
function suppliedIn(value: unknown, members: readonly string[]): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => suppliedIn(one, members))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]: readonly [string, unknown]) => [
    ...(members.includes(name) && typeof one === 'string' ? [one] : []),
    ...(name === 'properties' ? Object.keys(Object(one)).map(claimName) : []),
    ...suppliedIn(one, members),
  ])
}

describe('texts that come with the program', () => {
  const schemas = DEMO_SCHEMAS.flatMap(({ schema }) => suppliedIn(schema, ['title', 'description']))
  const definitions = suppliedIn(READY_DEFINITIONS, ['name', 'purpose'])

  afterEach(() => {
    useServiceWords(NO_WORDS)
  })

  it('have German ones, each of them, and none is said that is not there any more', () => {
    expect(schemas.length).toBeGreaterThan(definitions.length)
    expect(Object.keys(supplied).sort()).toEqual([...new Set([...schemas, ...definitions])].sort())
  })

  it('are said in the language of the window, and what people wrote is left', () => {
    const asked = {
      name: 'Driving licence',
      purpose: 'Ours',
      constraints: { fields: [{ name: 'Town', path: ['Town'], filter: { const: 'Town' } }] },
    }

    useServiceWords(german.serviceWords)

    expect(withSuppliedTexts(asked)).toEqual({
      name: 'Führerschein',
      purpose: 'Ours',
      constraints: { fields: [{ name: 'Ort', path: ['Town'], filter: { const: 'Town' } }] },
    })
    expect([suppliedText('Family car'), suppliedText('toString')]).toEqual(['Family car', 'toString'])
    expect(fieldName({ name: null, path: '$.credentialSubject.birthDate' })).toBe('Geburtsdatum')
  })

  it('stand in the gallery of definitions, and in what is made from it', () => {
    useServiceWords(german.serviceWords)
    const template = readyTemplates().find(({ key }) => key === 'car-hire')

    expect(template).toMatchObject({ name: 'Autovermietung', inputs: ['Führerschein', 'Altersnachweis'] })
    expect(template?.definition).toMatchObject({ name: 'Autovermietung', purpose: template?.purpose })
  })

  it('are their own in English', () => {
    expect(DEMO_SCHEMAS.map(({ title }) => suppliedText(title))).toEqual(DEMO_SCHEMAS.map(({ title }) => title))
  })
})
