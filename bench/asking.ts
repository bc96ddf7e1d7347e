// How the bench's shoppers ask: by connections that are kept, with no more work than that takes, for shoppers share the
// machine with the shop that is measured. `fetch` takes three times the processor time.
import { Agent, type OutgoingHttpHeaders, request } from 'node:http'

const agent = new Agent({ keepAlive: true })

export interface Answer {
  status: number
  text: string
}

/** `body`: sent as JSON. */
export function post(url: string, body?: object, headers: OutgoingHttpHeaders = {}): Promise<Answer> {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const sent = {
    ...headers,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { method: 'POST', agent, headers: sent }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => {
        text += part
      })
      answer.on('end', () => resolve({ status: answer.statusCode!, text }))
      answer.on('error', reject)
    })
    asked.on('error', reject)
    asked.end(payload)
  })
}

/** The data of a call's answer; throws what it refused. */
export async function callShop<Data>(url: string, body: object, headers?: OutgoingHttpHeaders): Promise<Data> {
  const { text } = await post(url, body, headers)
  const { code, msg, data } = JSON.parse(text) as { code: number; msg: string; data: Data }
  if (code !== 200) throw new Error(`${new URL(url).pathname} was refused: ${msg}`)
  return data
}
