import { bridge, firstAnswers } from './ipc/first.ts'
import './ipc/zod-setup.ts'
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import ui from '@nuxt/ui/vue-plugin'
import App from './app.vue'
import { clientKey, createClient, firstAnswersKey } from './ipc/client.ts'
import { hostBridgeKey } from './ipc/connection.ts'
import { makeRouter } from './router.ts'
import { catchAll } from './ui/failures/faults.ts'
import './styles/main.css'

const app = createApp(App)
app.provide(hostBridgeKey, bridge)
app.provide(clientKey, createClient(bridge, firstAnswers))
app.provide(firstAnswersKey, firstAnswers)
catchAll(app)
app.use(createPinia())
app.use(makeRouter())
app.use(ui)
app.mount('#app')
