import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { createTrainingService } from '#electron/training/training-service.ts'
import { examplePeople } from '#electron/training/people/example-people.ts'
const s = createTrainingService()
const { value: base } = await s.start()
const tok = (await (await fetch(base + '/oauth2/accesstoken', { method: 'POST', headers: { authorization: 'Bearer training', 'content-type': 'application/x-www-form-urlencoded' }, body: 'grant_type=client_credentials' })).json()).access_token
const go = async (body) => { const t = performance.now(); const r = await fetch(base + '/rm/v1/express/forecast', { method: 'POST', headers: { authorization: 'Bearer ' + tok, 'content-type': 'application/json' }, body: JSON.stringify(body) }); await r.text(); return [r.status, performance.now() - t] }
const b = { ClientId: 'TRAINING', ParticipantXML: examplePeople[3].xml }
for (let i = 0; i < 10; i++) await go(b)
const one = []; for (let i = 0; i < 30; i++) one.push((await go(b))[1]); one.sort((a, b) => a - b)
console.log('sequential forecast ms p50', one[15].toFixed(1), 'max', one[29].toFixed(1))
const d = monitorEventLoopDelay({ resolution: 2 }); d.enable()
const det = await Promise.all([0, 1, 2, 3].map(() => go({ ...b, ForecastType: 'Detailed' })))
d.disable(); console.log('detailed', det.map((x) => x[0] + ':' + x[1].toFixed(0)), 'loop delay p50/p99/max ms', [d.percentile(50), d.percentile(99), d.max].map((x) => (x / 1e6).toFixed(1)).join('/'))
const rss0 = process.memoryUsage().rss; const t0 = performance.now(); const times = []; let bad = 0
await Promise.all(Array.from({ length: 200 }, async () => { while (performance.now() - t0 < 15000) { const [st, ms] = await go(b); if (st !== 200) bad++; times.push(ms) } }))
times.sort((a, b) => a - b); console.log('200 clients 15 s:', times.length, 'bad', bad, 'p50', times[times.length >> 1].toFixed(0), 'p99', times[Math.floor(times.length * .99)].toFixed(0), 'rss', (rss0 / 1e6).toFixed(0), '->', (process.memoryUsage().rss / 1e6).toFixed(0))
await s.stop()
