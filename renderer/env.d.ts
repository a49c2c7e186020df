declare module '*.css'

declare module '*.ttf?url' {
  const address: string
  export default address
}

/** For tools that read TypeScript but not Vue files; vue-tsc sees the components themselves. */
declare module '*.vue' {
  import type { DefineComponent } from 'vue'

  const component: DefineComponent
  export default component
}
