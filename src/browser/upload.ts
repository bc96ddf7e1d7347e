// Sends one file, and tells how far it has come: fetch cannot.

import type { CallResult } from '#platform/http/contract.ts'
import { CallRefused } from './call-refused.ts'
import type { Calls as ShopCalls } from './calls.ts'
import type { OfficeCalls } from './office-calls.ts'
import { SILENT_MS } from './until-late.ts'

type Calls = ShopCalls & OfficeCalls

/** Calls that take a file. */
type UploadNames = { [N in keyof Calls]: Calls[N] extends { file: object } ? N : never }[keyof Calls]

interface UploadOptions {
  /** From 0 to 1. */
  onProgress(part: number): void
  signal: AbortSignal
}

/** Throws CallRefused for everything that is not a success, also where it was given up, and where nothing moves any more. */
export function upload<N extends UploadNames>(
  name: N,
  file: File,
  { onProgress, signal }: UploadOptions,
): Promise<CallResult<Calls[N]>> {
  const [method, path] = (name as string).split(' ') as [string, string]
  const request = new XMLHttpRequest()
  request.open(method, `/prod-api${path}`)
  request.responseType = 'json'
  request.setRequestHeader('x-locale', document.documentElement.dataset.locale ?? '')
  const form = new FormData()
  form.append('file', file, file.name)
  let late: ReturnType<typeof setTimeout>
  // Of a long file something moves meanwhile.
  function moves() {
    clearTimeout(late)
    late = setTimeout(() => request.abort(), SILENT_MS)
  }
  return new Promise((resolve, reject) => {
    moves()
    request.upload.onprogress = ({ loaded, total }) => {
      moves()
      onProgress(total > 0 ? loaded / total : 0)
    }
    request.onloadend = () => clearTimeout(late)
    request.onerror = () => reject(new CallRefused(0, 'error.offline'))
    request.onabort = request.onerror
    request.onload = () => {
      const answer = request.response as { code?: number; msg?: string; data?: CallResult<Calls[N]> } | null
      if (answer?.code === 200) resolve(answer.data!)
      else reject(new CallRefused(request.status, answer?.msg ?? 'error.unexpected'))
    }
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(form)
  })
}
