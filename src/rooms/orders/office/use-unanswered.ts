// A provider gives no answer about an order: who is told so may go on without it, by a box that is offered from then on.
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'

export function useUnanswered() {
  const [isUnanswered, setUnanswered] = useState(false)
  return {
    isUnanswered,
    async heeding(call: () => Promise<unknown>): Promise<void> {
      try {
        await call()
        setUnanswered(false)
      } catch (error) {
        setUnanswered(error instanceof CallRefused && error.message === 'order.refused.noAnswer')
        throw error
      }
    },
  }
}
