import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { ServiceError } from '../shared/contract/errors.ts'
import { readDateTime } from '../shared/presentation-exchange/date-time.ts'
import { isObject, memberOf, textOf } from '../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../shared/presentation-exchange/json.ts'
import type { Registries } from '../src-main/exchange/presentations/open-context.ts'
import type { Registry } from '../src-main/exchange/registries/registry.ts'
import { placeInForm } from '../shared/presentation-exchange/presentation-forms.ts'
import { readJson } from '../shared/strict-json.ts'

export const USAGE = `npm run verify -- presentation.json [--definition FILE] [--challenge TEXT] [--domain TEXT]… [--trust DID]…
  [--schema FILE | URL=FILE]… [--context URL=FILE]… [--did FILE]… [--status-list URL=FILE]… [--now TIME] [--json]
  [--help]

Verifies a presentation: a JSON object, a compact JWS, or either with options as POST /presentations/verify takes them.
Nothing is fetched: contexts, schemas, DID documents and status lists come with the program or from files.
Without --definition only proofs and credentials are verified.

Exit code 0: it is valid; 1: it is not; 2: it could not be read.`

/** What the command line asks for, its files read. */
export interface VerifyCommand {
  readonly body: JsonObject | string
  readonly definition: JsonObject | undefined
  readonly registries: Registries
  /** ISO 8601. */
  readonly now: string
  readonly asJson: boolean
}

/** The command line cannot be followed, or a file cannot be read. */
export class UnreadableInput extends Error {
  override readonly name = 'UnreadableInput'
}

/**
 * @param systemNow what it is when the command line does not say
 * @throws {UnreadableInput} also for a file that is not JSON, or that two readers would take differently
 */
export function readVerifyCommand(args: readonly string[], systemNow: string): VerifyCommand | 'help' {
  const { values, positionals } = parse(args)
  if (values.help) return 'help'
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new UnreadableInput(`name one presentation\n\n${USAGE}`)
  const { now = systemNow } = values
  if (readDateTime(now) === undefined) {
    throw new UnreadableInput('--now must be a date with time and zone, as 2026-11-22T09:00:00Z')
  }
  const { definition, challenge, domain, trust } = values
  const options = {
    ...(challenge !== undefined && { challenge, require_challenge: true }),
    ...(domain.length > 0 && { domain }),
    ...(trust.length > 0 && { trusted_issuers: trust }),
  }
  return {
    body: withOptions(readDocument(path), options),
    definition: definition === undefined ? undefined : readObject(definition),
    registries: registriesFrom(values, now),
    now,
    asJson: values.json,
  }
}

function parse(args: readonly string[]) {
  const one = { type: 'string' } as const
  const many = { type: 'string', multiple: true, default: [] as string[] } as const
  const flag = { type: 'boolean', default: false } as const
  const lists = { domain: many, trust: many, schema: many, context: many, did: many, 'status-list': many }
  const options = { definition: one, challenge: one, now: one, json: flag, help: flag, ...lists }
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    throw new UnreadableInput(`${cause instanceof Error ? cause.message : 'unknown option'}\n\n${USAGE}`, { cause })
  }
}

type Values = ReturnType<typeof parse>['values']

/** A status list that is given counts as new: how old it is nobody said. */
function registriesFrom(values: Values, held_since: string): Registries {
  const lists = values['status-list'].map(urlAndFile)
  return {
    contexts: registryOf(values.context.map(urlAndFile).map(({ url, file }) => [url, readObject(file)])),
    schemas: registryOf(values.schema.map(schemaFrom)),
    dids: registryOf(values.did.map(readObject).map((document) => [idIn(document, ['id']), document])),
    statusLists: registryOf(lists.map(({ url, file }) => [url, { credential: readDocument(file), held_since }])),
    trustList: () => [],
    revision: () => 0,
  }
}

function registryOf<Entry>(entries: readonly (readonly [string, Entry])[]): Registry<Entry> {
  const held = new Map(entries)
  return { find: (key) => held.get(key) }
}

/** Most schemas name themselves; one that does not is given with the URL by which credentials name it. */
function schemaFrom(argument: string): readonly [string, JsonObject] {
  if (ADDRESSED.test(argument)) {
    const { url, file } = urlAndFile(argument)
    return [url, readObject(file)]
  }
  const schema = readObject(argument)
  return [idIn(schema, ['$id', 'id']), schema]
}

function idIn(document: JsonObject, names: readonly string[]): string {
  const id = names.map((name) => textOf(memberOf(document, name))).find((text) => text !== undefined)
  if (id === undefined) throw new UnreadableInput(`a file has no ${names.join(' or ')}: give it as URL=FILE`)
  return id
}

const ADDRESSED = /^([a-z][a-z0-9+.-]*:[^=]+)=(.+)$/i

function urlAndFile(argument: string): { readonly url: string; readonly file: string } {
  const [, url, file] = ADDRESSED.exec(argument) ?? []
  if (url === undefined || file === undefined) throw new UnreadableInput(`${argument} is not URL=FILE`)
  return { url, file }
}

function withOptions(sent: JsonObject | string, options: JsonObject): JsonObject | string {
  if (Object.keys(options).length === 0) return sent
  if (!isObject(sent) || placeInForm(sent).length === 0) return { presentation: sent, options }
  const inside = memberOf(sent, 'options')
  return { ...sent, options: isObject(inside) ? { ...inside, ...options } : options }
}

function readObject(path: string): JsonObject {
  const document = readDocument(path)
  if (!isObject(document)) throw new UnreadableInput(`${path} is not a JSON object`)
  return document
}

const COMPACT_JWS = /^[\w-]+\.[\w-]*\.[\w-]+$/

/** A JSON object, or a compact JWS with or without the quotes of a JSON string. */
function readDocument(path: string): JsonObject | string {
  const bytes = readBytes(path)
  const text = bytes.toString().trim()
  if (COMPACT_JWS.test(text)) return text
  const document = readNamed(path, bytes)
  if (typeof document === 'string' || isObject(document)) return document
  throw new UnreadableInput(`${path} is neither a JSON object nor a compact JWS`)
}

function readNamed(path: string, bytes: Uint8Array): unknown {
  try {
    return readJson(bytes)
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause
    throw new UnreadableInput(`${path}: ${cause.message.replace(/^The body/, 'it')}`, { cause })
  }
}

function readBytes(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch (cause) {
    throw new UnreadableInput(`${path} cannot be read: ${cause instanceof Error ? cause.message : ''}`, { cause })
  }
}
