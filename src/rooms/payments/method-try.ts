// Whether a provider answers with the credentials that it was given: asked something that moves no money.
import { randomUUID } from 'node:crypto'
import { type PaymentProvider, ProviderRefused, ProviderUnreachable } from './providers/provider.ts'

const HOUR_MS = 3_600_000

export interface Tried {
  outcome: 'answers' | 'refuses' | 'silent'
  code: string | null
}

/** Its list of the last hour, else a payment that nobody made: who knows that there is none knows the shop. */
export async function tryProvider({ list, query }: Pick<PaymentProvider, 'list' | 'query'>): Promise<Tried> {
  try {
    const to = new Date()
    if (list) await list({ from: new Date(to.getTime() - HOUR_MS), to, cursor: null })
    else await query({ providerRef: null, attemptId: randomUUID(), currency: 'USD' })
  } catch (error) {
    if (error instanceof ProviderRefused)
      return error.about === 'method' ? { outcome: 'refuses', code: error.code } : { outcome: 'answers', code: null }
    if (error instanceof ProviderUnreachable) return { outcome: 'silent', code: error.code }
    throw error
  }
  return { outcome: 'answers', code: null }
}
