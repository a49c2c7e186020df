import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import vue from '@vitejs/plugin-vue'
import ui from '@nuxt/ui/vite'
import type { PluginOption } from 'vite'
import { componentTheme } from './component-theme.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const offlineIcons = fileURLToPath(new URL('../../renderer/ui/offline-icons.ts', import.meta.url))

/**
 * Replaces two parts of the component library, so that the page obeys its Content-Security-Policy and makes no
 * requests: colors come from styles/palette.css instead of an injected <style>, and the icon component knows only
 * bundled icons.
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

/**
 * Lets the page be built in a folder whose path contains a #, where Vite takes the rest of a file's path for a fragment. It
 * leaves the link to the icon in index.html unchanged there, so the icon is put where that link points.
 */
const filesUnderHash = (): PluginOption => ({
  name: 'glidepath:files-under-hash',
  enforce: 'pre',
  apply: 'build',
  async buildStart() {
    if (!root.includes('#')) return
    const icon = 'styles/mark.svg'
    const source = await readFile(path.join(root, 'renderer', icon))
    this.emitFile({ type: 'asset', fileName: icon, source })
  },
  load: {
    filter: { id: /#.*\.(svg|ttf)(\?url)?$/ },
    async handler(id) {
      const file = id.replace(/\?url$/, '')
      const source = await readFile(file)
      const asset = this.emitFile({ type: 'asset', name: path.basename(file), source })
      return `export default import.meta.ROLLUP_FILE_URL_${asset}`
    },
  },
})

/** The renderer's Vite plugins, shared with the component tests. */
export const rendererPlugins = (): PluginOption[] => [
  selfContained(),
  filesUnderHash(),
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

export const rendererDefine = {
  __VUE_OPTIONS_API__: 'true',
  __VUE_PROD_DEVTOOLS__: 'false',
  __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
}

/**
 * Replaces the page's session storage, in which vue-router would keep the scroll position. Our
 * document never scrolls, and the first access to session storage would make the page wait for main
 * while main loads the core. Only the program uses this, because tests cannot replace the storage.
 */
export const programDefine = { ...rendererDefine, sessionStorage: '({})' }
