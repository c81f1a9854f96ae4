import js from '@eslint/js'
import tseslint from 'typescript-eslint'

/** What both linters hold TypeScript to: oxlint in `.ts` files, ESLint in components, whose templates oxlint cannot read. */
export const TYPESCRIPT_RULES = {
  ...Object.assign({}, js.configs.recommended.rules, ...tseslint.configs.strictTypeChecked.map(({ rules }) => rules)),
  'no-undef': 'off', // the compiler knows better
  eqeqeq: 'error',
  complexity: ['warn', 10],
  'max-depth': ['warn', 3],
  'max-lines-per-function': ['warn', { max: 60, skipBlankLines: true, skipComments: true }],
  'max-params': ['warn', 3],
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
  // Numbers print the same everywhere; only objects make a template lie.
  '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
  '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
}

/** Neither linter can see through an import of a component; vue-tsc can, and checks these. */
export const UNSEEN_COMPONENTS = {
  '@typescript-eslint/no-unsafe-argument': 'off',
  '@typescript-eslint/no-unsafe-assignment': 'off',
  '@typescript-eslint/no-unsafe-call': 'off',
  '@typescript-eslint/no-unsafe-member-access': 'off',
  '@typescript-eslint/no-unsafe-return': 'off',
}

/** Types of the window are checked together with its tests, which see Node too. */
export const NO_NODE_IN_THE_WINDOW = {
  'no-restricted-globals': [
    'error',
    ...[
      'process',
      'Buffer',
      'global',
      'require',
      'module',
      '__dirname',
      '__filename',
      'setImmediate',
      'clearImmediate',
    ].map((name) => ({ name, message: 'The window is sandboxed.' })),
  ],
}
