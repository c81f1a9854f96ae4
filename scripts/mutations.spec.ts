import { describe, expect, it } from 'vitest'
import { drawMutants, mutantsIn, mutated } from './mutations.ts'

/** The lines that can come of one line. */
function brokenLines(line: string, path = 'shared/a.ts'): readonly string[] {
  return mutantsIn(path, line).map((mutant) => mutated(line, mutant))
}

describe('the faults of a line', () => {
  it.each([
    ['ok = a === b', ['ok = a !== b', ';']],
    ['const a = b < c && d', ['const a = b <= c && d', 'const a = b < c || d']],
    ['const a = b + c', ['const a = b - c']],
    ['if (a.b) stop()', ['if (!(a.b)) stop()', 'if (a.b) ;']],
    ['const a = b ? c : d', ['const a = !(b) ? c : d']],
    ['if (a > b) return', ['if (a >= b) return']],
    ['const a = 1_000', ['const a = 1001']],
    ["const a = f('b', '')", ["const a = f('', '')", "const a = f('b', '?')"]],
    ['const a = { b: true }', ['const a = { b: false }']],
    ['const a = [b]', ['const a = []']],
  ])('%s', (line, broken) => {
    expect(brokenLines(line).toSorted()).toEqual(broken.toSorted())
  })

  it.each([
    ["import { a } from './b.ts'"],
    ["export { a } from './b.ts'"],
    ["const a = () => import('./b.ts')"],
    ["type A = 'b' | 1"],
    ["interface A { readonly b: 'c' }"],
    ["const a: 'b' | true = c"],
    ["const a = { 'b-c': d, 1: e }"],
    ["const a = 'somebody reads this'"],
    ['const a = []'],
    ['const a = `\n`'],
  ])('%s has none', (line) => {
    expect(brokenLines(line)).toEqual([])
  })

  it('are those of the script of a component, at its lines', () => {
    const component =
      '<template><b :a="1" /></template>\n<script setup lang="ts">\nconst a = 1\n</script>\n<style>b { top: 1 }</style>\n'
    const [mutant, ...others] = mutantsIn('src-renderer/A.vue', component)

    expect(others).toEqual([])
    expect(mutant).toMatchObject({ line: 3, before: '1', after: '2' })
    expect(mutant && mutated(component, mutant)).toBe(component.replace('a = 1', 'a = 2'))
  })

  it('are none where a component has no script', () => {
    expect(brokenLines('<template>{{ 1 }}</template>', 'src-renderer/A.vue')).toEqual([])
  })
})

describe('mutants', () => {
  const lines = (count: number): string => Array.from({ length: count }, (_, index) => `f(${index})`).join('\n')
  const sources = new Map(
    Array.from({ length: 100 }, (_, index) => [`${index < 75 ? 'a' : 'b'}/${index}.ts`, lines(4)] as const),
  )

  it('are spread over the files by their lines, one in each', () => {
    const drawn = drawMutants(sources, 1, 40)

    expect(new Set(drawn.map(({ path }) => path)).size).toBe(40)
    expect([29, 30, 31]).toContain(drawn.filter(({ path }) => path.startsWith('a/')).length)
  })

  const uneven = new Map([...sources, ['c.ts', lines(1_000)] as const])

  it('are more where a file has more lines', () => {
    expect(drawMutants(uneven, 1, 1)[0]?.path).toBe('c.ts')
  })

  it('are the same with the same seed, others with another one, and a longer list begins as a shorter one', () => {
    expect(drawMutants(uneven, 7, 20)).toEqual(drawMutants(uneven, 7, 40).slice(0, 20))
    expect(drawMutants(uneven, 8, 20)).not.toEqual(drawMutants(uneven, 7, 20))
  })

  it('are as many as there are files at most', () => {
    const short = new Map(Array.from({ length: 30 }, (_, index) => [`${index}.ts`, lines(1)] as const))

    for (const seed of [1, 2, 3]) expect(drawMutants(short, seed, 40)).toHaveLength(30)
    expect(drawMutants(new Map(), 1, 40)).toEqual([])
  })
})
