// For work whose statements may take as long as they need (a migration, a backup): no time limit could tell a slow one from
// a host that vanished. So a second connection asks all the while whether anybody is there.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { CONNECTION, clientsOf, endClient, endPool, hangUpOn, NOTICE_LOSS } from './connection.ts'

const ASK_MS = 3_000
/** Whatever the operator allows a role: a table takes as long as it takes. */
const PATIENT = `${NOTICE_LOSS}; set statement_timeout = 0`
/** Also a server that is busy with a restore answers this. */
const ANSWER_MS = 10_000
/** As sessions are called that only ask whether the server is there. */
export const ASKING = 'latchkey asking'

/** `work` over a connection of its own, which fails within seconds when its host is gone. */
export async function withClient<T>(url: string, name: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...CONNECTION, connectionString: url, application_name: name })
  client.on('error', () => {})
  await client.connect()
  try {
    return await whileItAnswers(
      url,
      () => hangUpOn(client),
      async () => {
        await client.query(PATIENT)
        return work(client)
      },
    )
  } finally {
    await endClient(client)
  }
}

/** `work` over a pool of such connections, for libraries that want one. `first`: what each of its sessions is told besides. */
export async function withPool<T>(
  url: string,
  name: string,
  work: (pool: pg.Pool) => Promise<T>,
  first = '',
): Promise<T> {
  const pool = new pg.Pool({
    ...CONNECTION,
    connectionString: url,
    application_name: name,
    max: 2,
    onConnect: async (client) => void (await client.query(`${PATIENT}; ${first}`)),
  })
  pool.on('error', () => {})
  const clients = clientsOf(pool)
  const hangUp = () => {
    for (const client of clients) hangUpOn(client)
  }
  try {
    return await whileItAnswers(url, hangUp, () => work(pool))
  } finally {
    await endPool(pool, clients)
  }
}

async function whileItAnswers<T>(url: string, hangUp: () => void, work: () => Promise<T>): Promise<T> {
  const done = new AbortController()
  const asking = ask(url, done.signal).catch(() => {
    if (!done.signal.aborted) hangUp()
  })
  try {
    return await work()
  } finally {
    done.abort()
    await asking
  }
}

/** Until it is aborted; throws when there is no answer. */
async function ask(url: string, done: AbortSignal): Promise<void> {
  const isWanted = () => pause(ASK_MS, true, { signal: done }).catch(() => false)
  // Most work is done before the first question.
  if (!(await isWanted())) return
  const client = new pg.Client({
    ...CONNECTION,
    connectionString: url,
    application_name: ASKING,
    query_timeout: ANSWER_MS,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    do await client.query('select 1')
    while (await isWanted())
  } finally {
    await endClient(client)
  }
}
