// Solves a challenge in a worker. Loaded when one is asked for; no page needs it at first.
import type { Challenge } from '../contract.ts'
import workerUrl from './altcha.worker.ts?worker&url'

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): string }
}

/** The back office takes the address of a script from a policy alone (server/office-pages.ts). This one knows no other address. */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('altcha', {
  createScriptURL: () => workerUrl,
})

/** What the server takes; throws when the browser cannot work it out, or `signal` was aborted. */
export function solve(challenge: Challenge, signal?: AbortSignal): Promise<string> {
  const { algorithm, salt, signature } = challenge
  return new Promise((resolve, reject) => {
    const worker = new Worker(policy?.createScriptURL('') ?? workerUrl, { type: 'module' })
    const end = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    const fail = () => end(() => reject(new Error('the challenge was not solved')))
    signal?.addEventListener('abort', fail, { once: true })
    worker.onerror = fail
    worker.onmessage = ({ data: number }: MessageEvent<number | null>) => {
      if (number === null) return fail()
      const solution = { algorithm, challenge: challenge.challenge, number, salt, signature }
      end(() => resolve(btoa(JSON.stringify(solution))))
    }
    worker.postMessage({ challenge: challenge.challenge, salt, maxnumber: challenge.maxnumber })
  })
}
