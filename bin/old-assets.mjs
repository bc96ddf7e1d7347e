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
    if (name.startsWith(LIST)) continue
    replaced[name] ??= now
    move(assets, aside, name)
  }
  // A build that fails is done again: what was moved before is not forgotten.
  writeList(join(aside, LIST), { ...readList(join(aside, LIST)), ...replaced })
}

/** After a build: brings back those that were replaced within a day and are not of the new build too. */
export function bringBack(dist, now = Date.now()) {
  const aside = asideOf(dist)
  if (!existsSync(aside)) return
  const assets = assetsOf(dist)
  const replaced = readList(join(aside, LIST))
  const kept = {}
  for (const name of filesIn(aside)) {
    const at = replaced[name] ?? now
    if (name.startsWith(LIST) || now - at > DAY_MS || existsSync(join(assets, name))) continue
    move(aside, assets, name)
    kept[name] = at
  }
  if (Object.keys(kept).length > 0) writeList(join(assets, LIST), kept)
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

/** A list that cannot be read holds no build up: what stands in none counts as just replaced. */
function readList(path) {
  try {
    return Object(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return {}
  }
}

/** Whole or not at all, also when the disk is full. */
function writeList(path, list) {
  const draft = `${path}.draft`
  writeFileSync(draft, JSON.stringify(list))
  renameSync(draft, path)
}
