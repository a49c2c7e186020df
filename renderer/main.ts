import './ipc/zod-setup.ts'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import ui from '@nuxt/ui/vue-plugin'
import App from './app.vue'
import { pickBridge } from './ipc/bridge.ts'
import { clientKey, createClient } from './ipc/client.ts'
import { hostBridgeKey } from './ipc/connection.ts'
import { makeRouter } from './router.ts'
import { catchAll } from './ui/faults.ts'
import './styles/main.css'

const bridge = pickBridge()
const app = createApp(App)
app.provide(hostBridgeKey, bridge)
app.provide(clientKey, createClient(bridge))
catchAll(app)
app.use(createPinia())
app.use(makeRouter())
app.use(ui)
app.mount('#app')
