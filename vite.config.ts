import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import vue from '@vitejs/plugin-vue'
import type { Plugin, UserConfig } from 'vite'
import type { TestProjectInlineConfiguration } from 'vitest/config'
import { defineConfig } from 'vitest/config'

const fromRoot = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

const WORKER_ADDRESS = /new URL\(['"](?:\.{1,2}\/)+(?:[\w-]+\/)*([\w-]+)\.ts['"],\s*import\.meta\.url\)/

/**
 * Workers are named by the source that runs them (`new URL('./x.ts', import.meta.url)`), which is right when Node runs
 * the sources. In the bundle every entry lies flat in dist/main, so the same address with `.js` is right.
 */
const workersBesideTheBundle: Plugin = {
  name: 'workers-beside-the-bundle',
  transform: {
    filter: { id: /\/src-main\/.*\.ts$/, code: WORKER_ADDRESS },
    handler: (code) => ({
      code: code.replace(new RegExp(WORKER_ADDRESS, 'g'), "new URL('./$1.js', import.meta.url)"),
      map: null, // the same line stays the same line
    }),
  },
}

/**
 * jsonld brings a loader of documents with an HTTP client of 700 KB. Every call of ours names a loader of its own, which
 * reads the registry (`src-main/exchange/proofs/json-ld.ts`), so the program carries one that refuses.
 */
const noDocumentLoader: Plugin = {
  name: 'no-document-loader',
  load: {
    filter: { id: /\/jsonld\/lib\/documentLoaders\/node\.js$/ },
    handler: () => "module.exports = () => () => Promise.reject(new Error('no document is fetched'))",
  },
}

/** A new database gets its tables at once, as the steps of today make them. */
const newestSchema: Plugin = {
  name: 'newest-schema',
  transform: {
    filter: { id: /\/src-main\/sqlite\/newest-schema\.ts$/ },
    async handler(code) {
      const [{ openDatabase }, { migrate }, { MIGRATIONS }, { schemaOf }] = await Promise.all([
        import('./src-main/sqlite/database.ts'),
        import('./src-main/sqlite/migrate.ts'),
        import('./src-main/sqlite/migrations/all.ts'),
        import('./src-main/sqlite/newest-schema.ts'),
      ])
      const connection = openDatabase({ path: ':memory:' })
      migrate(connection, MIGRATIONS)
      const schema = schemaOf(connection)
      connection.close()
      const [before, after, ...more] = code.split(/(?<=const NEWEST_SCHEMA\b.*= )(?:void 0|undefined)/)
      if (after === undefined || more.length > 0) throw new Error('newest-schema.ts has no place for the schema')
      return { code: `${before}${JSON.stringify(schema)}${after}`, map: null }
    },
  },
}

const renderer: UserConfig = {
  root: fromRoot('src-renderer'),
  plugins: [vue(), tailwindcss()],
  build: {
    outDir: fromRoot('dist/renderer'),
    emptyOutDir: true,
    target: 'chrome140',
    // The content policy allows no inline script, no inline style and no data: font.
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    license: true, // `npm run pack` puts it beside those of the program
    rolldownOptions: { input: [fromRoot('src-renderer/index.html'), fromRoot('src-renderer/docs.html')] },
    // The estimator of passphrases is a chunk of word lists, and the API reference one of its own; a journey measures
    // what the first screen loads.
    chunkSizeWarningLimit: 1_800,
  },
}

const main: UserConfig = {
  plugins: [workersBesideTheBundle, noDocumentLoader, newestSchema],
  ssr: {
    noExternal: true,
    external: ['better-sqlite3', 'libsodium-wrappers-sumo', 'electron'],
  },
  build: {
    ssr: true,
    outDir: 'dist/main',
    emptyOutDir: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    license: true,
    rolldownOptions: {
      input: {
        main: 'src-main/main.ts',
        vaultbench: 'src-main/vaultbench.ts',
        'passphrase-worker': 'src-main/crypto/passphrase-worker.ts',
        'backup-worker': 'src-main/workbench/backups/backup-worker.ts',
        'file-check-worker': 'src-main/sqlite/file-check-worker.ts',
        'verification-worker': 'src-main/exchange/threads/verification-worker.ts',
        'evaluation-worker': 'src-main/exchange/threads/evaluation-worker.ts',
        'schema-worker': 'src-main/exchange/threads/schema-worker.ts',
        'block-worker': 'src-main/client/files/block-worker.ts',
        'value-worker': 'src-main/client/items/value-worker.ts',
      },
      output: { format: 'esm', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
}

// A sandboxed preload script is loaded as CommonJS and may require nothing but `electron`.
const preload: UserConfig = {
  ssr: { noExternal: true, external: ['electron'] },
  build: {
    ssr: true,
    outDir: 'dist/preload',
    emptyOutDir: true,
    target: 'chrome140',
    minify: false,
    rolldownOptions: {
      input: { preload: 'src-main/ipc/preload.ts' },
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
}

/** Milliseconds. A time-out is there for what never ends: no test may fail because the machine does other work. */
const PATIENCE_MS = 180_000

/** `npm test` leaves these to `npm run test:full` (CONTRIBUTING.md). */
const tags = [{ name: 'full', description: 'the same rule is tested without this tag, faster or once less' }]

/** What waits inside of a test gets its patience from the setup file. */
const patience = {
  tags,
  testTimeout: PATIENCE_MS,
  hookTimeout: PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS / 2 } },
  setupFiles: ['patience', 'private-files'].map((name) => fromRoot(`tests/support/${name}.ts`)),
}

const node = (name: string, include: string[]): TestProjectInlineConfiguration => ({
  extends: false,
  test: { name, include, environment: 'node', ...patience },
})

/** Its files start the service as a program. */
const startingPrograms = (project: TestProjectInlineConfiguration): TestProjectInlineConfiguration => ({
  ...project,
  test: { ...project.test, globalSetup: [fromRoot('tests/support/build-service.ts')] },
})

/** Its files share a process and load the libraries once; what one of them changes for all it has to put back. */
const sharing = (project: TestProjectInlineConfiguration): TestProjectInlineConfiguration => ({
  ...project,
  test: { ...project.test, isolate: false },
})

/** Its files need hashes of passphrases as a means only: no thread is started for a cheap one. */
const hashingInProcess = (project: TestProjectInlineConfiguration): TestProjectInlineConfiguration => ({
  ...project,
  test: {
    ...project.test,
    setupFiles: [...patience.setupFiles, fromRoot('tests/support/hash-in-process.ts')],
  },
})

/** Programs that are started, killed and looked through again and again: `npm run test:deep` runs them. */
const LONG = [
  'bytes-on-disk',
  'keys-in-memory',
  'keys-made-anew',
  'organization-keys-on-disk',
  'renewed-keys',
  'soak',
  'upload-killed',
]
const leftToDeep = process.env['DEEP'] === undefined ? LONG.map((name) => `tests/reliability/${name}.spec.ts`) : []

const testProjects: TestProjectInlineConfiguration[] = [
  sharing(node('crypto', ['src-main/crypto/**/*.spec.ts'])),
  hashingInProcess(
    sharing(node('unit', ['src-main/*.spec.ts', 'src-main/!(crypto|program)/**/*.spec.ts', 'shared/**/*.spec.ts'])),
  ),
  startingPrograms(node('scripts', ['scripts/**/*.spec.ts', 'bench/**/*.spec.ts', 'src-main/program/**/*.spec.ts'])),
  {
    extends: false,
    plugins: [vue()],
    test: {
      name: 'renderer',
      include: ['src-renderer/**/*.spec.ts'],
      environment: 'happy-dom',
      // Each file has globals of its own, and the libraries are compiled once: less than half of the processor time.
      pool: 'vmThreads',
      ...patience,
      setupFiles: [...patience.setupFiles, fromRoot('src-renderer/i18n/testing/english-window.ts')],
    },
  },
  startingPrograms(
    hashingInProcess(
      sharing(
        node(
          'contract',
          ['contract', 'architecture', 'schema', 'vectors', 'property'].map((folder) => `tests/${folder}/**/*.spec.ts`),
        ),
      ),
    ),
  ),
  hashingInProcess(sharing(node('client-packages', ['tests/client-packages/**/*.spec.ts']))),
  startingPrograms(node('reliability', ['tests/reliability/**/*.spec.ts', ...leftToDeep.map((path) => `!${path}`)])),
]

/** The components of the window beside each other, for the eye (`npm run gallery`). */
const gallery: UserConfig = { root: fromRoot('tests/gallery'), plugins: [vue(), tailwindcss()] }

const BUILDS: Readonly<Record<string, UserConfig>> = { main, preload, renderer, gallery }

/** `vite build --mode main|preload|renderer` builds, `vite --mode renderer|gallery` serves; Vitest comes with its own mode. */
export default defineConfig(({ mode }) => BUILDS[mode] ?? { test: { projects: testProjects, fsModuleCache: true } })
