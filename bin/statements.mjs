// Whose tables a room's statements name (docs/architecture.md). A room changes its own; what changes others' within one
// statement stands in two files, one for making an order and one for settling it, and whatever else does is named here
// with its reason. A room reads others' tables only where that is named here: a page that must be one statement.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
/** Another tree is judged when it is named: the check of this check. */
const src = resolve(process.argv[2] ?? join(root, 'src'))

/** A purchase in one statement each. */
const PURCHASE = ['rooms/orders/making/make-store.ts', 'rooms/orders/settling/settle-store.ts']

/** Which tables of other rooms a file changes besides, and why not through their room. */
const CHANGES = {
  // Suppliers' feeds are what the catalogue is made of: a batch of rows is one statement, a room between would be a copy.
  'rooms/import/shelf-store.ts': ['categories', 'facet_values'],
  'rooms/import/store.ts': ['offers', 'products', 'skus'],
  // Which keys have gone back is true in the moment in which their order says so.
  'rooms/orders/refunds/unit-store.ts': ['refund_units'],
  // Who showed a key forgets his name together with his orders.
  'rooms/orders/personal-store.ts': ['key_reveals'],
  // What a supplier has left is stock as keys are.
  'rooms/vault/store.ts': ['offers'],
  // What is sealed is sealed anew wherever it lies.
  'rooms/vault/reseal-store.ts': ['mails', 'staff_authenticators', 'totp_secrets'],
}

/** Whose tables a room reads in its own statements. Never of a room that stands above it, but for those with a reason. */
const READS = {
  alerts: ['orders'], // The number that a person reads out.
  content: ['pictures'], // How wide and high the logo is stands in every page.
  health: ['mail', 'orders', 'payments'], // What became of each mail and notice, and which order it is about: a page of a list is one statement.
  import: ['money', 'products'],
  inbox: ['staff'], // To whom something was given is a name in its line.
  keys: ['products', 'vault'], // Whether an offer runs low is its stock, its threshold and whether it is on sale, looked at in one statement.
  ledger: ['levels'], // How many points a movement was is what was spent at its moment.
  levels: ['orders'], // The number of the order that earned them.
  orders: ['mail', 'members', 'money', 'payments', 'products', 'vault'], // An order, what it holds and what happened to it are one page.
  previews: ['staff'], // Whoever is let go sees none, from that moment on.
  products: ['money', 'pictures', 'prices', 'vault', 'wishes'], // What a price leaves of what its keys cost stands beside it; before many change it is said how many members wish for them.
  reviews: ['orders', 'products'], // What an order's buyer wrote is found by its number.
  search: ['products'],
  sessions: ['members'],
  tickets: ['members'], // Whose a ticket is is a name in its line.
  vault: ['mail', 'orders', 'payments', 'products', 'staff', 'totp'], // Whose a key is, and whether its money went back, decides what becomes of it.
  wishes: ['members', 'products'],
  withdrawals: ['members', 'orders', 'payments'], // An order is found by its address or its member's; whose money has come, or is under way, calls somebody.
}

const files = readdirSync(join(src, 'rooms'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.(test|testing)\.ts$/.test(entry.name))
  .map((entry) => relative(src, join(entry.parentPath, entry.name)))
  .sort()
const code = new Map(files.map((file) => [file, readFileSync(join(src, file), 'utf8')]))
const owners = new Map()
for (const [file, text] of code)
  if (/[/-]tables\.ts$/.test(file))
    for (const [, table] of text.matchAll(/pgTable\(\s*'(\w+)'/g)) owners.set(table, roomOf(file))

const problems = []
const needless = new Set(
  [CHANGES, READS].flatMap((granted) =>
    Object.entries(granted).flatMap(([to, tables]) => tables.map((table) => `${to}: ${table}`)),
  ),
)
for (const [file, text] of code) {
  const room = roomOf(file)
  // Statements that rooms share name their tables by what each room hands them.
  for (const [, table] of text.matchAll(/\bfragment`(\w+)`/g))
    if (owners.has(table) && owners.get(table) !== room)
      problems.push(`${file} hands on ${table}: it belongs to ${owners.get(table)}.`)
  for (const statement of statementsIn(text)) {
    const { named, changed } = tablesOf(statement)
    for (const table of named) {
      const owner = owners.get(table)
      if (owner === room) continue
      needless.delete(changed.has(table) ? `${file}: ${table}` : `${room}: ${owner}`)
      if (PURCHASE.includes(file)) continue
      if (changed.has(table) && !CHANGES[file]?.includes(table))
        problems.push(
          `${file} changes ${table}: it belongs to ${owner}. Do it by what ${owner}/hands.ts hands out, or by an event.`,
        )
      else if (!changed.has(table) && !READS[room]?.includes(owner))
        problems.push(
          `${file} reads ${table}: it belongs to ${owner}. Ask what ${owner}/hands.ts hands out, or name it in bin/statements.mjs with a reason.`,
        )
    }
  }
}
if (!process.argv[2])
  for (const one of needless) problems.push(`bin/statements.mjs names ${one}, which no statement needs`)

if (problems.length > 0) {
  process.stderr.write(`${[...new Set(problems)].join('\n')}\n`)
  process.exit(1)
}
process.stdout.write(`statements: ${owners.size} tables, each changed by its room\n`)

function roomOf(file) {
  return file.split('/')[1]
}

/** What stands between the backticks of each, values as question marks; one that stands within a value comes by itself. */
function statementsIn(text) {
  return [...text.matchAll(/\b(?:sql(?:<[^`]*>)?|fragment)`/g)].map(
    ({ 0: opening, index }) => template(text, index + opening.length).said,
  )
}

/** From behind its first backtick: what it says, and where it ends. */
function template(text, from) {
  let said = ''
  for (let at = from; at < text.length; at++) {
    if (text[at] === '`') return { said, end: at }
    if (text.startsWith('${', at)) {
      at = endOfValue(text, at + 2)
      said += '?'
    } else {
      said += text[at]
      if (text[at] === '\\') said += text[++at]
    }
  }
  return { said, end: text.length }
}

/** Where its closing brace stands. */
function endOfValue(text, from) {
  let depth = 1
  for (let at = from; at < text.length; at++) {
    if (text[at] === '`') at = template(text, at + 1).end
    else if (text[at] === "'" || text[at] === '"') at = endOfString(text, at)
    else if (text[at] === '{') depth++
    else if (text[at] === '}' && --depth === 0) return at
  }
  return text.length
}

/** Where its closing quote stands. */
function endOfString(text, from) {
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === text[from]) return at
  }
  return text.length
}

/** Which tables a statement names, and which of them it changes. */
function tablesOf(statement) {
  const text = statement.replace(/'[^']*'/g, "''").replace(/--.*/g, '')
  const said = (pattern) => [...text.matchAll(pattern)].map(([, name]) => name).filter((name) => owners.has(name))
  const changed = said(/\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(\w+)/gi)
  const read = said(/\b(?:from|join|using)\s+(?:only\s+|lateral\s+)?(\w+)/gi)
  // `from a x, b y`
  const listed = said(/\bfrom\s+\w+(?:\s+(?:as\s+)?\w+)?\s*,\s*(\w+)/gi)
  return { named: new Set([...changed, ...read, ...listed]), changed: new Set(changed) }
}
