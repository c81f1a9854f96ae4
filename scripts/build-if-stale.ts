import { buildIfStale } from './build.ts'

try {
  const built = await buildIfStale()
  process.stderr.write(built.length === 0 ? 'nothing to build\n' : `built ${built.join(', ')}\n`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
