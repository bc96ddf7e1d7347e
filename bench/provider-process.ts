// The Payssion simulator in a process of its own, with a control by which the bench's shoppers pay: POST /{transaction}.
import { createServer } from 'node:http'
import { startPayssionSimulator } from '../src/simulators/payssion.ts'

const [apiKey, secretKey] = [process.env.PAYSSION_API_KEY!, process.env.PAYSSION_SECRET_KEY!]
const simulator = await startPayssionSimulator({ apiKey, secretKey })
const control = createServer((req, res) => {
  simulator.pay(req.url!.slice(1), { outcome: 'completed' })
  res.writeHead(204).end()
})
control.listen(0, '127.0.0.1', () => {
  process.stdout.write(
    `${JSON.stringify({ url: simulator.url, control: `http://127.0.0.1:${(control.address() as { port: number }).port}` })}\n`,
  )
})
