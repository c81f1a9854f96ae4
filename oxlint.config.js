import { NO_NODE_IN_THE_WINDOW, TYPESCRIPT_RULES, UNSEEN_COMPONENTS } from './lint-rules.js'

/** Rules that oxlint does not have. */
const MISSING = [
  'no-dupe-args', // the compiler refuses these two
  'no-octal',
  '@typescript-eslint/no-unsafe-class-instance-assignment',
  '@typescript-eslint/no-unsafe-enum-assignment', // there are no enums here
]

export default {
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  options: { typeAware: true },
  ignorePatterns: ['dist', 'release', 'coverage', 'test-results', 'playwright-report', 'bench/results', '**/*.vue'],
  rules: named(inForce(TYPESCRIPT_RULES)),
  overrides: [
    {
      files: [
        'src-renderer/{window,router}.ts',
        'src-renderer/reference/reference{,-ui}.ts',
        'src-renderer/**/*.spec.ts',
        'src-renderer/**/testing/*.ts',
      ],
      rules: named(UNSEEN_COMPONENTS),
    },
    { files: ['src-renderer/**/*.ts'], excludeFiles: ['**/*.spec.ts'], rules: NO_NODE_IN_THE_WINDOW },
    {
      // A describe block is a list, not a function.
      files: ['**/*.spec.ts', 'tests/**'],
      rules: { 'max-lines-per-function': 'off', 'max-params': 'off' },
    },
    { files: ['**/*.js'], rules: withoutTypes() },
  ],
}

function inForce(rules) {
  return Object.fromEntries(
    Object.entries(rules).filter(([name, setting]) => setting !== 'off' && !MISSING.includes(name)),
  )
}

/** As oxlint spells their names. */
function named(rules) {
  return Object.fromEntries(
    Object.entries(rules).map(([name, setting]) => [name.replace(/^@typescript-eslint/, 'typescript'), setting]),
  )
}

/** Scripts in JavaScript have no types to look at. */
function withoutTypes() {
  const names = Object.keys(named(inForce(TYPESCRIPT_RULES))).filter((name) => name.startsWith('typescript/'))
  return Object.fromEntries(names.map((name) => [name, 'off']))
}
