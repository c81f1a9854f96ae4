import { performance } from 'node:perf_hooks'
import { ServiceError } from '../../shared/contract/errors.ts'
import { readDateTime } from '../../shared/presentation-exchange/date-time.ts'
import type { Check, Verification } from '../../shared/contract/presentations.ts'
import { isObject, memberOf, textOf } from '../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../shared/presentation-exchange/json.ts'
import { UsageError } from '../composition/command-options.ts'
import type { Registries } from '../exchange/presentations/open-context.ts'
import { verifyOnce } from '../exchange/presentations/verify-once.ts'
import { exchangeVerifier } from '../exchange/threads/exchange-verifier.ts'
import type { Registry } from '../exchange/registries/registry.ts'
import { readTrustAnchor, trustAnchorsIn } from '../exchange/registries/trust-anchors.ts'
import { placeInForm } from '../../shared/presentation-exchange/presentation-forms.ts'
import { jsonOfFile, textOfFile, UnreadableFile } from '../../shared/file-text.ts'
import { isoTime, systemClock } from '../service/ports.ts'
import { CouldNotRun, EXIT } from './command.ts'
import type { GivenTo, RunCommand, ValuesOf } from './command-table.ts'
import { readNamedFile } from './named-file.ts'
import { printable } from './printable.ts'

/** The input may be as large as a body of the service. */
const MAX_INPUT_BYTES = 16 * 1024 * 1024

/** The parsed command line, with the content of its files. */
export interface VerifyCommand {
  readonly body: JsonObject | string
  readonly definition: JsonObject | undefined
  readonly registries: Registries
  /** ISO 8601. */
  readonly now: string
}

/**
 * Verifies by the code of the service, without a database and without a network.
 *
 * @returns 1 when the presentation does not hold, with `--strict` also when a check warns
 * @throws {UsageError} for words of the command line alone
 * @throws {CouldNotRun} for a file that cannot be read, that two readers would take differently, or that holds no presentation
 */
export const run: RunCommand<'verify'> = async (given, { out }) => {
  const { body, definition, registries, now } = await readVerifyCommand(given)
  const verifier = exchangeVerifier(registries, () => performance.now())
  try {
    const answer = await verifyOnce({ body, definition, now }, verifier.verify)
    out(given.values.json ? `${JSON.stringify({ verified_at: now, ...answer }, null, 2)}\n` : reportOf(answer))
    const holds = answer.valid && !(given.values.strict && answer.summary.warn > 0)
    return holds ? EXIT.success : EXIT.checkFailed
  } catch (fault) {
    throw fault instanceof ServiceError ? refusalOf(fault) : fault
  } finally {
    await verifier.close()
  }
}

/** Every fault on a line of its own. What is wrong with options is a fault of the command line. */
function refusalOf(cause: ServiceError): UsageError | CouldNotRun {
  const { fields } = cause.extraInfo
  if (!Array.isArray(fields)) return new CouldNotRun(cause.message, { cause })
  const faults = fields as readonly { readonly path: string; readonly message: string }[] // as readParts gathers them
  const sentences = faults.map(({ path, message }) => `${path || 'the presentation'} ${message}`).join('\n')
  const Kind = faults.every(({ path }) => path.startsWith('/options/')) ? UsageError : CouldNotRun
  return new Kind(sentences, { cause })
}

async function readVerifyCommand({ values, positionals }: GivenTo<'verify'>): Promise<VerifyCommand> {
  const [path, ...others] = positionals
  if (path === undefined || others.length > 0) throw new UsageError('name one presentation: vaultbench verify FILE')
  const { now = isoTime(systemClock.nowMs()), definition, challenge, domain, trust } = values
  if (readDateTime(now) === undefined) {
    throw new UsageError('--now must be a date with time and zone, as 2026-11-22T09:00:00Z')
  }
  const nobody = trust.find((issuer) => !URI.test(issuer))
  if (nobody !== undefined) throw new UsageError(`--trust takes a DID or another URI, not "${nobody}"`)
  const options = {
    ...(challenge !== undefined && { challenge, require_challenge: true }),
    ...(domain.length > 0 && { domain }),
    ...(trust.length > 0 && { trusted_issuers: trust }),
  }
  return {
    body: withOptions(path === '-' ? await readInput() : readDocument(path), options),
    definition: definition === undefined ? undefined : readObject(definition),
    registries: registriesFrom(values, now),
    now,
  }
}

/** @throws {CouldNotRun} also above what a body may be */
async function readInput(): Promise<JsonObject | string> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Buffer) // of a stream without an encoding
    length += (chunk as Buffer).length
    if (length > MAX_INPUT_BYTES) throw new CouldNotRun('standard input is larger than 16 MiB')
  }
  try {
    return documentIn(Buffer.concat(chunks))
  } catch (cause) {
    throw cause instanceof UnreadableFile ? new CouldNotRun(`standard input: ${cause.message}`, { cause }) : cause
  }
}

/** A given status list counts as new, because its age is not known. */
function registriesFrom(values: ValuesOf<'verify'>, held_since: string): Registries {
  const lists = values['status-list'].map(urlAndFile)
  return {
    contexts: registryOf(values.context.map(urlAndFile).map(({ url, file }) => [url, readObject(file)])),
    schemas: registryOf(values.schema.map((argument) => namedObject(argument, ['$id', 'id']))),
    dids: registryOf(values.did.map(readObject).map((document) => [idIn(document, ['id']), document])),
    statusLists: registryOf(lists.map(({ url, file }) => [url, { credential: readDocument(file), held_since }])),
    issuerMetadata: registryOf(values['issuer-metadata'].map((argument) => namedObject(argument, ['issuer']))),
    trustAnchors: trustAnchorsIn(values['trust-anchor'].map(readCertificateFile)),
    trustList: () => [],
    revision: () => 0,
  }
}

function registryOf<Entry>(entries: readonly (readonly [string, Entry])[]): Registry<Entry> {
  const held = new Map(entries)
  return { find: (key) => held.get(key) }
}

/** Most schemas and issuers name themselves; what does not is given with the URL by which credentials name it. */
function namedObject(argument: string, names: readonly string[]): readonly [string, JsonObject] {
  if (ADDRESSED.test(argument)) {
    const { url, file } = urlAndFile(argument)
    return [url, readObject(file)]
  }
  const document = readObject(argument)
  return [idIn(document, names), document]
}

/** @throws {CouldNotRun} for what is no certificate */
function readCertificateFile(path: string): string {
  const text = readNamedFile(path, textOfFile)
  try {
    readTrustAnchor(text)
    return text
  } catch (cause) {
    throw new CouldNotRun(`${path} is not one X.509 certificate, as PEM or as Base64 of its DER`, { cause })
  }
}

function idIn(document: JsonObject, names: readonly string[]): string {
  const id = names.map((name) => textOf(memberOf(document, name))).find((text) => text !== undefined)
  if (id === undefined) throw new UsageError(`a file has no ${names.join(' or ')}: give it as URL=FILE`)
  return id
}

const URI = /^[a-z][a-z0-9+.-]*:./i

const ADDRESSED = /^([a-z][a-z0-9+.-]*:[^=]+)=(.+)$/i

function urlAndFile(argument: string): { readonly url: string; readonly file: string } {
  const [, url, file] = ADDRESSED.exec(argument) ?? []
  if (url === undefined || file === undefined) throw new UsageError(`${argument} is not URL=FILE`)
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
  if (!isObject(document)) throw new CouldNotRun(`${path} is not a JSON object`)
  return document
}

/** Its last part is empty where the algorithm is `none`. */
const COMPACT_JWS = /^[\w-]+\.[\w-]*\.[\w-]*$/

function readDocument(path: string): JsonObject | string {
  return readNamedFile(path, documentIn)
}

/** A JSON object, or a compact JWS with or without the quotes of a JSON string. @throws {UnreadableFile} */
function documentIn(bytes: Uint8Array): JsonObject | string {
  const text = textOfFile(bytes).trim()
  if (COMPACT_JWS.test(text)) return text
  const document = jsonOfFile(bytes)
  if (typeof document === 'string' || isObject(document)) return document
  throw new UnreadableFile('it is neither a JSON object nor a compact JWS')
}

type Answer = Pick<Verification, 'valid' | 'summary' | 'checks' | 'credentials' | 'descriptors'>

const SIGNS: Readonly<Record<Check['result'], string>> = { pass: '✓', fail: '✗', warn: '!', not_run: '–' }

/** The checks of an answer for a person: sign, name, code, sentence and place, grouped by what they are about. */
function reportOf({ valid, summary, checks, credentials, descriptors }: Answer): string {
  const { pass, fail, warn, not_run } = summary
  return [
    ...group('Presentation', checks),
    ...credentials.flatMap((one) =>
      group(`Credential ${one.index} (${[one.types.at(-1), one.issuer].filter(Boolean).join(', from ')})`, one.checks),
    ),
    ...descriptors.flatMap((one) => group(`Descriptor ${one.name ?? one.id}`, one.checks)),
    `${valid ? 'valid' : 'not valid'}: ${pass} passed, ${fail} failed, ${warn} ${warn === 1 ? 'warning' : 'warnings'}, ${not_run} not run`,
    '',
  ].join('\n')
}

function group(title: string, checks: readonly Check[]): readonly string[] {
  return checks.length === 0 ? [] : [printable(title), ...checks.map(lineOf), '']
}

function lineOf({ check, result, code, message, pointer, inner_pointer, expected, actual, blocked_by }: Check): string {
  const because = blocked_by === null ? '' : `by ${blocked_by}`
  const place = [pointer, inner_pointer].filter((part) => part !== null && part !== '').join(', in it ')
  const values = [expected === null ? '' : `expected ${expected}`, actual === null ? '' : `found ${actual}`]
  const parts = [check, code ?? '', because, message, ...values, place === '' ? '' : `at ${place}`]
  const sign = code === 'off' ? '○' : SIGNS[result]
  return printable(`  ${sign} ${parts.filter((part) => part !== '').join('  ')}`)
}
