// What a command of this folder may be given. Whatever else it is given it refuses before it does anything, and says how it is used.
import { parseArgs } from 'node:util'

/** What it was given, as `parseArgs` reads it: `options` beside --help, and words after it where `words` allows them. */
export function readGiven(name, usage, { options = {}, words = false } = {}) {
  const { values, positionals } = parse(name, usage, {
    options: { ...options, help: { type: 'boolean', short: 'h' } },
    allowPositionals: words,
  })
  if (!values.help) return { values, words: positionals }
  process.stdout.write(`${usage}\n`)
  process.exit(0)
}

function parse(name, usage, how) {
  try {
    return parseArgs(how)
  } catch (error) {
    return refuse(name, error.message.split('. ')[0], usage)
  }
}

export function refuse(name, reason, usage) {
  process.stderr.write(`${name}: ${reason}\n${usage}\n`)
  process.exit(1)
}
