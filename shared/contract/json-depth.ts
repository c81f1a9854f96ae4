/** Levels of a JSON body over HTTP; deeper JSON overflows the stack of those who read it, wherever it came from. */
export const MAX_JSON_DEPTH = 64

/** How deep lists and objects are in each other. @param json valid JSON text */
export function depthOf(json: string): number {
  let [level, deepest] = [0, 0]
  for (const [sign] of json.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    level += sign === '[' || sign === '{' ? 1 : -1
    deepest = Math.max(deepest, level)
  }
  return deepest
}
