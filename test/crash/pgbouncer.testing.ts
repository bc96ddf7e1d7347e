// For tests: a real pgbouncer in transaction mode before a database, one that forgets prepared statements.
import { spawnSync } from 'node:child_process'
import pg from 'pg'
import { type Program, programPath, startProgram } from '#platform/programs.testing.ts'
import { freePort } from '../free-port.testing.ts'

export interface Pooler extends Pick<Program, 'close'> {
  url: string
  /** What those who are connected through it call themselves. */
  clients(): Promise<string[]>
}

export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const direct = new URL(databaseUrl)
  const { username, password } = direct
  const port = await freePort()
  // From 1.21 on it can be told to; what was before knows no such setting.
  const { stdout } = spawnSync(programPath('pgbouncer'), ['--version'], { encoding: 'utf8' })
  const [, major, minor] = /(\d+)\.(\d+)\.\d+/.exec(stdout)!.map(Number)
  const forgets = major! > 1 || minor! >= 21 ? 'max_prepared_statements = 0\n' : ''
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
${forgets}`,
    }),
    args: (folder) => [`${folder}/pgbouncer.ini`],
    isUp: () => ask('show version'),
  })
  return {
    url: url.href,
    clients: async () => (await ask<{ application_name: string }>('show clients')).map((row) => row.application_name),
    close: program.close,
  }
}
