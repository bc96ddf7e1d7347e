// Files of earlier builds, for pages that were loaded before an upgrade: a browser that has one open still asks for its
// parts. Their names carry their content, so they stand beside the new ones; a day after they were replaced they go.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const DAY_MS = 86_400_000

const assetsOf = (dist) => join(dist, 'client', 'assets')
const asideOf = (dist) => `${dist}.old`
// Which file was replaced when.
const LIST = '.replaced.json'

/** Before a build: moves the files of the last one out of the way. */
export function setAside(dist, now = Date.now()) {
  const assets = assetsOf(dist)
  if (!existsSync(assets)) return
  const aside = asideOf(dist)
  const replaced = readList(join(assets, LIST))
  mkdirSync(aside, { recursive: true })
  for (const name of filesIn(assets)) {
    if (name === LIST) continue
    replaced[name] ??= now
    move(assets, aside, name)
  }
  // A build that fails is done again: what was moved before is not forgotten.
  writeFileSync(join(aside, LIST), JSON.stringify({ ...readList(join(aside, LIST)), ...replaced }))
}

/** After a build: brings back those that were replaced within a day and are not of the new build too. */
export function bringBack(dist, now = Date.now()) {
  const aside = asideOf(dist)
  if (!existsSync(aside)) return
  const assets = assetsOf(dist)
  const replaced = readList(join(aside, LIST))
  const kept = {}
  for (const name of filesIn(aside)) {
    const at = replaced[name]
    if (at === undefined || now - at > DAY_MS || existsSync(join(assets, name))) continue
    move(aside, assets, name)
    kept[name] = at
  }
  if (Object.keys(kept).length > 0) writeFileSync(join(assets, LIST), JSON.stringify(kept))
  rmSync(aside, { recursive: true, force: true })
}

/** Those of the office lie in a folder of their own. */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath ?? entry.path, entry.name)))
}

function move(from, to, name) {
  mkdirSync(dirname(join(to, name)), { recursive: true })
  renameSync(join(from, name), join(to, name))
}

function readList(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
}
