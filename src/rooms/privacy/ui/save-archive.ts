// The archive of a member's data, saved by his browser. It comes as a file, which call() does not know.
import { CallRefused } from '#browser/calls.ts'

/** Throws CallRefused, as call() does. */
export async function saveArchive(): Promise<void> {
  const answer = await fetch('/prod-api/api/profile/export').catch(() => {
    throw new CallRefused(0, 'error.offline')
  })
  if (!answer.ok) {
    const { msg = 'error.unexpected' } = await answer.json().catch(() => ({}))
    throw new CallRefused(answer.status, msg)
  }
  const name = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '')?.[1] ?? 'data.zip'
  const whole = await answer.blob().catch(() => {
    throw new CallRefused(0, 'error.offline')
  })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(whole)
  link.download = name
  link.click()
  // Some browsers read it only after this function has ended.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
