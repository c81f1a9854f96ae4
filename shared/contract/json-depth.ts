/** The most levels of a JSON body: deeper JSON overflows the stack of its readers, wherever it came from. */
export const MAX_JSON_DEPTH = 64

/** Returns how deep lists and objects are nested. @param json valid JSON text */
export function depthOf(json: string): number {
  let [level, deepest] = [0, 0]
  for (const [bracket] of json.replace(/"(?:[^"\\]|\\.)*"/g, '').matchAll(/[[\]{}]/g)) {
    level += bracket === '[' || bracket === '{' ? 1 : -1
    deepest = Math.max(deepest, level)
  }
  return deepest
}
