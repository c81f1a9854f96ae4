import js from '@eslint/js'
import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import './scripts/typed-vue.js'

const AMBIENT_TIME_AND_CHANCE = [
  {
    selector: 'CallExpression[callee.object.name="Date"][callee.property.name="now"]',
    message: 'Ask the Clock port: the clock of a workspace can be moved.',
  },
  {
    selector: 'NewExpression[callee.name="Date"][arguments.length=0]',
    message: 'Ask the Clock port: the clock of a workspace can be moved.',
  },
  {
    selector: 'CallExpression[callee.object.name="Math"][callee.property.name="random"]',
    message: 'Ask the random or id port: tests replay what it gives.',
  },
]

/** Types of the window are checked together with its tests, which see Node too. */
const NODE_GLOBALS = [
  'process',
  'Buffer',
  'global',
  'require',
  'module',
  '__dirname',
  '__filename',
  'setImmediate',
  'clearImmediate',
]

export default defineConfig(
  globalIgnores(['dist/', 'release/', 'coverage/', 'test-results/', 'playwright-report/', 'bench/results/']),

  {
    files: ['**/*.{ts,vue}'],
    extends: [js.configs.recommended, tseslint.configs.strictTypeChecked, vue.configs['flat/recommended']],
    languageOptions: {
      parserOptions: {
        parser: tseslint.parser,
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      'no-undef': 'off', // the compiler knows better
      'no-restricted-syntax': ['error', ...AMBIENT_TIME_AND_CHANCE],
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
    },
  },

  {
    files: ['**/*.vue'],
    rules: {
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off',
      'vue/require-default-prop': 'off', // destructured props carry their defaults
      'max-lines-per-function': 'off',
      // The compiler macro types every prop as present; the default is what makes it so.
      '@typescript-eslint/no-useless-default-assignment': 'off',
    },
  },

  {
    // The linter cannot see through an import of a component; vue-tsc can, and checks these.
    files: [
      'src-renderer/**/*.vue',
      'src-renderer/{window,router}.ts',
      'src-renderer/**/*.spec.ts',
      'src-renderer/**/testing/*.ts',
    ],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },

  {
    files: ['src-renderer/**/*.{ts,vue}'],
    ignores: ['**/*.spec.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        ...NODE_GLOBALS.map((name) => ({ name, message: 'The window is sandboxed.' })),
      ],
    },
  },

  {
    // The ports themselves, and what runs outside a workspace.
    files: ['src-main/service/ports.ts', 'src-main/service/system-*.ts', 'scripts/**', 'bench/**', 'tests/**'],
    rules: { 'no-restricted-syntax': 'off' },
  },

  {
    // A describe block is a list, not a function.
    files: ['**/*.spec.ts', 'tests/**'],
    rules: { 'max-lines-per-function': 'off', 'max-params': 'off' },
  },

  {
    files: ['**/*.js'],
    extends: [js.configs.recommended],
    languageOptions: { globals: { process: 'readonly', URL: 'readonly' } },
  },

  prettier,
)
