import { isObject } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { ContextFault, jsonLdOver } from '../proofs/json-ld.ts'
import { keyOfMethod } from '../proofs/method-key.ts'
import { writtenMethods } from '../proofs/verification-method.ts'
import { ProofFault, proofFaultOf } from '../proofs/proof-fault.ts'
import { contextRegistry } from './context-registry.ts'
import type { ContextRegistry } from './context-registry.ts'
import { metadataKeys } from './issuer-metadata.ts'
import type { SchemaRegistry } from './registry.ts'
import type { HeldEntry } from './registry-entries.ts'
import { schemaFault } from './schema-validator.ts'
import { readTrustAnchor, validityFault } from './trust-anchors.ts'
import { asPhrase, phrase } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'

interface ProblemsOptions {
  /** The imported contexts. */
  readonly contexts: ContextRegistry
  readonly schemas: SchemaRegistry
  readonly statusListProblem: (entry: HeldEntry) => Message | null | Promise<Message | null>
  readonly nowMs: () => number
}

/** Tells why a document cannot be used in a verification; null if it can. */
export function entryProblems({ contexts, schemas, statusListProblem, nowMs }: ProblemsOptions) {
  return async (entry: HeldEntry): Promise<Message | null> => {
    const { kind, key, document } = entry
    if (kind === 'status-lists') return statusListProblem(entry)
    if (kind === 'schemas') return schemaFault(document, schemas) ?? null
    if (kind === 'trust-anchors') return anchorProblem(document, nowMs())
    if (!isObject(document)) return 'the document is not an object'
    if (kind === 'did-documents') return keysProblem(writtenMethods(document))
    if (kind === 'issuer-metadata') {
      return keysProblem(metadataKeys(document).map((publicKeyJwk) => ({ publicKeyJwk })))
    }
    return contextProblem(document, { find: (url) => (url === key ? document : contexts.find(url)) }, key)
  }
}

async function contextProblem(document: JsonObject, contexts: ContextRegistry, url: string): Promise<Message | null> {
  const probe = { '@context': url, type: 'Probe', id: 'urn:probe' }
  try {
    await jsonLdOver(contextRegistry(contexts)).expansionOf(probe)
    return isObject(document['@context']) || Array.isArray(document['@context'])
      ? null
      : 'its @context is not an object'
  } catch (fault) {
    if (fault instanceof ContextFault) return asPhrase(fault)
    if (fault instanceof ProofFault) return `the context cannot be read as JSON-LD${causeOf(fault)}`
    throw fault
  }
}

/** The explanation of the JSON-LD library. */
function causeOf({ cause }: Error): string {
  return cause instanceof Error ? `: ${cause.message.slice(0, 200)}` : ''
}

/** A certificate that is not valid now may become so, or may have been when something was signed. */
function anchorProblem(document: unknown, nowMs: number): Message | null {
  const anchor = readTrustAnchor(String(document)) // it was read when it came here
  return (
    validityFault(anchor, nowMs) ??
    (anchor.unmet === undefined ? null : phrase`the certificate demands what is not read here: ${anchor.unmet}`)
  )
}

function keysProblem(methods: readonly JsonObject[]): Message | null {
  const faults = methods.map((method) => proofFaultOf(() => keyOfMethod(method)))
  const [first] = faults
  return first === undefined || faults.includes(undefined)
    ? null
    : phrase`none of its keys can be used: ${asPhrase(first)}`
}
