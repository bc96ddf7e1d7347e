// The shop's own role in the embedded server: it owns its database and is no superuser, so a statement that should never
// have been sent reaches neither files nor programs of the machine. The superuser makes both, and hands over what an
// earlier version made in its own name.
import pg from 'pg'
import { withClient } from './patience.ts'

const ROLE = 'latchkey'
const DATABASE = 'latchkey'
/** One starter at a time; held by the session that prepares. */
const PREPARE_LOCK = 1_281_455_215

/** `adminUrl`: the maintenance database as superuser. */
export async function prepareDatabase(adminUrl: string, password: string): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [PREPARE_LOCK])
    const role = await admin.query('select 1 from pg_roles where rolname = $1', [ROLE])
    const rights = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'
    await admin.query(
      `${role.rowCount ? 'alter' : 'create'} role ${ROLE} with ${rights} password ${pg.escapeLiteral(password)}`,
    )
    const database = await admin.query<{ own: boolean }>(
      'select datdba = (select oid from pg_roles where rolname = $2) as own from pg_database where datname = $1',
      [DATABASE, ROLE],
    )
    if (database.rows[0]?.own) return
    if (database.rowCount === 0) return void (await admin.query(`create database ${DATABASE} owner ${ROLE}`))
    await asAdmin(adminUrl.replace(/\/postgres$/, `/${DATABASE}`), (client) => client.query(HAND_OVER))
    // Last: who finds the database handed over need not look at what is in it.
    await admin.query(`alter database ${DATABASE} owner to ${ROLE}`)
  })
}

const asAdmin = (url: string, work: (client: pg.Client) => Promise<unknown>) => withClient(url, 'latchkey admin', work)

// `reassign owned` refuses everything that belongs to the superuser who made the server. Sequences of columns, types of
// tables and parts of extensions go with what they belong to.
const HAND_OVER = `
do $$
declare
  command text;
begin
  for command in
    with mine as (
      select oid as nsp, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), part as (
      select classid, objid from pg_depend where deptype in ('a', 'i', 'e') and refclassid <> 'pg_namespace'::regclass
    )
    select format('alter schema %I owner to ${ROLE}', nspname) from mine where nspname <> 'public'
    union all
    select format('alter %s %I.%I owner to ${ROLE}', case relkind when 'S' then 'sequence' else 'table' end, nspname, relname)
    from pg_class join mine on nsp = relnamespace
    where relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and not exists (select from part where classid = 'pg_class'::regclass and objid = pg_class.oid)
    union all
    select format('alter type %I.%I owner to ${ROLE}', nspname, typname)
    from pg_type t join mine on nsp = typnamespace left join pg_class c on c.oid = typrelid
    where (typtype in ('e', 'd') or typtype = 'c' and c.relkind = 'c')
      and not exists (select from part where classid = 'pg_type'::regclass and objid = t.oid)
    union all
    select format('alter routine %s owner to ${ROLE}', p.oid::regprocedure)
    from pg_proc p join mine on nsp = pronamespace
    where not exists (select from part where classid = 'pg_proc'::regclass and objid = p.oid)
  loop
    execute command;
  end loop;
end $$`
