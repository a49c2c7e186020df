import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import ui from '@nuxt/ui/vite'
import type { PluginOption } from 'vite'
import { componentTheme } from './component-theme.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const offlineIcons = fileURLToPath(new URL('../renderer/ui/offline-icons.ts', import.meta.url))

/**
 * Two parts of the component library replaced, so that the page keeps to its Content-Security-Policy and never asks
 * the network for anything: the colours come from styles/palette.css instead of an injected <style>, and the icon
 * component knows bundled icons only.
 */
const selfContained = (): PluginOption => ({
  name: 'glidepath:self-contained',
  enforce: 'pre',
  resolveId: (id) => {
    if (id === '@iconify/vue') return offlineIcons
    if (/@nuxt\/ui\/dist\/runtime\/plugins\/colors(\.js)?$/.test(id.replaceAll('\\', '/')))
      return '\0glidepath:no-colours'
    return null
  },
  load: (id) => (id === '\0glidepath:no-colours' ? 'export default { install() {} }' : null),
})

/** The renderer's Vite plugins; the component tests use the same list. */
export const rendererPlugins = (): PluginOption[] => [
  selfContained(),
  vue(),
  ui({
    root,
    colorMode: false,
    autoImport: false,
    components: false,
    dts: false,
    icon: {
      clientBundle: {
        scan: { globInclude: ['renderer/**/*.{ts,vue}'], globExclude: ['node_modules'] },
      },
    },
    theme: { colors: ['primary', 'success', 'info', 'warning', 'error'] },
    ui: { colors: { primary: 'primary', neutral: 'slate' }, ...componentTheme },
  }),
]

/** Compile-time constants the renderer is built with. */
export const rendererDefine = {
  __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
}

/**
 * For the program alone: under test the page's own storage cannot be replaced. vue-router says it like this, to keep how far
 * the document was scrolled. Ours never scrolls, and the first look into the storage makes the page wait for main, which is
 * loading the core just then.
 */
export const programDefine = { ...rendererDefine, sessionStorage: '({})' }
