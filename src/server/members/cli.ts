// `npm run members`: what an operator does about a member, beside a running shop or without it. It stands above the rooms: each
// hands out its part, and every act is one transaction with its record.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { type Command, CommandError, runCommand, sayFirst } from '#platform/command.ts'
import type { Queryable, Transaction } from '#platform/database/database.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import { machineUser } from '#platform/machine-user.ts'
import { decimal } from '#platform/money.ts'
import { isTypedUuid } from '#platform/uuid.ts'
import { type ActOf, audit } from '#rooms/audit/hands.ts'
import { balanceOf } from '#rooms/ledger/hands.ts'
import {
  findMember,
  lockMember,
  memberActs,
  outcomeOfAct,
  recordMemberAct,
  setBlocked,
  stateOf,
} from '#rooms/members/hands.ts'
import { notify } from '#rooms/notices/hands.ts'
import { countPasskeys } from '#rooms/passkeys/hands.ts'
import { CLOSE_ASKED } from '#rooms/privacy/jobs.ts'
import { countSessions, endOtherSessions, sessionsOf, tellChange } from '#rooms/sessions/hands.ts'
import { countRecoveryCodes, secretOf, turnOff } from '#rooms/totp/hands.ts'

const USAGE = `npm run members -- show MEMBER
npm run members -- block MEMBER --reason "…" [--by NAME]
npm run members -- unblock MEMBER --reason "…" [--by NAME]
npm run members -- totp-off MEMBER --reason "…" [--by NAME]
npm run members -- end-sessions MEMBER --reason "…" [--by NAME]
npm run members -- close MEMBER --reason "…" [--by NAME]

  MEMBER        username, e-mail address or id
  show          what he is, how he signs in, where he is signed in, and what was done about him
  block         he can sign in no more, and is signed out everywhere; his orders and keys stay his
  unblock       he can sign in again
  totp-off      he has lost his authenticator app and its recovery codes: they are asked for no more, he is signed out
                everywhere and told by mail. Be sure who asks: his password alone opens the account then
  end-sessions  he is signed out everywhere
  close         ends the account as he could himself: by the running shop, and not while there is balance, an open order or
                a dispute; points below zero, which keep him from it, go with it
  --reason      why; kept with what was done
  --by          who says so; without it the user of this machine`

const SHOWN_SESSIONS = 20
const SHOWN_ACTS = 500
/** Until the running shop has closed an account. */
const PATIENCE_MS = 20_000

const HELD: Record<string, string> = {
  'erasure.addressNew': 'the address changed less than 7 days ago, and can still be taken back',
  'erasure.balance': 'there is balance, or a debt',
  'erasure.openOrders': 'an order is not done with',
  'erasure.disputes': 'a payment is disputed',
}
/** What came of a close that nobody has seen to yet. */
const ASKED = 'asked for'

interface By {
  actor: string
  reason: string
}

/** How an act is called in the audit log, and what it does: said as text, and as facts of the log. */
interface Work {
  name: ActOf<'member'>
  does(tx: Transaction, memberId: string): Promise<{ did: string; facts: Record<string, unknown> }>
}

await runCommand('members', async (command) => {
  const { values, positionals } = parseArgs({
    args: command.args,
    allowPositionals: true,
    options: {
      reason: { type: 'string' },
      by: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [task = '', name, ...more] = positionals
  if (values.help) {
    command.say(USAGE)
    return 0
  }
  if (!name || more.length > 0) throw new CommandError(`this is no task of mine:\n${USAGE}`)
  if (task === 'show') return show(command, name)
  const work = worksOf(command)[task]
  if (!work && task !== 'close') throw new CommandError(`this is no task of mine:\n${USAGE}`)
  const reason = values.reason?.trim()
  if (!reason) throw new CommandError('--reason is missing: it is kept with what is done')
  const by = { actor: machineUser(values.by), reason: reason.slice(0, 1000) }
  return work ? act(command, { name, task, by }, work) : close(command, name, by)
})

function worksOf({ config }: Command): Record<string, Work> {
  const mailDomain = () => new URL(config.publicUrl ?? 'http://localhost').hostname
  return {
    block: {
      name: 'block',
      async does(tx, id) {
        if (!(await setBlocked(tx, id, true))) throw new CommandError('is blocked already')
        const { did, facts } = await signOut(tx, id)
        return { did: `blocked; ${did}`, facts: { blocked: true, ...facts } }
      },
    },
    unblock: {
      name: 'unblock',
      async does(tx, id) {
        if (!(await setBlocked(tx, id, false))) throw new CommandError('is not blocked')
        return { did: 'can sign in again', facts: { blocked: false } }
      },
    },
    'totp-off': {
      name: 'totpOff',
      async does(tx, id) {
        if (!(await turnOff(tx, id))) throw new CommandError('has no authenticator app')
        await tellChange(tx, id, { change: 'totpOffBySupport' }, mailDomain())
        await notify(tx, id, 'totpOff')
        const { did, facts } = await signOut(tx, id)
        return { did: `codes are asked for no more; ${did}; told by mail`, facts }
      },
    },
    'end-sessions': { name: 'endSessions', does: signOut },
  }
}

async function signOut(tx: Transaction, memberId: string): ReturnType<Work['does']> {
  const ended = await endOtherSessions(tx, memberId, null)
  return { did: `${ended} ${ended === 1 ? 'session' : 'sessions'} ended`, facts: { sessionsEnded: ended } }
}

interface Done {
  memberId: string
  email: string
  name: ActOf<'member'>
  by: By
  facts?: Record<string, unknown>
}

/** Where everything that people did is found. */
function note(tx: Transaction, { memberId, email, name, by, facts }: Done): Promise<void> {
  return audit(tx, {
    ...{ by: { machineUser: by.actor }, act: `member.${name}`, subject: { kind: 'member', id: memberId } },
    ...{ ...(facts && { after: facts }), reason: by.reason, about: { memberId, email } },
  })
}

/** With the member held: whoever signs in at this moment is before it, and ended, or after it. */
async function act(
  { ground, say }: Command,
  { name, task, by }: { name: string; task: string; by: By },
  work: Work,
): Promise<number> {
  const { db } = await ground()
  const id = await find(db, name)
  const did = await db.transaction(async (tx) => {
    const member = await lockMember(tx, id)
    if (!member) throw new CommandError(`there is no member ${name}`)
    const done = await work.does(tx, id).catch((error) => {
      throw error instanceof CommandError ? new CommandError(`${name} ${error.message}`) : error
    })
    await recordMemberAct(tx, id, { act: task, ...by, did: done.did })
    await note(tx, { memberId: id, email: member.email, name: work.name, by, facts: done.facts })
    return done.did
  })
  say(`${name}: ${did}`)
  return 0
}

async function close({ ground, say, stopping }: Command, name: string, by: By): Promise<number> {
  const { db } = await ground()
  const memberId = await find(db, name)
  const actId = await db.transaction(async (tx) => {
    const member = await lockMember(tx, memberId)
    if (!member) throw new CommandError(`there is no member ${name}`)
    const id = await recordMemberAct(tx, memberId, { act: 'close', ...by, did: ASKED })
    await note(tx, { memberId, email: member.email, name: 'close', by })
    await enqueue(tx, CLOSE_ASKED, { memberId, actId: id })
    return id
  })
  const end = Date.now() + PATIENCE_MS
  for (let did: string | undefined = ASKED; ; did = await outcomeOfAct(db, actId)) {
    if (did !== undefined && did !== ASKED) {
      if (did !== 'closed') throw new CommandError(`${name} is ${explain(did)}`)
      say(`${name}: closed; told by mail`)
      return 0
    }
    if (stopping.aborted || Date.now() > end) break
    await pause(200)
  }
  say(`${name}: asked for; a running shop does it, and \`show ${memberId}\` says what came of it`)
  return 0
}

function explain(did: string): string {
  return did.replace(/erasure\.\w+/g, (key) => HELD[key] ?? key)
}

async function show({ ground, say }: Command, name: string): Promise<number> {
  const { db } = await ground()
  const id = await find(db, name)
  const member = await stateOf(db, id)
  if (!member) throw new CommandError(`there is no member ${name}`)
  if (member.closedAt) say(`${id}: closed ${when(member.closedAt)}`)
  else {
    say(`${member.username} <${member.email}>, ${id}`)
    say(`  a member since ${when(member.createdAt)}, written to in ${member.locale}`)
    if (member.blockedAt) say(`  BLOCKED since ${when(member.blockedAt)}`)
    say(`  balance ${decimal(await balanceOf(db, id))} USD`)
    say(`  signs in by ${await factorsOf(db, member)}`)
    const all = await countSessions(db, id)
    say(`  ${all} ${all === 1 ? 'session' : 'sessions'}${all > SHOWN_SESSIONS ? ', the last used:' : ''}`)
    for (const { usedAt, device, system, country, address } of await sessionsOf(db, id, {
      offset: 0,
      limit: SHOWN_SESSIONS,
    }))
      say(`    used ${when(usedAt)}  ${[device, system, country, address].filter(Boolean).map(plain).join(', ')}`)
  }
  await sayFirst(
    say,
    { rows: await memberActs(db, id, SHOWN_ACTS + 1), most: SHOWN_ACTS },
    ({ at, act: what, actor, reason, did }) =>
      `  ${when(at)}  ${what} by ${plain(actor)}: ${plain(reason)} (${explain(did)})`,
  )
  return 0
}

async function factorsOf(db: Queryable, { id, hasPassword }: { id: string; hasPassword: boolean }): Promise<string> {
  const passkeys = await countPasskeys(db, id)
  const app = (await secretOf(db, id))?.enabledAt
  return [
    hasPassword ? 'password' : 'no password',
    app
      ? `codes of an app since ${when(app)} (${await countRecoveryCodes(db, id)} recovery codes left)`
      : 'no app with codes',
    `${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`,
  ].join(', ')
}

async function find(db: Queryable, name: string): Promise<string> {
  const found = (await findMember(db, name)) ?? (isTypedUuid(name) ? await stateOf(db, name) : undefined)
  if (!found) throw new CommandError(`there is no member ${name}`)
  return found.id
}

/** What strangers wrote moves no cursor and colours no terminal. */
function plain(text: string | null): string {
  return (text ?? '').replace(/\p{Cc}|\p{Bidi_Control}/gu, '')
}

function when(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
