// Runs an operator's command on the runtime that the lockfile brings, with the arguments it was given.
import { join } from 'node:path'
import { ensureInstalled, NODE, ROOT, run } from './ensure.mjs'

export async function runTypeScript(path, ...first) {
  await ensureInstalled()
  // Paths are meant from where the operator stands; `run` starts the command in the project's folder.
  const from = { INIT_CWD: process.env.INIT_CWD ?? process.cwd() }
  process.exit(await run(NODE, [join(ROOT, path), ...first, ...process.argv.slice(2)], from))
}
