// many short commands and starts on one DATA_DIR at once: does any fail?
import { spawn } from 'node:child_process'
const env = { ...process.env, DATA_DIR: '/tmp/dd1' }
const one = (i) => new Promise((res) => { const c = spawn('node', ['src/shop/vault/import/cli.ts', 'count', 'STEAM-10'], { env }); let e='',o=''; c.stderr.on('data', d => e += d); c.stdout.on('data',d=>o+=d); c.on('exit', code => res({ code, e, o })) })
let bad = 0, n = 0
for (let round = 0; round < 25; round++) {
  const first = one(0)
  const rest = [300, 450, 600, 700, 800].map((ms) => new Promise((r) => setTimeout(() => r(one(1)), ms + Math.random() * 100)))
  for (const { code, e } of await Promise.all([first, ...rest])) { n++; if (code) { bad++; console.log(code, e.split('\n')[0].slice(0,200)) } }
}
console.log({ n, bad })
