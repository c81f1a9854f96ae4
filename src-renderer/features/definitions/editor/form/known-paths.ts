import type { ComputedRef, InjectionKey } from 'vue'
import { computed, inject, provide } from 'vue'
import { registryOperations } from '../../../../../shared/contract/workbench-exchange.ts'
import type { JsonObject } from '../../../../../shared/presentation-exchange/json.ts'
import { isObject, memberOf, textOf } from '../../../../../shared/presentation-exchange/json.ts'
import { call } from '../../../../api/call.ts'
import { suppliedText } from '../../../../i18n/service-words.ts'
import { useLoaded } from '../../../../api/use-loaded.ts'

/** A path that a credential of a known schema has. */
export interface KnownPath {
  readonly path: string
  /** Its title in the schema. */
  readonly label: string
  /** URL of the schema. */
  readonly schema: string
}

const MAX_DEPTH = 4
const PLAIN = /^[A-Za-z_][A-Za-z0-9_]*$/
/** The number of registry schemas that are searched. */
const MAX_SCHEMAS = 200

const pathsKey: InjectionKey<ComputedRef<readonly KnownPath[]>> = Symbol('paths of known schemas')

/**
 * The paths of the properties of a schema, including nested ones. A registry schema describes the subject of a
 * credential, unless it has the property `credentialSubject` and so describes the whole credential.
 */
export function pathsIn(schema: JsonObject, url: string): readonly KnownPath[] {
  const title = suppliedText(textOf(schema['title']) ?? url)
  const subject = memberOf(schema['properties'], 'credentialSubject')
  return walk(isObject(subject) ? subject : schema, { base: '$.credentialSubject', title, url, depth: 0 })
}

interface Place {
  readonly base: string
  readonly title: string
  readonly url: string
  readonly depth: number
}

function walk(schema: JsonObject, { base, title, url, depth }: Place): readonly KnownPath[] {
  const properties = schema['properties']
  if (!isObject(properties) || depth === MAX_DEPTH) return []
  return Object.entries(properties).flatMap(([name, property]) => {
    const path = PLAIN.test(name) ? `${base}.${name}` : `${base}[${JSON.stringify(name)}]`
    const described = isObject(property) ? property : {}
    const label = `${suppliedText(textOf(described['title']) ?? name)} · ${title}`
    return [{ path, label, schema: url }, ...walk(described, { base: path, title, url, depth: depth + 1 })]
  })
}

/** Reads the schemas of the workspace once, to suggest paths in the fields below. Failures are ignored. */
export function provideKnownPaths(): void {
  const { value, reload } = useLoaded(readPaths)
  void reload()
  provide(
    pathsKey,
    computed(() => value.value ?? []),
  )
}

async function readPaths(signal: AbortSignal): Promise<readonly KnownPath[]> {
  const params = { kind: 'schemas' } as const
  const { rows } = await call(registryOperations.registryGet, { params }, signal)
  const documents = await Promise.all(
    rows.slice(0, MAX_SCHEMAS).map(async ({ key }) => {
      const { document } = await call(registryOperations.registryEntryGet, { params, query: { key } }, signal)
      return isObject(document) ? pathsIn(document, key) : []
    }),
  )
  return documents.flat()
}

/**
 * The distinct paths to choose from: those of the requested schemas, or of all schemas if no requested one is known.
 *
 * @param schemas the schema URLs of the input
 */
export function useKnownPaths(schemas: () => readonly string[]) {
  const known = inject(
    pathsKey,
    computed(() => []),
  )
  return computed(() => {
    const wanted = new Set(schemas())
    const fitting = known.value.filter(({ schema }) => wanted.has(schema))
    const offered = fitting.length > 0 ? fitting : known.value
    return [...new Map(offered.map(({ path, label }) => [path, { value: path, label }])).values()]
  })
}
