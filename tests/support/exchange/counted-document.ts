import type { JsonObject } from '../../../shared/presentation-exchange/json.ts'

/**
 * The same document, which counts every look at a member or an entry of it: what shows that work grows with a document
 * and not with its square, on a machine of any speed.
 */
export function countedDocument(document: JsonObject): { readonly watched: JsonObject; readonly steps: () => number } {
  let steps = 0
  const known = new WeakMap<object, object>()
  return { watched: watch(document) as JsonObject, steps: () => steps } // what watches an object is one

  function watch(value: unknown): unknown {
    if (typeof value !== 'object' || value === null) return value
    const made = known.get(value) ?? new Proxy(value, { get: read, getOwnPropertyDescriptor: describeMember })
    known.set(value, made)
    return made
  }
  function read(target: object, name: string | symbol): unknown {
    steps += 1
    return watch(Reflect.get(target, name))
  }
  function describeMember(target: object, name: string | symbol): PropertyDescriptor | undefined {
    steps += 1
    return Reflect.getOwnPropertyDescriptor(target, name)
  }
}
