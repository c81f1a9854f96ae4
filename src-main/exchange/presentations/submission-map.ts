import type { CheckCode } from '../../../shared/presentation-exchange/check-codes.ts'
import { SD_JWT_FORMATS } from '../../../shared/presentation-exchange/candidate.ts'
import type { Budget } from '../../../shared/presentation-exchange/budget.ts'
import { BudgetSpent } from '../../../shared/presentation-exchange/budget.ts'
import {
  CHECKED_FORMATS,
  JWT_FORMATS,
  LINKED_DATA_FORMATS,
  UNSUPPORTED_FORMATS,
} from '../../../shared/presentation-exchange/definition.ts'
import { isObject, memberOf, textOf, valueAt } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject, Location } from '../../../shared/presentation-exchange/json.ts'
import { PathFault, preparePath } from '../../../shared/presentation-exchange/json-path.ts'
import type { PreparedPath, Selected } from '../../../shared/presentation-exchange/json-path.ts'
import { readJsonPart } from '../proofs/jws.ts'
import { unlessFault } from '../proofs/proof-fault.ts'
import type { Finding } from './check-row.ts'
import type { Presentation, SentCredential, Token } from './presentation.ts'
import { phrase } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'

/** One entry of a descriptor map, and the credential it leads to. */
export interface MapEntry {
  readonly id: string
  readonly path: string
  /** Undefined if the entry is invalid. */
  readonly credential: SentCredential | undefined
  /** Its place is within the entry. */
  readonly fault: Finding | undefined
}

const MAX_DEPTH = 4

/** Ends the reading of an entry; becomes a finding of `submission.map`. */
class MapFault extends Error {
  override readonly name = 'MapFault'
  readonly finding: Finding

  constructor(finding: Finding) {
    super(textOf(finding.message))
    this.finding = finding
  }
}

interface MapContext {
  readonly token: Token
  /** Ids of the descriptors of the definition. */
  readonly descriptors: ReadonlySet<string>
  /** Shared by all entries: paths come from strangers. */
  readonly budget: Budget
}

/** Follows each entry to its credential. The entries are objects with texts, by `submission.shape`. */
export function followMap(entries: readonly JsonObject[], context: MapContext): readonly MapEntry[] {
  const seen = new Set<string>()
  return entries.map((entry) => {
    const [id, path] = [text(entry, 'id'), text(entry, 'path')]
    try {
      checkId(id, seen, context)
      return { id, path, credential: follow(entry, context), fault: undefined }
    } catch (error) {
      if (!(error instanceof MapFault)) throw error
      return { id, path, credential: undefined, fault: error.finding }
    } finally {
      seen.add(id)
    }
  })
}

function checkId(id: string, seen: ReadonlySet<string>, { descriptors }: MapContext): void {
  if (!descriptors.has(id)) throw fault('descriptor_unknown', ['id'], 'the definition has no such descriptor', id)
  if (seen.has(id)) throw fault('descriptor_mapped_twice', ['id'], 'another entry answers this descriptor', id)
}

/** An entry, or a `path_nested` in it, with its place in the entry. */
interface Level {
  readonly entry: JsonObject
  readonly at: Location
}

function follow(entry: JsonObject, { token, budget }: MapContext): SentCredential {
  let level: Level = { entry, at: [] }
  let selected = selectOne(level, rootsOfToken(token), budget)
  for (;;) {
    const nested = nestedLevel(level, text(entry, 'id'))
    const presentation = presentationAt(selected.value, token)
    checkFormat(level, formatsOf(selected.value, presentation, nested === undefined))
    if (nested === undefined) return credentialAt(selected, presentation, token, level)
    const roots = rootsWithin(selected.value, presentation)
    if (roots === undefined)
      throw fault('format_mismatch', level.at, 'what is around it is neither an object nor a JWT')
    level = nested
    selected = selectOne(level, roots, budget)
  }
}

function nestedLevel({ entry, at: outer }: Level, id: string): Level | undefined {
  const nested = memberOf(entry, 'path_nested')
  if (nested === undefined) return undefined
  const at = [...outer, 'path_nested']
  if (at.length > MAX_DEPTH) throw fault('nested_too_deep', at, phrase`path_nested may go ${MAX_DEPTH} levels deep`)
  if (isObject(nested) && memberOf(nested, 'id') === id) return { entry: nested, at }
  const actual = textOf(memberOf(nested, 'id'))
  throw fault('nested_id_mismatch', [...at, 'id'], 'path_nested must repeat the id of its entry', actual)
}

/** Selects on the first root where the path selects anything. */
function selectOne(level: Level, roots: readonly unknown[], budget: Budget): Selected {
  const place = [...level.at, 'path']
  const path = pathOf(level)
  try {
    const found = roots.map((root) => path.select(root, 2, budget)).find(({ length }) => length > 0) ?? []
    const [first, ...others] = found
    if (first === undefined) throw fault('path_no_match', place, 'the path selects nothing', path.text)
    if (others.length > 0) throw fault('path_ambiguous', place, 'the path selects more than one value', path.text)
    return first
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error
    throw fault('timeout', place, 'following the path takes more work than allowed', path.text)
  }
}

const MAX_KEPT_PATHS = 100
const keptPaths = new Map<string, PreparedPath>()

/** Nearly all wallets send the same few paths. */
function pathOf({ entry, at }: Level): PreparedPath {
  const path = text(entry, 'path')
  try {
    const prepared = keptPaths.get(path) ?? preparePath(path)
    if (keptPaths.size >= MAX_KEPT_PATHS) keptPaths.clear()
    keptPaths.set(path, prepared)
    return prepared
  } catch (error) {
    if (!(error instanceof PathFault)) throw error
    throw fault('path_invalid', [...at, 'path'], phrase`the path is not RFC 9535: ${error.message}`, path)
  }
}

function checkFormat({ entry, at }: Level, fitting: readonly string[]): void {
  const format = text(entry, 'format')
  const place = [...at, 'format']
  if (!CHECKED_FORMATS.includes(format)) throw fault('format_unknown', place, uncheckedFormat(format), format)
  if (fitting.includes(format)) return
  throw fault('format_mismatch', place, 'the format is not that of what the path selects', format)
}

/** Includes only registered names: others can be texts of any length from a stranger. */
function uncheckedFormat(format: string): Message {
  const [name, checked] = [UNSUPPORTED_FORMATS.get(format), CHECKED_FORMATS.join(', ')]
  return name === undefined
    ? phrase`this is not a claim format; what can be checked here: ${checked}`
    : phrase`the format ${`${format} (${name})`} cannot be checked here, only ${checked}`
}

/** The presentation that a value is as a whole. */
function presentationAt(value: unknown, { value: whole, presentations }: Token): Presentation | undefined {
  return presentations.find(
    (one) => value === one.document || value === one.sent || value === valueAt(whole, one.within),
  )
}

/**
 * What the format of a value may be called: a credential where the way ends, else whatever it is decoded as. A
 * presentation may stand for the only credential in it.
 */
function formatsOf(value: unknown, presentation: Presentation | undefined, isLast: boolean): readonly string[] {
  if (presentation?.sdJwt !== undefined) return SD_JWT_FORMATS
  if (presentation !== undefined) return presentation.format === 'jwt_vp' ? JWT_FORMATS : LINKED_DATA_FORMATS
  const formats = typeof value === 'string' ? JWT_FORMATS : LINKED_DATA_FORMATS
  return formats.filter((name) => !isLast || !name.includes('_vp'))
}

/** Paths begin at the only presentation, else at the list of all of them. */
function rootsOfToken({ value, presentations }: Token): readonly unknown[] {
  const [only] = presentations
  if (Array.isArray(value) || only === undefined) return [value]
  return only.sdJwt === undefined ? rootsOf(only) : [value]
}

/** Paths into a presentation begin at it; those into a JWT may also begin at its payload. */
function rootsOf({ document, sent }: Presentation): readonly JsonObject[] {
  return document === sent ? [document] : [document, sent]
}

/**
 * The starts of a path below a value. Below a JWT presentation, the one that was sent or one inside of it, some wallets
 * begin at `vp` and others at the payload, as `$.vp.verifiableCredential[0]`: both are tried, in the order of {@link
 * rootsOf}.
 *
 * @returns undefined for what is neither an object nor a JWT
 */
function rootsWithin(value: unknown, presentation: Presentation | undefined): readonly JsonObject[] | undefined {
  if (presentation !== undefined) return presentation.sdJwt === undefined ? rootsOf(presentation) : undefined
  if (isObject(value)) return [value]
  const payload = unlessFault(() => readJsonPart(textOf(value)?.split('.')[1] ?? ''))
  const vp = memberOf(payload, 'vp')
  return payload && (isObject(vp) ? [vp, payload] : [payload])
}

// eslint-disable-next-line max-params -- what was selected, and where
function credentialAt(
  { value, location }: Selected,
  presentation: Presentation | undefined,
  { presentations }: Token,
  { at }: Level,
): SentCredential {
  const [only, ...others] = presentation?.credentials ?? []
  if (only !== undefined && others.length === 0) return only
  // The same JWT may be there twice.
  const same = presentations
    .flatMap(({ credentials }) => credentials)
    .filter((credential) => credential.value === value)
  const found = same.find((credential) => credential.location.at(-1) === location.at(-1)) ?? same[0]
  if (found === undefined || presentation !== undefined) {
    throw fault('path_not_a_credential', [...at, 'path'], 'the path does not select a credential of this presentation')
  }
  return found
}

function text(entry: JsonObject, name: string): string {
  return textOf(memberOf(entry, name)) ?? ''
}

// eslint-disable-next-line max-params -- the parts of a finding
function fault(code: CheckCode, location: Location, message: Message, actual?: string): MapFault {
  return new MapFault({ code, location, message, actual: actual ?? null })
}
