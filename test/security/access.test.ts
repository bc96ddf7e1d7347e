// Who may make which call is enforced where calls are served: no handler is reached by anybody else, whatever it forgets.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { type Access, type Call, type CallName, type Contract, defineContract } from '#platform/http/contract.ts'
import { notFound } from '#platform/http/errors.ts'
import { askInProcess } from '#platform/http/in-process.ts'
import { type Principal, VISITOR } from '#platform/http/principal.ts'
import { type ServeOptions, serveCalls, type serves } from '#platform/http/serve.ts'
import { EVERY_LANGUAGE } from '#platform/i18n/locales.ts'
import { createLog } from '#platform/log.ts'
import { openTestShop, type TestShop } from '../harness.ts'

const employee = (permission: string): Principal => ({
  ...{ kind: 'staff', staffId: '1', email: 'ada@shop.example', sessionId: '1', provedSecondsAgo: 0, isDemo: false },
  permissions: new Set([permission]),
})

const PRINCIPALS: Record<string, Principal> = {
  visitor: VISITOR,
  member: { kind: 'member', memberId: '1', sessionId: '1', provedSecondsAgo: 0 },
  'staff without the permission': employee('other'),
  'staff with it': employee('toys.play'),
}

/** One call of each kind. */
const kinds = defineContract({
  'GET /kinds/public': { summary: '', access: 'public', data: z.null() },
  'GET /kinds/knowing': { summary: '', access: 'public', knowsMembers: true, data: z.null() },
  'GET /kinds/changing': { summary: '', access: 'public', changes: true, data: z.null() },
  'GET /kinds/member': { summary: '', access: 'member', data: z.null() },
  'GET /office/kinds/any': { summary: '', access: 'staff', data: z.null() },
  'GET /office/kinds/staff': { summary: '', access: { staff: 'toys.play' }, data: z.null() },
  'GET /kinds/order/{id}': {
    summary: '',
    access: { holder: 'order', by: 'params.id' },
    params: z.object({ id: z.string() }),
    data: z.null(),
  },
})

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ WORKER: 'off' })
})
afterAll(() => shop.close())

/** Every call of these contracts, with handlers that only note that they were reached. */
function noting(contracts: readonly Contract[]) {
  const reached: string[] = []
  let askedWho = 0
  const served = contracts.map((contract) => ({
    contract,
    handlers: Object.fromEntries(
      Object.keys(contract).map((name) => [name, async () => void reached.push(name)]),
    ) as ReturnType<typeof serves>['handlers'],
  }))
  const options: ServeOptions = {
    log: createLog('silent'),
    languages: () => EVERY_LANGUAGE,
    identify: async (_, { headers }) => {
      askedWho++
      return PRINCIPALS[headers.get('x-as') ?? 'visitor']!
    },
    guardHeaders: [],
    guards: {
      order: async (id, { headers }) => {
        if (headers.get('order-access') !== `of ${id}`) throw notFound()
      },
    },
    limit: async () => {},
    observe: () => {},
    suspicious: () => {},
  }
  const app = serveCalls(served, options)
  const ask = askInProcess(served, options)
  const call = async (name: string, as: string, headers: Record<string, string> = {}) => {
    const [method, path] = name.split(' ') as [string, string]
    reached.length = 0
    askedWho = 0
    const request = new Request(`http://shop${path.replace(/\{\w+\}/g, ORDER)}?order_id=${ORDER}`, {
      method,
      headers: { 'x-as': as, 'content-type': 'application/json', ...headers },
      body: method === 'GET' ? undefined : JSON.stringify({ orderId: ORDER }),
    })
    const { status } = await app.fetch(request, { address: '127.0.0.1' })
    return { status, reached: reached.includes(name), askedWho }
  }
  /** As the renderer does. */
  const forPage = async (name: string) => {
    reached.length = 0
    const input = { params: { id: ORDER }, query: { order_id: ORDER }, body: { orderId: ORDER } }
    const { status } = await ask(name, input, { locale: 'en-US', currency: 'USD' })
    return { status, reached: reached.includes(name) }
  }
  return { call, forPage }
}

const ORDER = '3d4a2b10-1111-4222-8333-444455556666'

const may = (access: Access, { kind }: Principal, as: string) =>
  access === 'public' || access === kind || (typeof access === 'object' && 'staff' in access && as === 'staff with it')

test('each kind of call is reached by those whom it is for, and refuses the others by its own word', async () => {
  const { call } = noting([kinds])
  const statuses: Record<string, number[]> = {}
  for (const [name, { access }] of Object.entries(kinds) as [CallName, Call][])
    for (const [as, principal] of Object.entries(PRINCIPALS)) {
      const answer = await call(name, as)
      statuses[name] = [...(statuses[name] ?? []), answer.reached ? 0 : answer.status]
      expect(answer.reached, `${name} as ${as}`).toBe(may(access, principal, as))
    }
  expect(statuses).toEqual({
    'GET /kinds/public': [0, 0, 0, 0],
    'GET /kinds/knowing': [0, 0, 0, 0],
    'GET /kinds/changing': [0, 0, 0, 0],
    'GET /kinds/member': [401, 0, 403, 403],
    'GET /office/kinds/any': [401, 403, 0, 0],
    'GET /office/kinds/staff': [401, 403, 403, 0],
    'GET /kinds/order/{id}': [404, 404, 404, 404],
  })
  const open = await call('GET /kinds/order/{id}', 'visitor', { 'order-access': `of ${ORDER}` })
  expect(open.reached).toBe(true)
})

test('who asks is looked up as the kind that the call is for', async () => {
  const asked: string[] = []
  const served = [kinds].map((contract) => ({
    contract,
    handlers: Object.fromEntries(Object.keys(contract).map((name) => [name, async () => null])),
  }))
  const app = serveCalls(served, {
    ...{ log: createLog('silent'), languages: () => EVERY_LANGUAGE, guardHeaders: [], guards: {} },
    ...{ limit: async () => {}, observe: () => {}, suspicious: () => {} },
    identify: async (kind) => {
      asked.push(kind)
      return VISITOR
    },
  })
  for (const path of ['/kinds/member', '/kinds/knowing', '/office/kinds/any', '/office/kinds/staff'])
    await app.fetch(new Request(`http://shop${path}`), { address: '127.0.0.1' })
  expect(asked).toEqual(['member', 'member', 'staff', 'staff'])
  const strayed = { 'GET /kinds/strayed': { summary: '', access: 'staff', data: z.null() } } as const
  expect(() => noting([strayed])).toThrow('/kinds/strayed is for employees, and such calls lie below /office/')
})

test('nobody is looked up for a public call that is the same for all', async () => {
  const { call } = noting([kinds])
  expect((await call('GET /kinds/public', 'member')).askedWho).toBe(0)
  expect((await call('GET /kinds/knowing', 'member')).askedWho).toBe(1)
  expect((await call('GET /kinds/member', 'member')).askedWho).toBe(1)
})

test('no call of the shop that is not public is reached by anybody without what it asks for', async () => {
  const contracts = shop.shop.contracts
  const { call } = noting(contracts)
  const personal = contracts
    .flatMap((contract) => Object.entries(contract))
    .filter(([, { access }]) => access !== 'public')
  expect(personal.length).toBeGreaterThan(5)
  for (const [name, { access }] of personal)
    for (const [as, principal] of Object.entries(PRINCIPALS)) {
      if (may(access, principal, as)) continue
      const { status, reached } = await call(name, as)
      expect([name, as, reached, status >= 400 && status < 500]).toEqual([name, as, false, true])
    }
})

test('a page that is kept for everybody cannot ask for what is one person’s', async () => {
  const { forPage } = noting([kinds])
  expect(await forPage('GET /kinds/public')).toMatchObject({ reached: true })
  for (const name of ['GET /kinds/member', 'GET /office/kinds/staff', 'GET /kinds/order/{id}', 'GET /kinds/changing'])
    expect([name, await forPage(name)]).toEqual([name, { status: 500, reached: false }])
  expect(await forPage('GET /kinds/unknown')).toEqual({ status: 404, reached: false })
})
