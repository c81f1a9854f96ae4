import { buildIfStale } from './build.ts'

// The first line on standard output is the start line of the service: nothing here may print there.
try {
  await buildIfStale(['main', 'renderer'])
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exit(1)
}

const service = new URL('../dist/main/serve.js', import.meta.url)
process.argv[1] = service.pathname
await import(service.href) // in this process: the process id of the start line is the one a caller may signal
