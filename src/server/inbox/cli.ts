// `npm run inbox`: tickets are answered, reviews published or rejected, beside a running shop or without it. It stands above
// the rooms: it runs what each hands out for it, and those that the rooms have subscribe in the same transaction are told.
import { randomUUID } from 'node:crypto'
import { text as readAll } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { type Command, CommandError, runCommand } from '#platform/command.ts'
import type { Queryable } from '#platform/database/database.ts'
import { createEvents } from '#platform/events/events.ts'
import { machineUser } from '#platform/machine-user.ts'
import { audit } from '#rooms/audit/hands.ts'
import { TOLD_BY_STAFF } from '#rooms/notices/hands.ts'
import { REVIEW_DECIDED } from '#rooms/reviews/events.ts'
import { decideReview, waitingReviews, writerOf } from '#rooms/reviews/hands.ts'
import { LONGEST_REASON } from '#rooms/reviews/rules.ts'
import { TICKET_ANSWERED } from '#rooms/tickets/events.ts'
import { answerTicket, messagesOf, openTickets, type TicketRow, ticketsBetween } from '#rooms/tickets/hands.ts'
import { MOST, MOST_MESSAGES } from '#rooms/tickets/limits.ts'
import { idsMeantBy, referenceOf } from '#rooms/tickets/rules.ts'

const USAGE = `npm run inbox -- list
npm run inbox -- show TICKET
npm run inbox -- answer TICKET [--text "…"] [--by NAME]
npm run inbox -- publish REVIEW [--by NAME]
npm run inbox -- reject REVIEW --reason "…" [--by NAME]

  list     tickets that wait for an answer and reviews that wait to be read, the longest first
  show     a ticket (its reference, T-…, or its id) with all that was written
  answer   writes into a ticket: --text, or what comes on standard input; its member is told by mail
  publish  a review stands on its page
  reject   it does not; a member who wrote it reads the reason
  --by     who says so; without it the user of this machine`

/** Rows of one list. */
const MOST_ROWS = 200

await runCommand('inbox', async (command) => {
  const { values, positionals } = parseArgs({
    args: command.args,
    allowPositionals: true,
    options: {
      text: { type: 'string' },
      reason: { type: 'string' },
      by: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [task, name, ...more] = positionals
  if (values.help) {
    command.say(USAGE)
    return 0
  }
  if (values.text !== undefined && task !== 'answer') throw new CommandError('--text belongs to answer')
  if (values.reason !== undefined && task !== 'reject') throw new CommandError('--reason belongs to reject')
  const by = machineUser(values.by)
  if (task === 'list' && name === undefined) return list(command)
  if (name !== undefined && more.length === 0) {
    if (task === 'show') return show(command, name)
    if (task === 'answer') return answer(command, name, values.text, by)
    if (task === 'publish') return decide(command, { name, decision: 'published', reason: '', by })
    if (task === 'reject') {
      const reason = (values.reason ?? '').trim()
      if (!reason) throw new CommandError('--reason is missing: its writer reads it')
      if (reason.length > LONGEST_REASON) throw new CommandError(`--reason: ${LONGEST_REASON} characters at most`)
      return decide(command, { name, decision: 'rejected', reason, by })
    }
  }
  throw new CommandError(`this is no task of mine:\n${USAGE}`)
})

/** Whoever subscribes in the transaction is told here; whoever comes after it, by the shop. */
function eventsBesideShop() {
  const events = createEvents([TICKET_ANSWERED, REVIEW_DECIDED])
  events.subscribe('notices', TOLD_BY_STAFF)
  return events
}

async function list({ ground, say }: Command): Promise<number> {
  const { db } = await ground()
  const [tickets, reviews] = [await openTickets(db, MOST_ROWS), await waitingReviews(db, MOST_ROWS)]
  if (tickets.length === 0 && reviews.length === 0) say('nothing waits')
  for (const { id, updatedAt, topic, orderNo, locale, subject } of tickets)
    say(
      `ticket ${referenceOf(id)}  since ${when(updatedAt)}  ${topic}${orderNo ? ` ${orderNo}` : ''}  ${locale}  ${oneLine(subject)}`,
    )
  for (const { id, createdAt, productId, score, fillName, content } of reviews)
    say(
      `review ${id}  since ${when(createdAt)}  ${productId ? `product ${productId}` : 'the shop'}  ${score}/5  ${oneLine(fillName)}: ${oneLine(content)}`,
    )
  return 0
}

async function show({ ground, say }: Command, name: string): Promise<number> {
  const { db } = await ground()
  const ticket = await find(db, name)
  say(`${referenceOf(ticket.id)}: ${oneLine(ticket.subject)}`)
  say(
    `  ${ticket.topic}${ticket.orderNo ? `, order ${ticket.orderNo}` : ''}, ${ticket.state}, written in ${ticket.locale}`,
  )
  for (const { createdAt, answeredBy, text, files } of await messagesOf(db, ticket.id, MOST_MESSAGES)) {
    say(`  ${when(createdAt)}  ${answeredBy === null ? 'the member' : `answered by ${oneLine(answeredBy)}`}:`)
    for (const line of text.split('\n')) say(`    ${plain(line)}`)
    for (const file of files) say(`    [file ${plain(file.name)}, ${file.mediaType}, ${file.size} bytes]`)
  }
  return 0
}

async function answer(command: Command, name: string, typed: string | undefined, by: string): Promise<number> {
  const { db } = await command.ground()
  const ticket = await find(db, name)
  const text = (typed ?? (await readAll(process.stdin))).replace(/\r\n?/g, '\n').replaceAll('\0', '').trim()
  if (!text) throw new CommandError('there is no text to answer with: give --text, or write it to standard input')
  if (text.length > MOST.text) throw new CommandError(`the text has more than ${MOST.text} characters`)
  const mailDomain = () => new URL(command.config.publicUrl ?? 'http://localhost').hostname
  const events = eventsBesideShop()
  const written = { id: randomUUID(), ticketId: ticket.id, text, by }
  const done = await db.transaction(async (tx) => {
    if (!(await answerTicket(tx, { events, mailDomain }, written))) return false
    await audit(tx, {
      ...{ by: { machineUser: by }, act: 'ticket.answer', subject: { kind: 'ticket', id: ticket.id } },
      after: { message: written.id },
    })
    return true
  })
  if (!done) throw new CommandError(`there is no ticket ${name}`)
  command.say(`${referenceOf(ticket.id)}: answered; its member is told by mail`)
  return 0
}

async function decide(
  { ground, say }: Command,
  { name, ...decision }: { name: string; decision: 'published' | 'rejected'; reason: string; by: string },
): Promise<number> {
  if (!/^[1-9]\d{0,8}$/.test(name)) throw new CommandError(`${name} is no number of a review; \`list\` says them`)
  const { db } = await ground()
  const id = Number(name)
  const done = await db.transaction(async (tx) => {
    const decided = await decideReview(tx, eventsBesideShop(), { id, ...decision })
    if (decided === 'done')
      await audit(tx, {
        ...{ by: { machineUser: decision.by }, subject: { kind: 'review', id: name }, reason: decision.reason },
        act: decision.decision === 'published' ? 'review.publish' : 'review.reject',
        about: await writerOf(tx, id),
      })
    return decided
  })
  if (done === 'no review') throw new CommandError(`there is no review ${name}`)
  say(`review ${name}: ${done === 'same' ? `was ${decision.decision} already` : decision.decision}`)
  return 0
}

async function find(db: Queryable, name: string): Promise<TicketRow> {
  const meant = idsMeantBy(name)
  if (!meant) throw new CommandError(`${name} is no reference of a ticket (T-1A2B3C4D) and no id`)
  const [ticket, other] = await ticketsBetween(db, meant)
  if (!ticket) throw new CommandError(`there is no ticket ${name}`)
  if (other)
    throw new CommandError(`several tickets are called ${name}: give the whole id, ${ticket.id} or ${other.id} …`)
  return ticket
}

/** What strangers wrote moves no cursor and colours no terminal. */
function plain(text: string): string {
  return text.replace(/\p{Cc}|\p{Bidi_Control}/gu, '')
}

function oneLine(text: string): string {
  return plain(text.replace(/\s+/g, ' '))
}

function when(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
