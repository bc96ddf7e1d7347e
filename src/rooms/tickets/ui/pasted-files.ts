import type { ClipboardEvent } from 'react'

/** Files that were pasted, such as a picture of the screen. Pasted text goes into its field as always. */
export function pastedFiles(event: ClipboardEvent, add: (files: Iterable<File>) => void) {
  const { files } = event.clipboardData
  if (files.length === 0) return
  event.preventDefault()
  add(files)
}
