// The files that somebody has picked for a message: each is uploaded at once, by itself, and can be taken away again.
import { useEffect, useRef, useState } from 'react'
import { CallRefused, call } from '#browser/calls.ts'
import { upload } from '#browser/upload.ts'
import { readTyped, writeTyped } from '#ui/typed-here.ts'
import { MOST_FILE_BYTES, MOST_FILES } from '../limits.ts'

export interface PickedFile {
  key: number
  name: string
  /** How much of it is there, 0 to 1. */
  part: number
  /** Once it is there. */
  id?: string
  mediaType?: string
  /** Why it is not: a message key. */
  problem?: string
}

let picked = 0

/** How many more a message takes. One that was refused takes no other's place. */
const roomBeside = (files: readonly PickedFile[]) => MOST_FILES - files.filter(({ problem }) => !problem).length

/** `draft`: the message's text is kept under this name, while the files are not: that is told then. */
export function useFiles(draft: string) {
  const note = `draft:${draft}:files`
  const [lost, setLost] = useState(false)
  const [files, setFiles] = useState<readonly PickedFile[]>([])
  const [tooMany, setTooMany] = useState(false)
  const [refused, setRefused] = useState(false)
  const underWay = useRef(new Map<number, AbortController>())
  const latest = useRef(files)
  latest.current = files

  useEffect(() => setLost(readTyped(note) === true), [note])

  useEffect(() => {
    const all = underWay.current
    return () => {
      for (const controller of all.values()) controller.abort()
    }
  }, [])

  const change = (key: number, more: Partial<PickedFile>) =>
    setFiles((now) => now.map((file) => (file.key === key ? { ...file, ...more } : file)))

  async function send(key: number, file: File) {
    if (file.size > MOST_FILE_BYTES) return change(key, { problem: 'support.file.tooLarge' })
    const controller = new AbortController()
    underWay.current.set(key, controller)
    try {
      const { id, name, mediaType } = await upload('POST /api/profile/tickets/files', file, {
        signal: controller.signal,
        onProgress: (part) => change(key, { part }),
      })
      change(key, { id, name, mediaType, part: 1 })
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      change(key, { problem: problemOf(error) })
    } finally {
      underWay.current.delete(key)
    }
  }

  function become(next: (now: readonly PickedFile[]) => readonly PickedFile[]) {
    latest.current = next(latest.current)
    setFiles(next)
    setLost(false)
    writeTyped(note, latest.current.length > 0 || undefined)
  }

  const failed = files.some(({ problem }) => problem)
  return {
    files,
    /** Sending was refused because of one that has not arrived, and it is there still. */
    lacking: refused && failed,
    /** Whether nothing is to be sent, for one has not arrived: then that is said beside them. */
    lack(): boolean {
      setRefused(failed)
      return failed
    },
    /** Some were picked before the page was loaded anew. */
    lost,
    /** More were picked than a message takes. */
    tooMany,
    ids: files.flatMap(({ id }) => (id ? [id] : [])),
    isFull: roomBeside(files) === 0,
    /** Some are still on their way. */
    sending: files.some(({ id, problem }) => !id && !problem),
    add(all: Iterable<File>) {
      const room = roomBeside(latest.current)
      const wanted = [...all]
      setTooMany(wanted.length > room)
      const taken = wanted.slice(0, room).map((file) => ({ key: ++picked, file }))
      become((now) => [...now, ...taken.map(({ key, file }) => ({ key, name: file.name, part: 0 }))])
      for (const { key, file } of taken) void send(key, file)
    },
    remove({ key, id }: PickedFile) {
      underWay.current.get(key)?.abort()
      setTooMany(false)
      become((now) => now.filter((file) => file.key !== key))
      // What is not taken away now goes by itself after a day.
      if (id) call('DELETE /api/profile/tickets/files/{id}', { params: { id } }).catch(() => undefined)
    },
    /** Those with these ids were sent. */
    sent(ids: readonly string[]) {
      become((now) => now.filter(({ id }) => !id || !ids.includes(id)))
      setTooMany(false)
    },
  }
}

export type Files = ReturnType<typeof useFiles>

function problemOf({ status, message }: CallRefused): string {
  if (status === 413) return 'support.file.tooLarge'
  if (status === 408) return 'support.file.tooSlow'
  if (status === 429) return 'support.file.later'
  return message
}
