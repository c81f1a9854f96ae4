import type { ChildProcess } from 'node:child_process'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** Names the packages that are measured and no part of the program, with a lock file. */
const PACKAGES = join(import.meta.dirname, 'others')
/** An install of their own, where nobody takes them for sources of the project. */
const INSTALLED = join(import.meta.dirname, '../node_modules/.cache/vaultbench/others')
const NAMING = ['package.json', 'package-lock.json'] as const
const INSTALL = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'] as const

/** The other servers are not installed, and could not be. */
export class OthersMissing extends Error {}

/** @throws {OthersMissing} */
export function installOthers(packages = PACKAGES, folder = INSTALLED): void {
  if (isInstalled(packages, folder)) return
  console.error('json-server and Prism of bench/others are installed, once …')
  mkdirSync(folder, { recursive: true })
  for (const name of NAMING) copyFileSync(join(packages, name), join(folder, name))
  const { status, stderr, error } = spawnSync('npm', INSTALL, { cwd: folder, encoding: 'utf8' })
  if (status === 0) return
  throw new OthersMissing(
    'json-server and Prism are not installed, so nothing is measured beside them. npm could not install them: ' +
      `${error?.message ?? stderr.trim()}\nCall again with the registry of npm within reach.`,
  )
}

/** With the versions that the lock file names now. */
function isInstalled(packages: string, folder: string): boolean {
  const writtenLast = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(writtenLast)) return false
  const [wanted, installed] = [join(packages, 'package-lock.json'), writtenLast].map(versionsIn)
  return [...(installed ?? [])].every(([path, version]) => wanted?.get(path) === version)
}

function versionsIn(lockFile: string): ReadonlyMap<string, string> {
  const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as {
    readonly packages: Readonly<Record<string, { readonly version: string }>>
  }
  return new Map(Object.entries(packages).flatMap(([path, { version }]) => (path === '' ? [] : [[path, version]])))
}

interface OtherServer {
  readonly port: number
  stop(): Promise<void>
}

/** json-server on a file, as its users start it, without its log. @throws {Error} when it does not answer */
export function startJsonServer(databasePath: string): Promise<OtherServer> {
  return start('json-server/lib/cli/bin.js', (port) => ['--quiet', '--host', '127.0.0.1', '--port', port, databasePath])
}

/** Prism, which answers with examples of an OpenAPI document, without its log. @throws {Error} when it does not answer */
export function startPrism(openApiPath: string): Promise<OtherServer> {
  const args = ['--host', '127.0.0.1', '--verboseLevel', 'silent', openApiPath]
  return start('@stoplight/prism-cli/dist/index.js', (port) => ['mock', '--port', port, ...args])
}

const PATIENCE_MS = 30_000
const LOOK_EVERY_MS = 50

async function start(program: string, argsFor: (port: string) => readonly string[]): Promise<OtherServer> {
  const port = await freePort()
  const args = [join(INSTALLED, 'node_modules', program), ...argsFor(String(port))]
  const child = spawn(process.execPath, args, { cwd: INSTALLED, stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  for (let waitedMs = 0; waitedMs < PATIENCE_MS; waitedMs += LOOK_EVERY_MS) {
    if (hasEnded(child)) break
    if (await answers(port)) return { port, stop }
    await setTimeout(LOOK_EVERY_MS)
  }
  await stop()
  throw new Error(`${program} does not answer`)
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function answers(port: number): Promise<boolean> {
  try {
    await (await fetch(`http://127.0.0.1:${port}/`)).arrayBuffer()
    return true
  } catch {
    return false
  }
}

/** The other servers cannot be told to find one. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
