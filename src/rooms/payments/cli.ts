// `npm run methods`: the methods of payment, and changes of them; beside a running shop, which hears of them at once, or
// without it.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { type Command, CommandError, runCommand } from '#platform/command.ts'
import { ConfigError } from '#platform/config.ts'
import { machineUser } from '#platform/machine-user.ts'
import { showCatalogue, showMethod, showMethods } from './cli-shown.ts'
import { createMethodActs } from './method-acts.ts'
import { noting } from './method-noting.ts'
import { methodRows } from './method-store.ts'
import { WronglyTyped } from './method-typed.ts'
import { forbiddenFees } from './methods.ts'
import { providerVariables } from './providers/registry.ts'

const USAGE = `npm run methods
npm run methods -- show ID
npm run methods -- catalogue [WORD]
npm run methods -- enable ID [--accept-saq-d] [--by NAME]
npm run methods -- disable ID [--by NAME]
npm run methods -- set ID [OPTION …] [--by NAME]
npm run methods -- add PROVIDER[:CODE] [OPTION …] [--by NAME]

  (nothing)  all methods, in the order in which they are offered, and why one is not
  show       one of them, with who changed what of it
  catalogue  what else can be added of a provider that has many, all or those with a word in them
  enable     it is offered from now on
  disable    it is not; money on its way by it still counts
  set        changes it:
    --fee 1.5               percent of goods
    --currencies EUR,USD    or any
    --countries BR,PT       offered there alone; all: everywhere
    --not-countries DE,AT   offered everywhere but there
    --types 0,1             only for orders of these types of products alone (0 keys and codes, 1 gift codes, 2 accounts), or all
    --position 30           the lowest is shown first
    --name "By card"        in English; --name "de=Mit Karte" in another language; an empty one is the provider's own again
    --minimum EUR=0.50      the least that is taken, by currency; 0: whatever the provider takes
    --hours 72              for how long keys stay reserved while a bank works
  add        a further one, switched off at first: of a provider (stripe), or one of its many (payssion:pix_br)
  --by       who says so; without it the user of this machine`

await runCommand('methods', async (command) => {
  const { values, positionals } = parseArgs({
    args: command.args,
    allowPositionals: true,
    options: {
      fee: { type: 'string' },
      currencies: { type: 'string' },
      countries: { type: 'string' },
      'not-countries': { type: 'string' },
      types: { type: 'string' },
      position: { type: 'string' },
      hours: { type: 'string' },
      name: { type: 'string', multiple: true },
      minimum: { type: 'string', multiple: true },
      'accept-saq-d': { type: 'boolean', default: false },
      by: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { by: typedBy, help, 'accept-saq-d': accepts, ...typed } = values
  const [task = 'list', what, ...more] = positionals
  if (help) {
    command.say(USAGE)
    return 0
  }
  const changes = Object.keys(typed).length > 0
  if (more.length > 0 || (changes && task !== 'set' && task !== 'add') || (accepts && task !== 'enable'))
    throw new CommandError(`this is no task of mine:\n${USAGE}`)
  if (task === 'list' && what === undefined) return showMethods(command, environment())
  if (task === 'catalogue') return showCatalogue(command, what)
  if (what === undefined) throw new CommandError(`this is no task of mine:\n${USAGE}`)
  if (task === 'show') return showMethod(command, environment(), numberOf(what))
  const { db } = await command.ground()
  const acts = createMethodActs({ db, environment: environment(), mode: command.config.mode })
  const name = machineUser(typedBy)
  const by = { name, ...noting({ machineUser: name }) }
  return told(async () => {
    let id: number
    if (task === 'add') id = await acts.add(what, by, typed)
    else {
      id = numberOf(what)
      if (task === 'enable') await acts.enable(id, by, accepts)
      else if (task === 'disable') await acts.disable(id, by)
      else if (task === 'set' && changes) await acts.set(id, by, typed)
      else throw new CommandError(`this is no task of mine:\n${USAGE}`)
    }
    await showMethod(command, environment(), id)
    if (task === 'add') command.say(`It is not offered yet: npm run methods -- enable ${id}`)
    return warn(command)
  })
})

/** What is wrongly typed is one line. */
async function told(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof WronglyTyped) throw new CommandError(error.message)
    throw error
  }
}

/** In every mode: who tries a fee here will sell with it. */
async function warn({ ground, say }: Command): Promise<number> {
  for (const line of forbiddenFees(await methodRows((await ground()).db), environment())) say(`WARNING: ${line}`)
  return 0
}

/** What the providers read of it, as the shop does at its start. */
function environment(): Record<string, unknown> {
  const present = Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''))
  const parsed = z.object(providerVariables().shape).safeParse(present)
  if (parsed.success) return parsed.data
  throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`))
}

function numberOf(typed: string): number {
  if (!/^[1-9]\d{0,8}$/.test(typed))
    throw new CommandError(`${typed} is no number of a method: \`npm run methods\` lists them`)
  return Number(typed)
}
