// What CONTRIBUTING.md tells whoever comes next is true: its recipes are followed in a copy of this tree, in their order,
// and what they add does what they say. One copy, one build and one shop for all of them.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { childEnv } from '#platform/child.testing.ts'
import { type Database, openDatabase } from '#platform/database/database.ts'
import { sql } from '#platform/database/sql.ts'
import { createLog } from '#platform/log.ts'
import { createTestDatabase, until } from '#platform/testing.ts'
import { type Answer, callShop } from './harness.ts'
import { copyTree, ROOT, readRecipes, type Tree } from './recipes.testing.ts'

const recipes = readRecipes(readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8'))

let tree: Tree
let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Database
beforeAll(async () => {
  tree = await copyTree()
  database = await createTestDatabase()
  db = openDatabase(database.url, { log: createLog('silent'), size: 2, name: 'test' })
})
afterAll(async () => {
  await db?.close()
  await database?.drop()
  tree?.remove()
})

test('there is one for each thing that is added often', () => {
  const things = ['room', 'table', 'call', 'job', 'mail', 'setting', 'page', 'provider', 'language']
  expect(recipes.map(({ title }) => title)).toEqual(things.map((thing) => `Add a ${thing}`))
})

test.each(recipes)('$title: can be followed word by word', async (recipe) => {
  await tree.follow(recipe)
})

test('then the pages can be built, format, types and boundaries are right, and the office shows the setting', async () => {
  await tree.run('npm run build')
  await tree.run('git add --all && .githooks/pre-commit')
  await tree.run(`${process.execPath} bin/boundaries.mjs`)
  await tree.run('npm test -- src/rooms/settings/settings.test.ts')
  // A build and a check of all types, beside whatever else the machine does.
}, 600_000)

test('a line that a recipe looks for in vain is told by its name, and so is a block of which the words say something else', async () => {
  const steps = [{ file: 'src/server/rooms.ts', text: '  hatRoom,', place: 'after' as const, anchor: 'shoeRoom,' }]
  await expect(tree.follow({ title: 'Add a hat', steps })).rejects.toThrow(
    'Add a hat: in src/server/rooms.ts the line shoeRoom, is there 0 times, and must be there once',
  )
  const document = '## Recipes\n\n### Add a hat\n\nIn `src/hat.ts`:\n\n```ts file=src/hats.ts\n```\n'
  expect(() => readRecipes(document)).toThrow('Add a hat: the words before a block do not name src/hats.ts')
})

test('the hook before a commit refuses what is not formatted', async () => {
  writeFileSync(join(tree.folder, 'hat.ts'), 'export const hat = "top hat";\n')
  await expect(tree.run('git add hat.ts && .githooks/pre-commit')).rejects.toThrow('hat.ts')
  await tree.run('git rm --quiet --force hat.ts')
})

describe('a shop made of it', () => {
  let shop: ChildProcess
  let origin: string
  beforeAll(async () => {
    shop = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: tree.folder,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...childEnv(),
        PORT: '0',
        HOST: '127.0.0.1',
        DATA_DIR: join(tree.folder, 'data'),
        DATABASE_URL: database.url,
        DEMO: 'off',
        PICTURES_AHEAD: '0',
        LOG_LEVEL: 'error',
        KIOSK_BASE_URL: 'https://kiosk.example',
        KIOSK_API_KEY: 'a-key-of-a-test',
      },
    })
    let said = ''
    shop.stdout!.on('data', (part) => {
      said += part
    })
    const address = () => /is open at (\S+)/.exec(said)?.[1]
    origin = await until(() => address() ?? (shop.exitCode === null ? '' : 'ended'), 'the shop is open', 60_000)
    expect(origin).toMatch(/^http:/)
  })
  afterAll(async () => {
    if (shop.exitCode !== null) return
    const ended = once(shop, 'exit')
    shop.kill('SIGTERM')
    await ended
  })

  const suggest = (title: string): Promise<Answer> =>
    callShop(origin, 'POST', '/api/suggestions', { body: { title, email: 'player@example.com' } })
  const page = async (path: string) => {
    const answer = await fetch(origin + path)
    return { status: answer.status, html: await answer.text() }
  }

  test('has the room, whose calls it describes', async () => {
    const { body } = await callShop(origin, 'GET', '/openapi.json')
    expect(Object.keys(body.paths)).toEqual(expect.arrayContaining(['/api/suggestions', '/api/suggestions/count']))
  })

  test('shows the page, in the new language too', async () => {
    const english = await page('/suggest')
    expect(english.status).toBe(200)
    expect(english.html).toMatch(/<h1[^>]*>Suggest a game<\/h1>/)
    expect(english.html).toContain('0 games were suggested so far.')
    const { html } = await page('/suggest?lang=uk')
    expect(html).toMatch(/<html[^>]* lang="uk"/)
    expect(html).toMatch(/<h1[^>]*>Запропонуйте гру<\/h1>/)
  })

  test('offers the new language', async () => {
    expect((await page('/')).html).toContain('Українська')
    const names = await db.query(sql`select name -> 'uk' as uk from facet_values where name ? 'uk' limit 1`)
    expect(names).toHaveLength(1)
  })

  test('offers the payment method of the provider', async () => {
    const { body } = await callShop(origin, 'GET', '/api/check/paymentlist')
    expect(body.data).toContainEqual(
      expect.objectContaining({
        type: 'kiosk',
        name: 'Cash at a kiosk',
        fee: 0,
        currency: ['EUR'],
        minimum: { EUR: 1 },
        imgWidth: 40,
        imgAlt: 'Kiosk',
      }),
    )
    const { img } = body.data.find(({ type }: { type: string }) => type === 'kiosk')
    expect(await (await fetch(origin + img)).text()).toContain('<title>Kiosk</title>')
  })

  test('answers the call, which fills the table and has the page made anew', async () => {
    expect((await callShop(origin, 'POST', '/api/suggestions', { body: { title: '', email: 'x' } })).status).toBe(400)
    expect((await suggest('Stardew Valley')).status).toBe(200)
    const rows = await db.query(sql`select title, email, locale from suggestions`)
    expect(rows).toEqual([{ title: 'Stardew Valley', email: 'player@example.com', locale: 'en-US' }])
    await until(async () => (await page('/suggest')).html.includes('One game was suggested so far.'), 'it is shown')
  })

  test('does the job, which writes the mail', async () => {
    await until(() => db.query(sql`select 1 from suggestions where thanked_at is not null`), 'the job ran')
    const mails = () => page('/sandbox/mail')
    await until(
      async () => (await mails()).html.includes('Thank you for your suggestion'),
      'the mail is in the sandbox',
    )
    expect(await db.query(sql`select recipient from mails`)).toEqual([{ recipient: 'player@example.com' }])
  })

  test('has the setting with its first value, and heeds another', async () => {
    const value = await db.one<{ value: string }>(sql`select value from settings where key = 'suggestions.open'`)
    expect(value).toEqual({ value: '1' })
    await db.run(sql`update settings set value = '0' where key = 'suggestions.open'`)
    const refusal = await until(async () => {
      const answer = await suggest('Hades')
      return answer.status === 422 ? answer : undefined
    }, 'no more are taken')
    expect(refusal.body.msg).toBe('suggestions.closed')
  })
})
