/*
 * npm run pack [-- PLATFORM]
 * Writes dist/pack/vaultbench-VERSION-PLATFORM.tgz, which `npm install FILE --offline` installs without a network.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { buildIfStale } from './build.ts'
import { UNBUNDLED } from './production-packages.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const OUT = join(ROOT, 'dist/pack')
const STAGE = join(OUT, 'package')

const platform = process.argv[2] ?? `${process.platform}-${process.arch}`
const driver = `prebuilds/${platform}.node`
const known = globSync('prebuilds/*.node', { cwd: join(ROOT, 'node_modules/better-sqlite3') })
if (!known.includes(driver)) {
  process.stderr.write(
    `there is no driver for ${platform}; there are ${known.map((path) => path.slice(10, -5)).join(', ')}\n`,
  )
  process.exit(2)
}

await buildIfStale(['main', 'renderer', 'sdk'])
rmSync(OUT, { recursive: true, force: true })
copy('dist/main', (path) => !/\.map$|\/main\.js$|\/\.vite$/.test(path)) // main.js is for Electron
copy('dist/renderer', (path) => !/\.map$|\/\.vite$/.test(path))
copy('dist/sdk')
copy('LICENSE')
copy('docs/running.md')
cpSync(join(ROOT, 'scripts/packed-entry.js'), join(STAGE, 'bin/vaultbench.js'))
chmodSync(join(STAGE, 'bin/vaultbench.js'), 0o755)
for (const [name, files] of Object.entries(UNBUNDLED)) packUnbundled(name, files)
// What the builds wrote of the packages that they hold, beside our own; node_modules brings its licences itself.
const notices = ['THIRD-PARTY-NOTICES.md', 'dist/main/.vite/license.md', 'dist/renderer/.vite/license.md']
writeFileSync(
  join(STAGE, 'THIRD-PARTY-NOTICES.md'),
  notices.map((path) => readFileSync(join(ROOT, path), 'utf8')).join('\n'),
)
writeManifest()

const npm = process.env['npm_execpath'] // npm sets it for its scripts
const [program, first] = npm === undefined ? ['npm', []] : [process.execPath, [npm]]
const packed = execFileSync(program, [...first, 'pack', '--ignore-scripts', '--silent', '--pack-destination', OUT], {
  cwd: STAGE,
  encoding: 'utf8',
})
const file = join(OUT, `vaultbench-${packageJson.version}-${platform}.tgz`)
renameSync(join(OUT, packed.trim()), file)
rmSync(STAGE, { recursive: true })
process.stdout.write(`${file}\n`)

function copy(path: string, filter: (source: string) => boolean = () => true): void {
  cpSync(join(ROOT, path), join(STAGE, path), { recursive: true, filter })
}

/** Packs what runs: its manifest names neither scripts nor packages, so nothing is built or looked for. */
function packUnbundled(name: string, patterns: readonly string[]): void {
  const from = join(ROOT, 'node_modules', name)
  const to = join(STAGE, 'node_modules', name)
  const unwanted = (path: string): boolean => path.startsWith('prebuilds/') && path !== driver
  mkdirSync(to, { recursive: true })
  for (const path of globSync([...patterns, 'LICENSE'], { cwd: from }))
    if (!unwanted(path)) cpSync(join(from, path), join(to, path))
  const { version, license, main, exports, type } = JSON.parse(
    readFileSync(join(from, 'package.json'), 'utf8'),
  ) as Record<string, unknown>
  writeFileSync(join(to, 'package.json'), JSON.stringify({ name, version, license, type, main, exports }, null, 2))
}

function writeManifest(): void {
  const { name, version, description, author, license } = packageJson
  const [os = '', cpu] = platform.split('-')
  const names = Object.keys(UNBUNDLED)
  const versionOf = (dependency: string): string =>
    (JSON.parse(readFileSync(join(STAGE, 'node_modules', dependency, 'package.json'), 'utf8')) as { version: string })
      .version
  const manifest = {
    ...{ name, version, description, author, license, type: 'module' },
    bin: { vaultbench: 'bin/vaultbench.js' },
    engines: { node: '>=24' },
    os: [os.replace('musl', '')],
    cpu: [cpu],
    ...(os.startsWith('linux') ? { libc: [os === 'linuxmusl' ? 'musl' : 'glibc'] } : {}),
    dependencies: Object.fromEntries(names.map((dependency) => [dependency, versionOf(dependency)])),
    bundleDependencies: names,
  }
  writeFileSync(join(STAGE, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}
