import { Icon, addCollection, addIcon as addNamed } from '@iconify/vue/offline'

/**
 * Replaces '@iconify/vue' (see build/vite/renderer-plugins.ts): exports the same names, without the code that fetches
 * icons.
 */
export { Icon, addCollection }

/** Registers an icon as `lucide:name`, and as `lucide-name`, the form used in templates. */
export const addIcon = (name: string, data: Parameters<typeof addNamed>[1]): void => {
  addNamed(name, data)
  addNamed(name.replace(':', '-'), data)
}

/** Always true, because every icon in use is in the bundle. */
export const iconLoaded = (): boolean => true
