import { holdsWords } from '../ui/typed-words.ts'

/** The parts of the interface with a document each, in the order of the page. */
export const REFERENCE_PARTS = ['vault', 'keystore', 'exchange', 'verifier'] as const

export type Json = Readonly<Record<string, unknown>>

export interface DescribedParameter extends Json {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Json
}

export interface ReferenceOperation extends Json {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly parameters: readonly DescribedParameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, { schema: Json }>> }
  readonly responses: Readonly<Record<string, Json & { readonly 'x-error-codes'?: readonly string[] }>>
  readonly security: readonly Json[]
}

export interface DescribedGroup {
  readonly name: string
  /** A description of its operations. */
  readonly description?: string
}

export interface ReferenceDocument extends Json {
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, ReferenceOperation>>>>
  readonly components: { readonly securitySchemes: Json; readonly schemas: Readonly<Record<string, Json>> }
  readonly tags?: readonly DescribedGroup[]
}

/**
 * One document of all parts, so that one search finds everything and each operation has one address. A path begins with
 * its part; tags and ids do so as well, because two parts share some. Schemas of one name are one schema in all parts.
 */
export function mergedDocument(
  documents: Readonly<Record<string, ReferenceDocument>>,
  origin: string,
): ReferenceDocument {
  const parts = Object.entries(documents)
  const paths = parts.flatMap(([part, document]) =>
    Object.entries(document.paths).map(
      ([path, methods]) =>
        [
          `/${part}${path}`,
          Object.fromEntries(Object.entries(methods).map(([method, operation]) => [method, placed(part, operation)])),
        ] as const,
    ),
  )
  return {
    openapi: '3.1.0',
    info: { title: '', description: parts[0]?.[1].info.description ?? '', version: '' },
    servers: [{ url: origin }],
    tags: parts.flatMap(([part, { tags = [] }]) => tags.map((tag) => ({ ...tag, name: `${part}.${tag.name}` }))),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: parts[0]?.[1].components.securitySchemes ?? {},
      schemas: Object.assign({}, ...parts.map(([, document]) => document.components.schemas)) as Record<string, Json>,
    },
  }
}

function placed(part: string, operation: ReferenceOperation): ReferenceOperation {
  return {
    ...operation,
    operationId: `${part}.${operation.operationId}`,
    tags: operation.tags.map((tag) => `${part}.${tag}`),
  }
}

/**
 * Completes the fragment of an operation's address that has only the id, such as `#vault.itemsGet`.
 *
 * @returns undefined if there is no such operation, or the fragment is complete already
 */
export function fullFragment({ paths }: ReferenceDocument, fragment: string): string | undefined {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const named = operations.find(({ operationId }) => `#${operationId}` === fragment)
  return named && `#/${named.tags[0] ?? ''}/${named.operationId}`
}

/** Whether all typed words are in the path, the id, the summary or the error codes of an operation. */
export function isFound(path: string, method: string, operation: ReferenceOperation, typed: string): boolean {
  const codes = Object.values(operation.responses).flatMap((response) => response['x-error-codes'] ?? [])
  return holdsWords([method, path, operation.operationId, operation.summary, ...codes], typed)
}

/** The description of a parameter, and its rules on one line: `list of string, separated by commas`. */
export function rulesOf({ description, ...schema }: Json): { readonly description: string; readonly rules: string } {
  return { description: typeof description === 'string' ? description : '', rules: rulesText(schema) }
}

/** `$$ref` is internal to the library. */
function rulesText({ type, items, $ref, $$ref: _, ...rules }: Json): string {
  if (type === 'array') return `list of ${rulesText(isJson(items) ? items : {})}, separated by commas`
  const kind = type ?? (typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : undefined)
  const others = Object.entries(rules).map(([rule, value]) => `${rule} ${JSON.stringify(value)}`)
  return [...(typeof kind === 'string' ? [kind] : []), ...others].join(', ')
}

export function isJson(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
