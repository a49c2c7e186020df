import { Icon, addCollection, addIcon as addNamed } from '@iconify/vue/offline'

/** Replaces '@iconify/vue' (see build/vite/renderer-plugins.ts): the same names, without the code that fetches icons. */
export { Icon, addCollection }

/** Registers an icon under `lucide:name` and under `lucide-name`, which templates write. */
export const addIcon = (name: string, data: Parameters<typeof addNamed>[1]): void => {
  addNamed(name, data)
  addNamed(name.replace(':', '-'), data)
}

/** Every icon in use is in the bundle. */
export const iconLoaded = (): boolean => true
