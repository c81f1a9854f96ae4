import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from './child.ts'
import type { Row, Sample } from './measure.ts'
import { compare } from './measure.ts'
import { linkedDataPresentation } from './presentations.ts'

/** The first verification of a process that has its modules and nothing else, beside that of the published library. */
export async function run(): Promise<readonly Row[]> {
  const directory = mkdtempSync(join(tmpdir(), 'vaultbench-bench-'))
  const path = join(directory, 'presentation.json')
  writeFileSync(path, JSON.stringify(await linkedDataPresentation('d1')))
  const measure = async (library: string): Promise<Sample> => {
    const child = await startChild<{ milliseconds: number }>(['bench/first-verification-child.ts', library, path])
    await child.stop()
    return { seconds: child.line.milliseconds / 1000, operations: 1 }
  }
  const row = await compare(
    'first verification after start (X9)',
    { name: '@digitalbazaar/vc', measure: () => measure('published') },
    { name: 'product', measure: () => measure('product') },
    { rounds: 5 },
  )
  rmSync(directory, { recursive: true })
  return [row]
}
