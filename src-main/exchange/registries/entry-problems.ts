import { isObject } from '../../../shared/presentation-exchange/json.ts'
import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'
import { ContextFault, jsonLdOver } from '../proofs/json-ld.ts'
import { keyOfMethod } from '../proofs/method-key.ts'
import { writtenMethods } from '../proofs/verification-method.ts'
import { ProofFault, proofFaultOf } from '../proofs/proof-fault.ts'
import { contextRegistry } from './context-registry.ts'
import type { ContextRegistry } from './context-registry.ts'
import type { SchemaRegistry } from './registry.ts'
import type { HeldEntry } from './registry-entries.ts'
import { schemaFault } from './schema-validator.ts'
import { asPhrase, phrase } from '../../../shared/phrase.ts'
import type { Message } from '../../../shared/phrase.ts'

interface ProblemsOptions {
  /** The imported contexts. */
  readonly contexts: ContextRegistry
  readonly schemas: SchemaRegistry
  readonly statusListProblem: (entry: HeldEntry) => Promise<Message | null>
}

/** Tells why a document cannot be used in a verification; null if it can. */
export function entryProblems({ contexts, schemas, statusListProblem }: ProblemsOptions) {
  return async (entry: HeldEntry): Promise<Message | null> => {
    const { kind, key, document } = entry
    if (kind === 'status-lists') return statusListProblem(entry)
    if (kind === 'schemas') return schemaFault(document, schemas) ?? null
    if (!isObject(document)) return 'the document is not an object'
    if (kind === 'did-documents') return methodProblem(document)
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

function methodProblem(document: JsonObject): Message | null {
  const faults = writtenMethods(document).map((method) => proofFaultOf(() => keyOfMethod(method)))
  const [first] = faults
  return first === undefined || faults.includes(undefined)
    ? null
    : phrase`none of its keys can be used: ${asPhrase(first)}`
}
