// For tests: one client that knows the specification's §7 alone makes each of its calls once, in an order in which a
// visitor would who becomes a member.
import { sql } from '#platform/database/sql.ts'
import { solveForTest } from '#rooms/captcha/solving.testing.ts'
import { giveBalance } from '#rooms/ledger/gift.testing.ts'
import { accounts } from '#rooms/members/accounts.testing.ts'
import { billing, offerCards } from '#rooms/payments/cards.testing.ts'
import { type Answer, addMember, addProduct, BALANCE, EECPAY, orderBody, STRIPE, type TestShop } from './harness.ts'

const PASSWORD = 'calm harbour 7'
const NEW_PASSWORD = 'quiet engine 8'

const ADDRESS = {
  firstName: 'Ada',
  lastName: 'Lovelace',
  address: '1 Byron Street',
  addressOther: '',
  city: 'London',
  province: 'London',
  country: 'GB',
  zip: 'N1',
  phone: '123456',
  phoneCode: '44',
  isDefault: '0',
}

/** Whoever adds a call to the specification sends it here, too. */
export async function everyCall(shop: TestShop): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>()
  const member = await addMember(shop, { password: PASSWORD })
  const product = await addProduct(shop, { keys: 9, priceCents: 1_000 })
  const category = await shop.db.one<{ id: number }>(sql`select id from categories where slug = 'games'`)
  const news = await shop.db.one<{ id: number }>(sql`
    insert into news (title, content, author, genre, seed, published_at)
    values ('{"en-US":"A title"}', '{"en-US":"A text"}', 'Mara', 'rpg', 'x', '2026-01-01') returning id`)
  await offerCards(shop)
  const { seal, resetLink } = accounts(() => shop)

  type More = { query?: object; body?: object; by?: string } & Record<string, unknown>
  /** `by`: the token of who asks, instead of the member's own; '' for a visitor. What else is given stands in the path. */
  async function make(name: string, { query, body, by = member.token, ...params }: More = {}): Promise<Answer> {
    const [method, path] = name.split(' ') as [string, string]
    const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))
    const asked = query ? `?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}` : ''
    const headers: Record<string, string> = by ? { authorization: `Bearer ${by}` } : {}
    const answer = await shop.call(method, filled + asked, { body, headers })
    answers.set(name, answer)
    return answer
  }
  const { id: memberId, username, email, token } = member
  const page = { pageNum: 1, pageSize: 10 }

  for (const name of ['language', 'location', 'rate', 'scrollPhoto', 'navigationBar', 'products'])
    await make(`GET /api/home/${name}`)
  await make('GET /api/home/queryProducts', { query: { name: 'game' } })
  await make('GET /api/home/type/{dictType}', { dictType: 'order_status' })
  await make('GET /api/home/config/configKey/{key}', { key: 'rate.of.points' })
  await make('GET /api/home/seo/seoIndex/{id}', { id: 'page_home' })
  await make('POST /api/saveVisit', { body: { toUrl: '/news', fromUrl: '/', memberId, memberName: username } })
  await make('GET /api/website/info/{type}', { type: 4 })
  await make('GET /api/bottom/news', { query: page })
  await make('GET /api/bottom/news/{id}', { id: news.id })
  const said = { uid: memberId, fillName: 'Ada', email, content: 'It came at once.', score: 5, pid: product.productId }
  await make('POST /api/bottom/saveFeedbacks', { body: said })
  await make('GET /api/bottom/feedbacks', { query: { pid: product.productId } })
  const deal = { fillname: 'Ada', email, confirmEmail: email, skype: '', region: 'GB', message: 'Keys', type: '2' }
  await make('POST /api/bottom/saveDeal', { body: deal })
  await make('POST /api/bottom/subscription', { body: { email } })
  await make('GET /api/bottom/deliverylist')

  await make('GET /api/product/info', { query: { zhname: product.slug, categoryName: 'games' } })
  const filters = { plat_list: [], language_list: [], region_list: [], theme_list: [] }
  const list = { ...page, classId: category.id, orderByColumn: '0', lowerPrice: 0, highPrice: 100, stock: '0' }
  await make('POST /api/product/list', { body: { ...list, ...filters } })
  const line = { productId: product.productId, extId: product.skuId, supplyProductId: product.offerId, productCount: 1 }
  await make('POST /api/product/syncStock', { body: { lines: [line] } })
  await make('GET /api/product/condition/list')
  await make('GET /api/product/category/info/{id}', { id: category.id })
  await make('GET /api/product/category/info/name/{name}', { name: 'games' })
  await make('GET /api/product/recommends', { query: { classId: category.id, id: product.productId } })

  await make('GET /api/getInfo')
  await make('GET /api/getUserLevelInfo/{id}', { id: memberId })
  await make('GET /api/check/paymentlist')
  await make('GET /api/check/rate/dollar/rmb')
  const arrays = { productId: [product.productId], productCount: [1], supplyProductId: [product.offerId] }
  const coupon = { couponCode: 'NONE', ...arrays, productPrice: [10], productClassId: [category.id] }
  await make('POST /api/check/useCoupon', { body: coupon })
  /** With all that §3 names, most of which the shop works out itself. */
  async function order(paymentId: number): Promise<string> {
    const { orderList, ...lines } = orderBody([{ product }], { paymentId, email })
    const ignored = {
      typeSales: '0',
      memberId,
      memberName: username,
      productType: '0',
      paymentName: 'x',
      freightAmount: 0,
      paymentAmount: 0,
      discountAmount: 0,
      originalAmount: 10,
      rmbAmount: 70,
      orderAfterDiscountAmount: 10,
      orderBeforeDiscountAmount: 10,
      consumePoint: 0,
      memberGrowth: 10,
      memberRemark: 'Thank you',
    }
    const more = { productRealPrice: [10], productRealRmbPrice: [70], productAttr: [''], domain: 'shop.example' }
    const body = { orderList: { ...ignored, ...orderList }, ...lines, ...more }
    return (await make('POST /api/check/createOrder', { body })).body.data.orderId
  }
  const byCard = await order(EECPAY)
  await make('POST /api/pay/eecpay', { body: { orderId: byCard, ...billing() } })
  await make('GET /api/pay/detail/{orderId}', { orderId: byCard })
  await make('GET /api/pay/payssion/state', { query: { order_id: byCard, order_no: '', transaction_id: '' } })
  await giveBalance(shop, memberId, 1_000)
  const byBalance = await order(BALANCE)
  const paid = { userId: memberId, orderId: byBalance, amount: 10, balanceAmount: 10 }
  await make('POST /api/pay/balance', { body: paid })
  await make('GET /api/profile/order/pointCode/{id}', { id: byBalance })
  const unpaid = await order(STRIPE)
  await make('POST /api/pay/toPay', { body: { orderId: unpaid } })
  await make('GET /api/pay/cancel/{id}', { id: unpaid })
  await make('GET /api/profile/orders', { query: { memberId, productType: '0', ...page } })
  await make('DELETE /api/profile/order{id}', { id: unpaid })

  await make('POST /api/profile/updateMemberInfo', { body: { id: memberId, uname: 'Ada', umobile: '123', uzip: '1' } })
  await make('GET /api/profile/memberGroup', { query: { memberId } })
  await make('GET /api/profile/history')
  await make('GET /api/profile/message', { query: { acceptUserName: username, ...page } })
  await make('POST /api/profile/address/insert', { body: ADDRESS })
  const inserted = await make('POST /api/profile/address/insert', { body: { ...ADDRESS, isDefault: '1' } })
  const { id } = inserted.body.data
  await make('POST /api/profile/address/update', { body: { ...ADDRESS, id, memberId, isDefault: '1', city: 'Leeds' } })
  await make('GET /api/profile/address')
  await make('GET /api/profile/address/{id}', { id })
  await make('DELETE /api/profile/address/{id}', { id })

  const [old, chosen] = [await seal(PASSWORD), await seal(NEW_PASSWORD)]
  const change = { id: memberId, oldPwd: old, newPwd: chosen, confirmPwd: chosen }
  await make('POST /api/profile/updatePwd', { body: change })
  const session = await make('POST /api/login', { by: '', body: { username, password: chosen, rememberMe: true } })
  await make('GET /api/logout', { by: session.body.data.token, query: { token } })
  const own = { email: 'new@example.com', username: 'somebody-new' }
  const consent = { checkCoupons: false, checkCondition: true }
  await make('POST /api/register', { by: '', body: { ...own, pwd: chosen, confirmPwd: chosen, ...consent } })
  const { uuid, challenge } = (await make('GET /captchaImage')).body.data
  await make('POST /api/forget', { by: '', body: { uuid, username, code: '', altcha: solveForTest(challenge) } })
  const code = await resetLink(email)
  await make('GET /api/verify', { by: '', query: { code } })
  const reset = { code, email, newPwd: chosen, confirmPwd: chosen }
  await make('POST /api/resetPassword', { by: '', body: reset })
  return answers
}
