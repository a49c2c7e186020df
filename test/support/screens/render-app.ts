import { createPinia, disposePinia } from 'pinia'
import { render, type RenderResult } from 'vitest-browser-vue'
import { defineComponent, h, type App as VueApp, type Component } from 'vue'
import type { Router } from 'vue-router'
import ui from '@nuxt/ui/vue-plugin'
import App from '#renderer/app.vue'
import { clientKey, createClient } from '#renderer/ipc/client.ts'
import { hostBridgeKey } from '#renderer/ipc/connection.ts'
import type { HostBridge } from '#renderer/ipc/bridge.ts'
import { makeRouter } from '#renderer/router.ts'
import { currentFault } from '#renderer/ui/failures/faults.ts'
import '#renderer/styles/main.css'

/** A component in the page with everything that `main.ts` provides, over a scripted host. */
export interface Rendered {
  readonly screen: RenderResult<unknown>
  readonly router: Router
}

/** Creates the mount element of `index.html`, replacing that of the previous test. */
const freshRoot = (): HTMLElement => {
  document.querySelector('#app')?.remove()
  return document.body.appendChild(Object.assign(document.createElement('div'), { id: 'app' }))
}

const mount = async (
  component: Component,
  bridge: HostBridge,
  path: string,
  props: Record<string, unknown>,
): Promise<Rendered> => {
  currentFault.value = null
  const router = makeRouter()
  await router.push(path)
  const pinia = createPinia()
  /** Disposes of a test's stores, because stores listen to the window. */
  const endStores = { install: (app: VueApp): void => app.onUnmount(() => disposePinia(pinia)) }
  const screen = await render(component, {
    props,
    container: freshRoot(),
    global: {
      plugins: [pinia, endStores, router, ui],
      provide: { [clientKey]: createClient(bridge), [hostBridgeKey]: bridge },
    },
  })
  return { screen, router }
}

/** Renders the whole application at `path`. */
export const renderApp = (bridge: HostBridge, path = '/advise'): Promise<Rendered> =>
  mount(App, bridge, path, {})

/** The document never scrolls, so a component longer than the window needs a scrolling element around it. */
const inScroller = (component: Component): Component =>
  defineComponent({
    inheritAttrs: false,
    setup:
      (_props, { attrs }) =>
      () =>
        h(
          'div',
          { style: 'height: 100vh; overflow-y: auto; position: relative' },
          h(component, attrs),
        ),
  })

/** Renders a single component. */
export const renderPart = (
  component: Component,
  bridge: HostBridge,
  props: Record<string, unknown> = {},
): Promise<Rendered> => mount(inScroller(component), bridge, '/advise', props)
