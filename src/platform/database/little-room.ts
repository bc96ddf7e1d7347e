// A full disk ends the embedded server, and leaves its log no room to say why.
import fs from 'node:fs/promises'

/** A new database takes some 60 MB, and one that is there asks for 16 MB at a time. */
const LEAST_MB = 64
const ASKED_FOR_MB = 16

/** A word about the disk of a folder that has little room left. Undefined where it has enough, or does not say. */
export async function littleRoom(folder: string): Promise<string | undefined> {
  const mb = await littleRoomMb(folder)
  return mb === undefined ? undefined : `the disk of ${folder} is full, or nearly so: it has room for ${mb} MB`
}

/** The same as a number. */
export async function littleRoomMb(folder: string): Promise<number | undefined> {
  const disk = await fs.statfs(folder).catch(() => undefined)
  // Some file systems that have no size count nothing.
  if (!disk?.blocks) return undefined
  const mb = Math.floor((disk.bavail * disk.bsize) / 2 ** 20)
  return mb < LEAST_MB ? mb : undefined
}

/** Whether what is new finds no place, or none soon: the database cannot have what it asks for at a time. */
export async function isFull(folder: string): Promise<boolean> {
  const mb = await littleRoomMb(folder)
  return mb !== undefined && mb < ASKED_FOR_MB
}
