import { globSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** The ports themselves, and what runs outside a workspace. */
const PORTS = /^src-main\/service\/(?:ports|system-[^/]*)\.ts$/

const AMBIENT = /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(/

describe('time and chance', () => {
  it('come from the Clock, random and id ports: the clock of a workspace can be moved, and tests replay chance', () => {
    const files = globSync('{src-main,src-renderer,shared}/**/*.{ts,vue}').filter((file) => !PORTS.test(file))
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (AMBIENT.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    )

    expect(files.length).toBeGreaterThan(1_000)
    expect(found).toEqual([])
  })
})
