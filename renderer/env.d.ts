declare module '*.css'

declare module '*.ttf?url' {
  const address: string
  export default address
}

/**
 * This declaration is only for tools that cannot read Vue files; vue-tsc reads the components
 * themselves.
 */
declare module '*.vue' {
  import type { DefineComponent } from 'vue'

  const component: DefineComponent
  export default component
}
