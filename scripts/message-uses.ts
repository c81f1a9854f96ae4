import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { visit } from 'jsonc-parser'
import { featureKey } from '../src-renderer/i18n/i18n.ts'

/*
 * Where the window says what: its messages in both languages, the sources that name each of them, in full or by a pattern
 * (`oneOf` of src-renderer/i18n/i18n.ts), and the screens that a source is part of.
 */

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const WINDOW = 'src-renderer'

/** A text of the window, `said` by language, with the `lines` of the files where it stands. */
export interface Message {
  readonly key: string
  readonly said: Readonly<Record<string, string>>
  readonly lines: Readonly<Record<string, string>>
}

export interface Source {
  readonly path: string
  readonly code: string
}

/** A line of a source that names a message, `as` it stands there. */
export interface Use {
  readonly path: string
  readonly line: number
  readonly as: string
}

/** Sources of the window, without specs. */
export function windowSources(): readonly Source[] {
  return sourcesAt(`${WINDOW}/**/*.{ts,vue}`).filter(({ path }) => !path.endsWith('.spec.ts'))
}

export const journeySources = (): readonly Source[] => sourcesAt('tests/journeys/**/*.ts')

/** Paths are from the root of the project. */
function sourcesAt(pattern: string): readonly Source[] {
  return globSync(pattern, { cwd: ROOT })
    .sort()
    .map((path) => ({ path, code: readFileSync(join(ROOT, path), 'utf8') }))
}

/** Every message: those of the kit, those of each feature under the name of its folder, and the titles of scenarios. */
export function windowMessages(): readonly Message[] {
  const found = new Map<string, Message>()
  const read = (language: string, path: string, folder?: string): void => {
    visit(readFileSync(join(ROOT, path), 'utf8'), {
      onLiteralValue(text: unknown, _offset, _length, line, _character, pathOf) {
        const key = [...(folder === undefined ? [] : [folder]), ...pathOf()].join('.')
        const { said, lines } = found.get(key) ?? { said: {}, lines: {} }
        const place = `${path}:${String(line + 1)}`
        found.set(key, { key, said: { ...said, [language]: String(text) }, lines: { ...lines, [language]: place } })
      },
    })
  }
  for (const language of ['en', 'de'])
    for (const path of globSync(`${WINDOW}/{i18n/${language},features/*/messages.${language}}.json`, { cwd: ROOT }))
      read(language, path, path.includes('/features/') ? featureKey(path) : undefined)
  read('en', `${WINDOW}/parts/scenarios/scenario-titles.json`, 'wallet.scenario')
  return [...found.values()]
}

/** Whether somebody means a key: all of it, its end or its beginning, in whole words. */
export function isPartOfKey(key: string, read: string): boolean {
  return read !== '' && `.${key}.`.includes(`.${read}.`)
}

/** Lines of journeys that have a text in quotes, as a person would read it; one with placeholders is not looked for. */
export function journeysThatRead(text: string, journeys: readonly Source[]): readonly string[] {
  if (text === '' || text.includes('{')) return []
  const quoted = new RegExp(`(['"\`])${escaped(text)}\\1`)
  return journeys.flatMap(({ path, code }) =>
    code.split('\n').flatMap((line, index) => (quoted.test(line) ? [`${path}:${String(index + 1)}`] : [])),
  )
}

/** The keys that a pattern of `oneOf` can be: `*` is a part without dots, `**` one with them, `{a,b}` a list. */
export function keysOf(pattern: string): RegExp {
  const parts = pattern.split(/(\*+|\{[^}]*\})/).map((part) => {
    if (part.startsWith('{')) return `(?:${part.slice(1, -1).replaceAll(',', '|')})`
    return { '*': '[\\w+-]+', '**': '.+' }[part] ?? escaped(part)
  })
  return new RegExp(`^${parts.join('')}$`)
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The sources that name each of the keys, in full or by a pattern. */
export function usesOf(keys: readonly string[], sources: readonly Source[]): ReadonlyMap<string, readonly Use[]> {
  const uses = new Map(keys.map((key) => [key, [] as Use[]]))
  for (const use of sources.flatMap(keysNamedIn))
    for (const key of /[*{]/.test(use.as) ? keysMade(use.as) : [use.as]) uses.get(key)?.push(use)
  return uses

  function keysMade(pattern: string): readonly string[] {
    const made = keysOf(pattern)
    return keys.filter((key) => made.test(key))
  }
}

/** Possible keys: words with dots between them, in quotes. */
function keysNamedIn({ path, code }: Source): readonly Use[] {
  return code
    .split('\n')
    .flatMap((text, index) =>
      [...text.matchAll(/['"]([\w-]+(?:\.[\w*{},-]+)+)['"]/g)].map(([, as = '']) => ({ path, line: index + 1, as })),
    )
}

/** Lines that put a key together themselves, where `oneOf` belongs. */
export function composedElsewhere(keys: readonly string[], sources: readonly Source[]): readonly string[] {
  return sources.flatMap(({ path, code }) =>
    [...code.matchAll(/(?<!\bid: )`([a-zA-Z][\w-]*\.[\w.-]*)\$\{|['"]([a-zA-Z][\w-]*\.(?:[\w-]+\.)*)['"] ?\+/g)]
      .filter(([, template, sum]) => keys.some((key) => key.startsWith(template ?? sum ?? '')))
      .map(([begin]) => `${path}: ${begin}`),
  )
}

/**
 * Whether a message says what somebody reads: the text as a whole or a part of it, whatever stands where the message has
 * a placeholder, in any of its forms for numbers. Upper and lower case are the same.
 */
export function says(message: string, read: string): boolean {
  const wanted = read.trim().toLowerCase()
  return message
    .toLowerCase()
    .split(' | ')
    .some((form) => {
      if (form.includes(wanted)) return true
      const words = form.split(/\{[^}]*\}/)
      if (words.length === 1 || words.join('').trim().length < 4) return false
      return new RegExp(`^${words.map(escaped).join('.+')}$`, 's').test(wanted)
    })
}

/**
 * The routes whose screen a source is part of, by the modules that import each other; `every screen` is what the frame
 * around them has.
 */
export function screensOf(path: string, sources: readonly Source[]): readonly string[] {
  const users = new Map<string, string[]>()
  for (const source of sources)
    for (const [, named = ''] of source.code.matchAll(/(?:from|import|import\() ?'(\.{1,2}\/[^']+)'/g)) {
      const imported = relative(ROOT, join(ROOT, dirname(source.path), named))
      users.set(imported, [...(users.get(imported) ?? []), source.path])
    }
  const reached = new Set([path])
  for (const one of reached) if (!one.endsWith('/routes.ts')) for (const user of users.get(one) ?? []) reached.add(user)
  const everywhere = reached.has(`${WINDOW}/App.vue`) ? ['every screen'] : []
  const screens = sources
    .filter((one) => reached.has(one.path) && one.path.endsWith('/routes.ts'))
    .flatMap((one) => routesIn(one).filter(({ component }) => reached.has(component)))
    .map(({ name }) => name)
  return [...everywhere, ...screens]
}

function routesIn({ path, code }: Source): readonly { readonly name: string; readonly component: string }[] {
  return [...code.matchAll(/routeTo\(\s*'([\w-]+)',\s*\(\) => import\('([^']+)'\)/g)].map(
    ([, name = '', component = '']) => ({ name, component: join(dirname(path), component) }),
  )
}
