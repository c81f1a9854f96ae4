import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The compile cache (scripts/run.js). It also holds code of earlier builds, under other file names. */
const COMPILED = join(ROOT, 'node_modules/.cache/vaultbench/compiled')

/** The sources of each build. Adding, removing or changing any of these files makes the build stale. */
const SOURCES = {
  main: ['src-main', 'shared', 'vite.config.ts', 'package-lock.json'],
  preload: ['src-main/ipc', 'vite.config.ts', 'package-lock.json'],
  renderer: ['src-renderer', 'shared', 'vite.config.ts', 'package-lock.json'],
  sdk: ['src-main/http', 'shared', 'scripts/build-sdk.ts', 'scripts/write-client.ts', 'package-lock.json'],
} as const satisfies Record<string, readonly string[]>

export type BuildName = keyof typeof SOURCES

export const ALL_BUILDS: readonly BuildName[] = ['main', 'preload', 'renderer']

/**
 * Runs the named builds whose sources have changed, in parallel. They print to standard error, so that standard output
 * stays free for the caller.
 *
 * @returns the builds that had to run
 * @throws {Error} naming the build that failed
 */
export async function buildIfStale(names: readonly BuildName[] = ALL_BUILDS): Promise<readonly BuildName[]> {
  const checked = await Promise.all(names.map(async (name) => ({ name, fingerprint: await fingerprintOf(name) })))
  const stale: typeof checked = []
  for (const build of checked) if ((await builtFrom(build.name)) !== build.fingerprint) stale.push(build)

  if (stale.length > 0) await rm(COMPILED, { recursive: true, force: true })
  await Promise.all(stale.map((build) => runBuild(build.name)))
  for (const build of stale) await writeFile(stampPath(build.name), build.fingerprint)
  return stale.map((build) => build.name)
}

/** Hashes name, size and time of every source, to detect edits, removals and checkouts. */
async function fingerprintOf(name: BuildName): Promise<string> {
  const files = (await Promise.all(SOURCES[name].map(filesUnder))).flat().sort()
  const lines = await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(join(ROOT, file))
      return `${file} ${size} ${mtimeMs}`
    }),
  )
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}

async function filesUnder(path: string): Promise<readonly string[]> {
  if (!(await stat(join(ROOT, path))).isDirectory()) return [path]

  const entries = await readdir(join(ROOT, path), { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.spec.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length))
}

async function builtFrom(name: BuildName): Promise<string | undefined> {
  try {
    return await readFile(stampPath(name), 'utf8')
  } catch {
    return undefined // never built
  }
}

async function runBuild(name: BuildName): Promise<void> {
  await mkdir(join(ROOT, 'dist'), { recursive: true })
  const started = performance.now()
  process.stderr.write(`building ${name}\n`)
  const vite = [join(ROOT, 'node_modules/vite/bin/vite.js'), 'build', '--mode', name, '--logLevel', 'warn']
  const build = spawn(process.execPath, name === 'sdk' ? [join(ROOT, 'scripts/build-sdk.ts')] : vite, {
    cwd: ROOT,
    stdio: ['ignore', 2, 2],
  })
  const code = await new Promise<number | null>((resolve, reject) => build.on('error', reject).on('close', resolve))
  if (code !== 0) throw new Error(`the build "${name}" failed; its messages are above`)
  process.stderr.write(`built ${name} in ${((performance.now() - started) / 1_000).toFixed(1)} s\n`)
}

function stampPath(name: BuildName): string {
  return join(ROOT, 'dist', `${name}.built-from`)
}
