import { killInLists } from './torture/list-kills.ts'
const t=performance.now()
console.log(JSON.stringify(await killInLists('/tmp/gp-kill-' + Date.now(), 7, Number(process.argv[2] ?? 3), 20)), performance.now()-t)
