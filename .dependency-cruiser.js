/**
 * Which way dependencies point (docs/architecture.md). One rule, one reason; `npm run layers` checks them.
 */

const SERVICE_PARTS = '^src-main/(vault|keystore|exchange)/'
const ACTING_PARTIES = '^src-main/(client|wallet|verifier)/'
const COMPOSITION = '^src-main/((main|vaultbench)\\.ts$|(composition|program)/)'
/** What holds SQL of a feature. */
const STATEMENTS = '^src-main/(service|vault|keystore|exchange|verifier|wallet|workbench)/.*-(store|sql)\\.ts$'
const SPEC = '\\.spec\\.ts$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-cycles',
      comment:
        'Two files that need each other, be it for a type, are one file, or hide a third one both should import.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-stands-alone',
      comment:
        'shared/ runs in the service, in the window and in a test: it knows only itself, the schema library, and five ' +
        'libraries without any surroundings: paths (RFC 9535), patterns (ECMA-262), patterns that cannot backtrack, ' +
        'where JSON breaks, and the form of DCQL queries.',
      severity: 'error',
      from: { path: '^shared/', pathNot: SPEC },
      to: {
        pathNot: ['^shared/', '(^|/)node_modules/(zod|dcql|json-p3|jsonc-parser|re2js|@eslint-community/regexpp)/'],
      },
    },
    {
      name: 'json-schema-knows-no-definition',
      comment: 'Filters, registered schemas and the wallet read it alike, so it knows none of them (docs/adr, 24).',
      severity: 'error',
      from: { path: '^shared/json-schema/', pathNot: SPEC },
      to: {
        path: '^shared/',
        pathNot:
          '^shared/(phrase[.]ts$|json-schema/|presentation-exchange/(json|canonical-json|date-time|budget)[.]ts$)',
      },
    },
    {
      name: 'renderer-knows-only-the-contract',
      comment: 'The window reaches the service through the contract; it never holds a key, a file or a statement.',
      severity: 'error',
      from: { path: '^src-renderer/' },
      to: { path: '^(src-main|scripts|tests)/' },
    },
    {
      name: 'renderer-has-no-node',
      comment: 'The window is sandboxed: Node modules are not there.',
      severity: 'error',
      from: { path: '^src-renderer/', pathNot: SPEC },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'features-do-not-know-each-other',
      comment: 'A feature is deleted by deleting its folder and one route; what two share belongs into api/ or ui/.',
      severity: 'error',
      from: { path: '^src-renderer/features/([^/]+)/' },
      to: { path: '^src-renderer/features/', pathNot: '^src-renderer/features/$1/' },
    },
    {
      name: 'ui-knows-no-feature',
      comment: 'ui/ is buttons, fields and dialogs; a button that knows items is a feature.',
      severity: 'error',
      from: { path: '^src-renderer/(ui|api)/' },
      to: { path: '^src-renderer/features/' },
    },
    {
      name: 'service-parts-know-no-adapter',
      comment: 'Rules and handlers know no file and no request: what they take, they are given.',
      severity: 'error',
      from: { path: SERVICE_PARTS, pathNot: [SPEC, STATEMENTS] },
      to: { path: '^src-main/', pathNot: ['^src-main/(service|crypto|threads)/', SERVICE_PARTS] },
    },
    {
      name: 'statements-know-the-database-only',
      comment:
        'Statements lie beside their feature, in its stores; besides its values they know the database, and nobody else does.',
      severity: 'error',
      from: { path: STATEMENTS, pathNot: SPEC },
      to: {
        path: '^src-main/',
        pathNot: [
          '^src-main/(service|crypto|sqlite)/',
          '^src-main/(vault|keystore|exchange|verifier|wallet|workbench)/',
        ],
      },
    },
    {
      name: 'database-is-for-stores',
      comment: 'Whoever asks for rows asks a store of the feature.',
      severity: 'error',
      from: { path: ['^src-main/service/', SERVICE_PARTS, ACTING_PARTIES], pathNot: [SPEC, STATEMENTS] },
      to: { path: '^src-main/sqlite/' },
    },
    {
      name: 'service-parts-stay-apart',
      comment: 'Vault, key store and exchange are three services that happen to run together; they meet in service/.',
      severity: 'error',
      from: { path: '^src-main/(vault|keystore|exchange)/', pathNot: SPEC },
      to: { path: SERVICE_PARTS, pathNot: '^src-main/$1/' },
    },
    {
      name: 'adapters-know-interfaces-only',
      comment: 'An adapter implements an interface of a feature; it never calls a rule, a client or another adapter.',
      severity: 'error',
      from: { path: '^src-main/(sqlite|http|ipc)/', pathNot: SPEC },
      to: {
        path: '^src-main/',
        pathNot: ['^src-main/service/', '^src-main/$1/', '-(store|port|channel)\\.ts$', '^src-main/ports?/'],
      },
    },
    {
      name: 'parties-are-ordinary-callers',
      comment: 'Client, wallet and verifier reach the service as any caller would, by dispatch or HTTP.',
      severity: 'error',
      from: { path: ACTING_PARTIES, pathNot: SPEC },
      to: { path: [SERVICE_PARTS, '^src-main/(http|ipc|desktop)/'] },
    },
    {
      name: 'service-never-decrypts',
      comment: 'The service is blind: what acts with a user key lives outside of it.',
      severity: 'error',
      from: { path: ['^src-main/service/', SERVICE_PARTS], pathNot: SPEC },
      to: { path: ACTING_PARTIES },
    },
    {
      name: 'crypto-stands-alone',
      comment: 'Cryptography takes bytes and gives bytes; it knows no feature, no row and no request.',
      severity: 'error',
      from: { path: '^src-main/crypto/', pathNot: SPEC },
      to: { path: '^src-main/', pathNot: '^src-main/crypto/' },
    },
    {
      name: 'threads-know-no-task',
      comment: 'A pool runs what it is handed; which task that is, and on which worker, is said beside the task.',
      severity: 'error',
      from: { path: '^src-main/threads/', pathNot: SPEC },
      to: { path: '^src-main/', pathNot: '^src-main/(threads|service)/' },
    },
    {
      name: 'desktop-is-a-shell',
      comment: 'The Electron shell gets what it serves handed in; it knows no feature.',
      severity: 'error',
      from: { path: '^src-main/desktop/', pathNot: SPEC },
      to: { path: '^src-main/', pathNot: ['^src-main/desktop/', '^src-main/ipc/'] },
    },
    {
      name: 'electron-stays-in-the-shell',
      comment: 'The same program runs as plain Node (vaultbench.ts); only the shell may know Electron.',
      severity: 'error',
      from: { pathNot: ['^src-main/(desktop|ipc)/', '^src-main/main\\.ts$', '^scripts/'] },
      to: { path: '(^|/)node_modules/electron/' },
    },
    {
      name: 'sqlite-driver-stays-in-sqlite',
      comment: 'The driver is an alias of an encrypting build; one folder knows.',
      severity: 'error',
      from: { pathNot: ['^src-main/sqlite/', '^(bench|tests)/'] },
      to: { path: '(^|/)node_modules/better-sqlite3/' },
    },
    {
      name: 'libsodium-stays-in-crypto',
      comment: 'Features say what they need (sealValue), never which primitive.',
      severity: 'error',
      from: { pathNot: ['^src-main/crypto/', '^bench/'] },
      to: { path: '(^|/)node_modules/libsodium' },
    },
    {
      name: 'only-composition-joins-everything',
      comment:
        'main.ts, vaultbench.ts, program/ and composition/ contain wiring; nothing imports them but tests and each other.',
      severity: 'error',
      from: { pathNot: [COMPOSITION, SPEC, '^(tests|bench|scripts)/'] },
      to: { path: COMPOSITION },
    },
    {
      name: 'product-knows-no-test',
      comment: 'What ships must not reach into what checks it.',
      severity: 'error',
      from: { path: '^(src-main|src-renderer|shared)/', pathNot: SPEC },
      to: { path: ['^(tests|bench|scripts)/', SPEC] },
    },
    {
      name: 'test-client-knows-the-contract-only',
      comment:
        'The client that files are compared with is written from the contract; with a line of ours it would repeat our faults.',
      severity: 'error',
      from: {
        path: '^tests/support/(files/(published-file-client|raw-file-store)|service/(files|vault-calls)|published/published-library)\\.ts$',
      },
      to: { path: '^(src-main|src-renderer)/' },
    },
    {
      name: 'no-dev-dependency-at-run-time',
      comment: 'The main process is packaged with `dependencies` only; the window is bundled and may use both.',
      severity: 'error',
      from: { path: '^(src-main|shared)/', pathNot: SPEC },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '(^|/)node_modules/electron/' },
    },
    {
      name: 'resolvable',
      comment: 'An import that resolves to nothing is a missing file or a missing dependency.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.d\\.ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.vue', '.js', '.mjs', '.json'],
    },
    cache: { folder: 'node_modules/.cache/dependency-cruiser', strategy: 'content' },
  },
}
