import { expect, it } from 'vitest'
import { importersIn, relatedSpecs } from './related-specs.ts'

const related = (file: string, sources: Readonly<Record<string, string>>): readonly string[] =>
  relatedSpecs(file, importersIn(new Map(Object.entries(sources))))

it('related specs › import a file straight, by others, as a component, later or as the address of a worker', () => {
  expect(
    related('shared/a.ts', {
      'shared/a.ts': '',
      'shared/a.spec.ts': "import { a } from './a.ts'",
      'shared/b.ts': "export {\n  a,\n} from './a.ts'",
      'tests/contract/b.spec.ts': "import { b } from '../../shared/b.ts'",
      'src-renderer/C.vue': "<script setup>\nimport { a } from '../shared/a.ts'\n</script>",
      'src-renderer/C.spec.ts': "import C from './C.vue'",
      'src-main/d.spec.ts': "const d = await import('../shared/a.ts')",
      'src-main/e.spec.ts': "new Worker(new URL('../shared/a.ts', import.meta.url))",
      'src-main/f.spec.ts': "import '../shared/a.ts'",
    }).toSorted(),
  ).toEqual([
    'shared/a.spec.ts',
    'src-main/d.spec.ts',
    'src-main/e.spec.ts',
    'src-main/f.spec.ts',
    'src-renderer/C.spec.ts',
    'tests/contract/b.spec.ts',
  ])
})

it('related specs › are none of those that import only types', () => {
  expect(
    related('shared/a.ts', {
      'shared/a.spec.ts': "import type { A } from './a.ts'",
      'shared/b.spec.ts': "import type {\n  A,\n} from './a.ts'\nimport { c } from './c.ts'",
      'shared/c.ts': "export type { A } from './a.ts'",
    }),
  ).toEqual([])
})

it('related specs › come in the order of imports between and of words in common', () => {
  const service = "import '../../src-main/open.ts'"

  expect(
    related('src-main/vault/item-rules.ts', {
      'src-main/vault/item-rules.spec.ts': "import './item-rules.ts'",
      'src-main/a.spec.ts': "import './vault/item-rules.ts'\nimport './open.ts'",
      'src-main/open.ts': "import './vault/item-rules.ts'",
      'tests/contract/events.spec.ts': service,
      'tests/contract/items.spec.ts': service,
    }),
  ).toEqual([
    'src-main/vault/item-rules.spec.ts',
    'src-main/a.spec.ts',
    'tests/contract/items.spec.ts',
    'tests/contract/events.spec.ts',
  ])
})

it('related specs › are found where files import each other', () => {
  expect(
    related('a.ts', { 'a.ts': "import './b.ts'", 'b.ts': "import './a.ts'", 'b.spec.ts': "import './b.ts'" }),
  ).toEqual(['b.spec.ts'])
})
