import type { Message } from '../../../shared/phrase.ts'
import { faultOfList } from '../registries/credential-status.ts'
import type {
  DidRegistry,
  HeldStatusList,
  IssuerMetadataRegistry,
  SchemaRegistry,
  StatusListRegistry,
  TrustAnchorRegistry,
} from '../registries/registry.ts'
import { isFailed, runRows } from './check-row.ts'
import type { VerificationContext } from './verification-context.ts'
import type { Check, TrustedIssuer } from '../../../shared/contract/presentations.ts'
import { askedNames, NO_NAMES } from '../../../shared/presentation-exchange/asked-names.ts'
import type { AskedNames } from '../../../shared/presentation-exchange/asked-names.ts'
import { ANONYMOUS } from '../../service/fair-queue.ts'
import type { Sender } from '../../service/fair-queue.ts'
import type { Allowance } from '../registries/stop-code.ts'
import { readDateTime } from '../../../shared/presentation-exchange/date-time.ts'
import { memberOf, textOf } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { jsonLdOver } from '../proofs/json-ld.ts'
import type { ReadingLimits } from '../proofs/json-ld.ts'
import { contextRegistry } from '../registries/context-registry.ts'
import type { ContextRegistry } from '../registries/context-registry.ts'
import { schemaValidatorOver } from '../registries/schema-validator.ts'
import type { ValidateCredentialOnWorker } from '../registries/schema-validator.ts'
import type { TrustEntry } from '../registries/trust-list.ts'
import { CREDENTIAL_ROWS } from './credential-checks.ts'
import { evaluateHere } from './evaluation.ts'
import type { EvaluateOnWorker } from './evaluation.ts'
import { gatherCredential } from './gather.ts'

/**
 * Why no status is read from a list (docs/contract/exchange.md, Registries: status lists): the first of its own
 * checks that fails, or what is wrong with its bits; null when nothing is.
 */
export async function statusListProblem(
  url: string,
  held: HeldStatusList,
  context: VerificationContext,
): Promise<Message | null> {
  const { document, checks } = await checkList(held.credential, context)
  const failed = checks.find(isFailed)
  if (failed !== undefined) return `${failed.check}: ${failed.message}`
  return faultOfList(document, { url, held, now: context.now })
}

/** The registries of a workspace's exchange. Each may be empty: then the checks report what is missing. */
export interface Registries {
  /** The contexts besides the bundled ones. */
  readonly contexts: ContextRegistry
  readonly dids: DidRegistry
  readonly schemas: SchemaRegistry
  readonly statusLists: StatusListRegistry
  readonly trustList: () => readonly TrustEntry[]
  /** Left out: none is held. */
  readonly issuerMetadata?: IssuerMetadataRegistry
  /** Left out: none is held. */
  readonly trustAnchors?: TrustAnchorRegistry
  /**
   * Another number after each change of contexts or schemas. What was made ready from them (parsed contexts, compiled
   * schemas) is kept for as long as it stays the same; a number that did not change would let old ones live on.
   */
  readonly revision: () => number
  /** Whether a schema came from outside, so that validating with it may take any time. Left out: none. */
  readonly isForeignSchema?: (id: string) => boolean
  /** Whether a context may be written into a document; for test material. Left out: no. */
  readonly allowInlineContexts?: () => boolean
}

/**
 * @param trusted who is trusted in this verification, instead of the trust list
 * @param sender in whose turn its parts wait that are done on other threads
 */
export type OpenContext = (
  now: string,
  trusted: readonly TrustedIssuer[] | undefined,
  sender?: Sender,
) => VerificationContext

/** Longest time of one verification. */
export const MAX_VERIFICATION_MS = 5000

interface VerifyingOptions {
  /** Evaluates on another thread. Without it, fields with patterns that go back fail with `filter_timeout`. */
  readonly evaluateOnWorker?: EvaluateOnWorker
  /** Validates on another thread. Without it, this one applies schemas from outside, and must be watched. */
  readonly validateOnWorker?: ValidateCredentialOnWorker
  readonly maxMs?: number
  /** Wide ones when left out: only where somebody watches how long it takes. */
  readonly limits?: ReadingLimits
}

/**
 * Checks that a status list credential must pass itself (docs/contract/exchange.md, Registries: status lists). It must
 * be from the issuer of the credential, so whether that one is trusted is asked there: asked here as well, one cause
 * would fail twice, and trust for one schema would never reach the list.
 */
const LIST_ROWS = CREDENTIAL_ROWS.filter(
  ({ check }) => !['credential.trust', 'credential.status', 'credential.schema', 'credential.holder'].includes(check),
)

/**
 * What each verification looks things up in. Contexts and schemas are made ready once for each revision of the registries, so a
 * registry that changes says so by its revision and nobody has to be told; a verification that runs goes on with what
 * it began with. DID documents, status lists, the trust list and what keys of issuers are found by are asked for anew each
 * time.
 */
export function contextOver(
  registries: Registries,
  elapsedMs: () => number,
  { evaluateOnWorker = evaluateHere, validateOnWorker, maxMs = MAX_VERIFICATION_MS, limits }: VerifyingOptions = {},
): OpenContext {
  const { dids, statusLists, trustList, issuerMetadata = NONE, trustAnchors = NONE } = registries
  const readyAt = readyParts(registries, validateOnWorker, limits)

  return (now, trusted, sender = ANONYMOUS) => {
    const moment = readDateTime(now)
    if (moment === undefined) throw new Error('the clock gives no time')
    const allowance = allowanceOf(sender, elapsedMs, maxMs)
    const opened = new Map<unknown, Promise<JsonObject | undefined>>()
    const context: VerificationContext = {
      ...readyAt(registries.revision()),
      dids,
      issuerMetadata,
      trustAnchors,
      statusLists,
      openList(credential) {
        const list = opened.get(credential) ?? openList(credential, context)
        opened.set(credential, list)
        return list
      },
      allowInlineContexts: registries.allowInlineContexts?.() ?? false,
      trust: trusted?.map((one) => ({ ...(typeof one === 'string' ? { did: one } : one), name: '' })) ?? trustList(),
      now: moment,
      stopped: () => (allowance.leftMs() <= 0 ? 'timeout' : undefined),
      evaluateOnWorker,
      allowance,
    }
    return context
  }
}

const NONE = { find: () => undefined }

function allowanceOf(sender: Sender, elapsedMs: () => number, maxMs: number): Allowance {
  let started = elapsedMs()
  let hasBegun = false
  return {
    sender,
    leftMs: () => started + maxMs - elapsedMs(),
    begun() {
      if (!hasBegun) started = elapsedMs()
      hasBegun = true
    },
  }
}

type ReadyParts = Pick<VerificationContext, 'contexts' | 'jsonLd' | 'namesInSchema' | 'validate'>

function readyParts(
  registries: Registries,
  validateOnWorker: ValidateCredentialOnWorker | undefined,
  limits: ReadingLimits | undefined,
): (revision: number) => ReadyParts {
  let held: { readonly revision: number; readonly parts: ReadyParts } | undefined
  return (revision) => {
    if (held?.revision === revision) return held.parts
    const contexts = contextRegistry(registries.contexts)
    const validate = validatorOf(registries, validateOnWorker)
    const namesInSchema = namesInSchemas(registries.schemas)
    const parts = { contexts, jsonLd: jsonLdOver(contexts, limits), namesInSchema, validate }
    held = { revision, parts }
    return parts
  }
}

function namesInSchemas(schemas: SchemaRegistry): VerificationContext['namesInSchema'] {
  const held = new Map<string, AskedNames>()
  return ({ id }) => {
    if (typeof id !== 'string') return NO_NAMES
    const known = held.get(id)
    if (known !== undefined) return known
    const document = schemas.find(id)
    if (document === undefined) return NO_NAMES
    const names = askedNames([document])
    held.set(id, names)
    return names
  }
}

function validatorOf(
  { schemas, isForeignSchema }: Registries,
  validateOnWorker: ValidateCredentialOnWorker | undefined,
): VerificationContext['validate'] {
  const validateHere = schemaValidatorOver(schemas)
  if (validateOnWorker === undefined || isForeignSchema === undefined) return validateHere
  return (...order) => {
    const [credential, credentialSchema, plain] = order
    const id = textOf(memberOf(credentialSchema, 'id'))
    const isForeign = id !== undefined && isForeignSchema(id)
    return isForeign ? validateOnWorker(...order) : validateHere(credential, credentialSchema, plain)
  }
}

/** The list in its normalised form, if it is a valid credential. */
async function openList(credential: unknown, context: VerificationContext): Promise<JsonObject | undefined> {
  const { document, checks } = await checkList(credential, context)
  return checks.some(isFailed) || memberOf(document, 'type') === undefined ? undefined : document
}

/** A status list credential as it is read, with the checks it must pass. Lists about lists, and their schemas, are not looked up. */
async function checkList(
  credential: unknown,
  context: VerificationContext,
): Promise<{ readonly document: JsonObject; readonly checks: readonly Check[] }> {
  const alone: VerificationContext = {
    ...context,
    statusLists: { find: () => undefined },
    validate: () => ({ result: 'pass' }),
  }
  const facts = await gatherCredential({ index: 0, value: credential, location: [] }, alone, NO_NAMES, true)
  const subject = { ...facts, now: context.now, holder: undefined, statuses: [] }
  const placeOf = () => ({ pointer: null, inner_pointer: null })
  return {
    document: facts.document,
    checks: runRows(LIST_ROWS, subject, { policy: {}, placeOf, earlier: [] }),
  }
}
