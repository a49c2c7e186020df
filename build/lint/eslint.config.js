import vue from 'eslint-plugin-vue'
import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'
import { boundaries } from '../lib/lint-boundaries.mjs'

const ipc = {
  name: 'electron',
  importNames: ['ipcMain', 'ipcRenderer'],
  message: 'Raw IPC lives in electron/shell and the preload script only.',
}

export default defineConfig(
  {
    ignores: [
      'node_modules/',
      'dist/',
      'release/',
      '.cache/',
      'test/artifacts/',
      'test/fixtures/',
      '**/*.d.ts',
      'build/resources/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.ts'],
    // Rules that need type information are in ../oxlint.json.
    extends: [ts.configs.strict],
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['**/*.vue'],
    // Vue's configuration comes last, because both configurations set the parser and templates need
    // Vue's parser.
    extends: [ts.configs.strict, vue.configs['flat/recommended']],
    languageOptions: { parserOptions: { parser: ts.parser } },
    rules: {
      'vue/block-lang': ['error', { script: { lang: 'ts' } }],
      'vue/component-api-style': ['error', ['script-setup']],
      'vue/no-v-html': 'error',
      'vue/multi-word-component-names': 'off',
      'vue/max-attributes-per-line': 'off',
      'vue/singleline-html-element-content-newline': 'off',
      'vue/html-self-closing': 'off',
      'vue/html-indent': 'off',
      'vue/html-closing-bracket-newline': 'off',
      'vue/multiline-html-element-content-newline': 'off',
    },
  },
  {
    files: ['**/*.{ts,vue,js,mjs}'],
    plugins: { house: { rules: { boundaries } } },
    rules: {
      'house/boundaries': 'error',
      'no-warning-comments': [
        'error',
        { terms: ['todo', 'fixme', 'xxx', 'hack'], location: 'start' },
      ],
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['{shared,electron,renderer,test}/**/*.ts'],
    ignores: ['**/*.config.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'TSEnumDeclaration', message: 'Use a union or a constant.' },
        { selector: 'TSAsExpression > TSAnyKeyword', message: 'No cast to any.' },
      ],
    },
  },
  {
    files: ['{shared,electron,renderer}/**/*.{ts,vue}'],
    rules: { 'no-console': 'error' },
  },
  {
    files: ['{shared,electron,renderer}/**/*.ts'],
    rules: {
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
    },
  },
  { files: ['electron/adapters/*logger*.ts'], rules: { 'no-console': 'off' } },
  {
    files: ['**/*.{ts,vue}'],
    ignores: ['electron/shell/**', 'electron/preload.ts', 'test/**'],
    rules: { 'no-restricted-imports': ['error', { paths: [ipc] }] },
  },
)
