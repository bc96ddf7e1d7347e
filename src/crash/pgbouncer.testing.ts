// For tests: a real pgbouncer in transaction mode before a database.
import pg from 'pg'
import { type Program, startProgram } from '#platform/programs.testing.ts'
import { freePort } from '#src/security/requests.testing.ts'

export interface Pooler extends Pick<Program, 'close'> {
  url: string
  /** `1.18.0` */
  version: string
  /** What those who are connected through it call themselves. */
  clients(): Promise<string[]>
}

export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const direct = new URL(databaseUrl)
  const { username, password } = direct
  const port = await freePort()
  const url = new URL(databaseUrl)
  url.port = String(port)
  const ask = async <R extends object>(command: string): Promise<R[]> => {
    const client = new pg.Client({ connectionString: url.href.replace(/\/[^/]*$/, '/pgbouncer') })
    await client.connect()
    try {
      return (await client.query<R>(command)).rows
    } finally {
      await client.end()
    }
  }
  const program = await startProgram({
    name: 'pgbouncer',
    files: (folder) => ({
      'users.txt': `"${username}" "${password}"\n`,
      'pgbouncer.ini': `[databases]
* = host=${direct.hostname} port=${direct.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users.txt
admin_users = ${username}
pool_mode = transaction
default_pool_size = 10
`,
    }),
    args: (folder) => [`${folder}/pgbouncer.ini`],
    isUp: () => ask('show version'),
  })
  const [said] = await ask<{ version: string }>('show version')
  return {
    url: url.href,
    version: /\d+\.\d+\.\d+/.exec(said!.version)![0],
    clients: async () => (await ask<{ application_name: string }>('show clients')).map((row) => row.application_name),
    close: program.close,
  }
}
