// Proves docs/contract/workbench.md, Commands.

import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { holdHeapDown } from './heap-growth.ts'

it('growth of the heap › is held down by a flag that this engine knows', () => {
  const flags: string[] = []
  holdHeapDown((flag) => flags.push(flag))
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })

  expect(flags).not.toEqual([])
  for (const flag of flags) expect(known).toContain(`${flag.split('=', 1)[0] ?? ''} `)
})
