import prettier from 'eslint-config-prettier'
import vue from 'eslint-plugin-vue'
import { defineConfig, globalIgnores } from 'eslint/config'
import tseslint from 'typescript-eslint'
import { NO_NODE_IN_THE_WINDOW, TYPESCRIPT_RULES, UNSEEN_COMPONENTS } from './lint-rules.js'
import './scripts/typed-vue.js'

const BARE_MARKS = [...'.,:;/·–—…×→←+#=%()[]{}"“”„'.split(''), '⏎']

/** Components only: oxlint, which looks at all else, sees no template and no promise that a component forgets. */
export default defineConfig(
  globalIgnores(['dist/', 'release/', 'coverage/', 'test-results/', 'playwright-report/', 'bench/results/']),

  {
    files: ['**/*.vue'],
    extends: [tseslint.configs.strictTypeChecked, vue.configs['flat/recommended']],
    languageOptions: {
      parserOptions: {
        parser: tseslint.parser,
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
        extraFileExtensions: ['.vue'],
      },
    },
    rules: {
      ...TYPESCRIPT_RULES,
      ...UNSEEN_COMPONENTS,
      ...NO_NODE_IN_THE_WINDOW,
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/no-v-html': 'error',
      // Every text is a message, in every language; marks between texts are not.
      'vue/no-bare-strings-in-template': ['error', { allowlist: BARE_MARKS }],
      'vue/multi-word-component-names': 'off',
      'vue/require-default-prop': 'off', // destructured props carry their defaults
      'max-lines-per-function': 'off',
      // The compiler macro types every prop as present; the default is what makes it so.
      '@typescript-eslint/no-useless-default-assignment': 'off',
    },
  },

  {
    // The gallery of the kit exists in development only.
    files: ['tests/gallery/**/*.vue'],
    rules: { 'vue/no-bare-strings-in-template': 'off' },
  },

  prettier,
)
