// Who uses this folder: whoever runs a shop in it, or replaces its packages or pages, has a place, a Unix socket in `.latchkey/`.
// Processes that inherit it keep it; it is free when the last of them has ended, however it ended.
import { mkdirSync, readdirSync, statSync, unlinkSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, relative } from 'node:path'

const folderOf = (root) => join(root, '.latchkey')

/**
 * The place of this name, to be closed or handed on by `spawn`; `taken`: another process has it. Undefined where there can be none
 * (a folder that is read only, or without sockets): there nothing is kept from anybody.
 */
export async function takePlace(root, name) {
  const path = addressOf(root, name)
  try {
    mkdirSync(folderOf(root), { recursive: true })
    return await listen(path)
  } catch (error) {
    if (error.code !== 'EADDRINUSE') return undefined
  }
  if (await isAlive(path)) return 'taken'
  // Its processes have ended: `isAlive` has taken it away, unless it is another user's; then nothing is kept from anybody.
  const place = await listen(path).catch(() => undefined)
  return place ?? ((await isAlive(path)) ? 'taken' : undefined)
}

/** Names of the places that others have, besides this one. */
export async function placesOfOthers(root, own) {
  const found = []
  for (const name of list(folderOf(root))) if (name !== own && (await isAlive(addressOf(root, name)))) found.push(name)
  return found
}

/** An address has about a hundred bytes: from where we stand it is mostly short. */
function addressOf(root, name) {
  const path = join(folderOf(root), name)
  const near = relative(process.cwd(), path)
  return near.length < path.length ? near : path
}

function listen(path) {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    // Any user of this machine may ask whether it is taken.
    server.once('error', reject).listen({ path, writableAll: true }, () => resolve(server.unref()))
  })
}

/** A socket that nobody has any more is removed; what cannot be known counts as alive. */
function isAlive(path) {
  const inode = inodeOf(path)
  return new Promise((resolve) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', ({ code }) => {
      // Another one may have been there first, and taken it.
      if (code === 'ECONNREFUSED' && inodeOf(path) === inode) remove(path)
      resolve(code !== 'ECONNREFUSED' && code !== 'ENOENT')
    })
  })
}

function inodeOf(path) {
  return statSync(path, { throwIfNoEntry: false })?.ino
}

function remove(path) {
  try {
    unlinkSync(path)
  } catch {
    // It is gone, or not ours to remove.
  }
}

function list(folder) {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
