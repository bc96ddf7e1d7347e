// `npm run owner`: makes somebody an owner of the shop and prints the link with which he begins. It is the first way into the
// back office, and the last one for an owner who has lost his app and its recovery codes.
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { notedAddress } from '#platform/address-note.ts'
import { CommandError, runCommand } from '#platform/command.ts'
import { machineUser } from '#platform/machine-user.ts'
import { inviteOwner } from './invitations.ts'
import { LONGEST_EMAIL } from './limits.ts'
import { welcomeLink } from './links.ts'

const USAGE = `npm run owner -- EMAIL

  Prints a link with which the person of this address chooses a password, sets up an authenticator app and enters the
  back office as an owner. It works once, for 24 hours, and ends links that were printed for this person before. Who works
  here already stays what he is, and keeps signing in as until now, until the link is used, and is told by mail; who is
  blocked stays out until then.`

await runCommand('owner', async ({ args, config, ground, say }) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h', default: false } },
  })
  if (values.help) {
    say(USAGE)
    return 0
  }
  const [typed, ...more] = positionals
  if (!typed || more.length > 0) throw new CommandError(`an e-mail address is missing:\n${USAGE}`)
  const email = z.email().max(LONGEST_EMAIL).safeParse(typed.trim())
  if (!email.success) throw new CommandError(`${typed} is no e-mail address`)
  const { db } = await ground()
  const origin = config.publicUrl ?? (await notedAddress(config.dataDir)) ?? `http://127.0.0.1:${config.port}`
  const of = { email: email.data, machineUser: machineUser(), domain: new URL(origin).hostname }
  const token = await db.transaction((tx) => inviteOwner(tx, of))
  say(`${email.data} is an owner of this shop once this link was used; it works once, for 24 hours:`)
  say(welcomeLink(origin, token))
  return 0
})
