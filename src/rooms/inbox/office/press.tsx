// A button that does something at once, without a question before it; what is refused is said below it.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallRefused } from '#browser/call-refused.ts'
import { sayRefusal, useOfficeWords } from '#rooms/staff/office/words.ts'
import { toast } from '#ui/toast.ts'

export function usePress() {
  const t = useOfficeWords()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  /** Makes the call, by `actCall`. */
  async function press(send: () => Promise<unknown>, done: string) {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await send()
      toast({ message: done, tone: 'good' })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      setProblem(sayRefusal(t, error))
    } finally {
      setBusy(false)
      await queries.invalidateQueries()
    }
  }
  return { press, isBusy, problem }
}
