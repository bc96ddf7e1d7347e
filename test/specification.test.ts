// The specification's calls (§7) and routes (§2), written out from its text and not from the code: each is declared with
// what it is sent and what is read of its answer, each is served over HTTP, and each address has its page.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/database/sql.ts'
import { until } from '#platform/testing.ts'
import { everyCall } from './every-call.testing.ts'
import { addProduct, openTestShop, type TestProduct, type TestShop } from './harness.ts'

const CARD = 'id name img lowPrice urlName zhname'
const ADDRESS =
  'memberId firstName lastName address addressOther city province country zip phone phoneCode isDefault updateBy'
const CATEGORY = 'id pid name urlName type level'
const USER =
  'id uname uemail ucountry uphone umobile uzip uaddress isSubscribe title uintegral discount uexp upgradeExp lastTime lastIp amount'
const BILL = ['FirstName', 'LastName', 'Address', 'City', 'State', 'Country', 'Zip', 'Phone', 'Email']
const PAYMENT = 'type url orderId currencyType amount'
const FILTERS = 'plat_list language_list region_list theme_list'

/** What each is sent, and what is read of its answer beside code, msg and data; fields of §3 among them. */
const CALLS: Record<string, [sent: string, read: string]> = {
  'GET /api/bottom/news': [
    'pageNum pageSize',
    'rows total id title imgUrl author comments createTime abstractInfo isAlone',
  ],
  'GET /api/bottom/news/{id}': ['id', 'content seoTitle seoKey seoDec'],
  'GET /api/bottom/feedbacks': ['pid', 'rows total fillName content score createTime'],
  'POST /api/bottom/saveFeedbacks': ['uid fillName email content score pid', ''],
  'POST /api/bottom/saveDeal': ['fillname email confirmEmail skype region message type', ''],
  'POST /api/bottom/subscription': ['email', ''],
  'GET /api/bottom/deliverylist': ['', ''],
  'POST /api/pay/toPay': ['orderId', PAYMENT],
  'GET /api/pay/cancel/{id}': ['id', ''],
  'GET /api/pay/detail/{orderId}': ['orderId', 'deliveryEmail orderNo'],
  'GET /api/pay/payssion/state': ['order_id order_no transaction_id', ''],
  'POST /api/pay/eecpay': [
    `orderId cardNo cardSecurityCode cardExpire isBillingAddress ${BILL.map((f) => `bill${f} ship${f}`).join(' ')}`,
    'status orderId orderNo redirectURL',
  ],
  'POST /api/pay/balance': ['userId orderId amount balanceAmount', ''],
  'GET /api/check/paymentlist': ['', 'id name fee img currency'],
  'POST /api/check/useCoupon': [
    'couponCode productId productCount productPrice supplyProductId productClassId',
    'not_exist is_forbidden totalDiscount couponId',
  ],
  'POST /api/check/createOrder': [
    'orderList productId productRealPrice productRealRmbPrice productCount productAttr supplyProductId extId domain',
    PAYMENT,
  ],
  'GET /api/check/rate/dollar/rmb': ['', ''],
  'POST /api/login': ['username password rememberMe', `token user ${USER}`],
  'GET /api/logout': ['token', ''],
  'GET /api/getInfo': ['', USER],
  'GET /api/getUserLevelInfo/{id}': ['id', 'discount'],
  'POST /api/register': ['email username pwd confirmPwd checkCoupons checkCondition', ''],
  'POST /api/forget': ['uuid username code', ''],
  'GET /captchaImage': ['', 'img uuid'],
  'GET /api/verify': ['code', ''],
  'POST /api/resetPassword': ['code email newPwd confirmPwd', ''],
  'GET /api/home/language': [
    '',
    'domain name languageIcon id feedbackType currencyStr currencyId currencyName currencyRate',
  ],
  'GET /api/home/location': ['', ''],
  'GET /api/home/rate': ['', 'id moneyStr moneyType moneyRate logo'],
  'GET /api/home/scrollPhoto': ['', 'id imgUrl urlName zhname'],
  'GET /api/home/navigationBar': ['', 'id name urlName children'],
  'GET /api/home/products': ['', `hottestGamesList latestReleasesList bestSellersList ${CARD}`],
  'GET /api/home/queryProducts': ['name', CARD],
  'GET /api/home/type/{dictType}': ['dictType', ''],
  'GET /api/home/config/configKey/{key}': ['key', ''],
  'GET /api/home/seo/seoIndex/{id}': ['id', 'seoTitle seoKey seoDec'],
  'POST /api/saveVisit': ['toUrl fromUrl memberId memberName', ''],
  'GET /api/website/info/{type}': ['type', 'content'],
  'GET /api/product/info': [
    'zhname categoryName',
    'iProductInfo id classId parentClassId name img extImg type keyType urlName zhname explanation description isConfirm ' +
      'confirmTitle confirmContent superClassName className seoTitle seoKeywords seoDescription plat_info region_info ' +
      'language_info theme_info language_img_list region_img_list plat_img_list info offers userName price extInfo stock ' +
      'skuCode lowPrice',
  ],
  'POST /api/product/list': [
    `pageNum pageSize parentClassId classId orderByColumn lowerPrice highPrice stock ${FILTERS}`,
    `rows total ${CARD}`,
  ],
  'POST /api/product/syncStock': ['', 'productId stock'],
  'GET /api/product/condition/list': ['', `${FILTERS} id name max_price`],
  'GET /api/product/category/info/{id}': ['id', `pName ${CATEGORY}`],
  'GET /api/product/category/info/name/{name}': ['name', `pName ${CATEGORY}`],
  'GET /api/product/recommends': ['classId id', CARD],
  'POST /api/profile/updateMemberInfo': ['uname umobile uzip uaddress ucountry uphone isSubscribe', ''],
  'POST /api/profile/updatePwd': ['id oldPwd newPwd confirmPwd', ''],
  'GET /api/profile/memberGroup': [
    '',
    'level name discount consumption totalConsumption currentPoints pointsExchangeRate nextLevel',
  ],
  'GET /api/profile/history': ['', 'rows time ip system device'],
  'GET /api/profile/message': ['acceptUserName pageNum pageSize', 'rows total postTime title contents acceptUserName'],
  'GET /api/profile/address': ['', `rows total id memberName ${ADDRESS}`],
  'GET /api/profile/address/{id}': ['id', ADDRESS],
  'POST /api/profile/address/update': [
    'id firstName lastName address addressOther city province country zip phone',
    '',
  ],
  'POST /api/profile/address/insert': [
    'firstName lastName address addressOther city province country zip phone phoneCode isDefault',
    '',
  ],
  'DELETE /api/profile/address/{id}': ['id', ''],
  'GET /api/profile/orders': [
    'memberId productType pageNum pageSize',
    'rows total id orderNo addTime orderStatus currencyName discountAmount couponAmount paymentAmount freightAmount ' +
      'orderBeforeDiscountAmount realAmount memberName memberEmail goods imgUrl shortName skuCode quantity realPrice',
  ],
  'DELETE /api/profile/order{id}': ['id', ''],
  'GET /api/profile/order/pointCode/{id}': ['id', 'msg'],
}

/** Which decision A10 adds by name. */
const MORE_CALLS = [
  'POST /api/pay/notify/{provider}',
  'GET /api/profile/wishlist',
  'POST /api/profile/wishlist',
  'DELETE /api/profile/wishlist',
  'GET /api/profile/tickets',
  'POST /api/profile/tickets',
  'POST /api/profile/confirmReceipt/{orderId}',
  'GET /api/security/jwks',
]

/** Each with an address at which it is asked for; `$` stands for a product's part. */
const ROUTES: Record<string, string> = {
  '/': '/',
  '/login': '/login',
  '/register': '/register',
  '/forgot': '/forgot',
  'reset-password page (query code)': '/reset-password?code=abc',
  '/about-us': '/about-us',
  '/contact-us': '/contact-us',
  '/condition': '/condition',
  '/privacy-policy': '/privacy-policy',
  '/refund-policy': '/refund-policy',
  '/shipping': '/shipping',
  '/affiliate': '/affiliate',
  '/news': '/news',
  '/newsInfo (query id)': '/newsInfo?id=',
  '/wholesale': '/wholesale',
  '/sale': '/sale',
  '/feedback': '/feedback',
  '/my-account': '/my-account',
  '/my-order': '/my-order',
  '/my-address': '/my-address',
  '/my-support': '/my-support',
  '/my-notice': '/my-notice',
  '/my-changepwd': '/my-changepwd',
  '/checkout': '/checkout',
  '/paypal': '/paypal',
  '/success-payment (query order_id, order_no, transaction_id)':
    '/success-payment?order_id=1&order_no=2&transaction_id=3',
  '/bill-pay (orderId, currencyType, amount)': '/bill-pay?orderId=1&currencyType=USD&amount=1',
  '/balance-pay (orderId, currencyType, amount)': '/balance-pay?orderId=1&currencyType=USD&amount=1',
  '/{name}': '/games',
  '/{class}/{name}': '/games/$',
}

let shop: TestShop
let product: TestProduct
let newsId: number
beforeAll(async () => {
  shop = await openTestShop({ RENDERS_PER_MINUTE: '100000' })
  product = await addProduct(shop, { keys: 9, priceCents: 1_000, name: 'The Long Road' })
  newsId = (
    await shop.db.one<{ id: number }>(sql`
      insert into news (title, content, author, genre, seed, published_at)
      values ('{"en-US":"A title"}', '{"en-US":"A text"}', 'Mara', 'rpg', 'x', '2026-01-01') returning id`)
  ).id
  for (const type of [1, 2, 3, 4, 5, 6, 16])
    await shop.db.run(sql`insert into website_infos (type, content) values (${type}, '{"en-US":"A text"}')`)
  const found = () => shop.call('POST', '/api/product/list', { body: { pageNum: 1, pageSize: 10 } })
  await until(async () => (await found()).body.total === 1, 'it is on the shelf')
})
afterAll(() => shop.close())

type Schema = { [key: string]: unknown; properties?: Record<string, Schema>; required?: string[] }

/** The names of all fields, however deep. */
function fieldsOf(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found
  for (const name of Object.keys((schema as Schema).properties ?? {})) found.add(name)
  for (const part of Object.values(schema)) fieldsOf(part, found)
  return found
}

const words = (text: string) => text.split(' ').filter(Boolean)

test('all 58 calls of §7 are declared, with what they are sent and what is read of their answers', async () => {
  expect(Object.keys(CALLS)).toHaveLength(58)
  const { paths } = (await shop.call('GET', '/openapi.json')).body
  const missing = Object.entries(CALLS).flatMap(([name, [sent, read]]) => {
    const [method, path] = name.split(' ') as [string, string]
    const call = paths[path]?.[method.toLowerCase()]
    if (!call) return [name]
    const takes = fieldsOf(call.requestBody)
    for (const { name: parameter } of call.parameters ?? []) takes.add(parameter)
    const answers = fieldsOf(call.responses['200'])
    return [
      ...words(sent).flatMap((field) => (takes.has(field) ? [] : [`${name} takes no ${field}`])),
      ...words(read).flatMap((field) => (answers.has(field) ? [] : [`${name} answers no ${field}`])),
    ]
  })
  expect(missing).toEqual([])
})

test('the calls that decision A10 adds are declared', async () => {
  const { paths } = (await shop.call('GET', '/openapi.json')).body
  const declared = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  expect(MORE_CALLS.filter((name) => !declared.includes(name))).toEqual([])
})

test('each of them is served, as a client that knows §7 alone sends it', async () => {
  const answers: Record<string, number> = {}
  for (const [name, { status, body }] of await everyCall(shop)) {
    expect(body, name).toMatchObject({ code: status === 422 ? 500 : status, msg: expect.any(String) })
    answers[name] = status
  }
  expect(Object.keys(answers).toSorted()).toEqual(Object.keys(CALLS).toSorted())
  // No such coupon.
  const refused = { 'POST /api/check/useCoupon': 422 }
  expect(answers).toEqual({ ...Object.fromEntries(Object.keys(CALLS).map((name) => [name, 200])), ...refused })
})

test('every configuration key and page key that §7 names is answered', async () => {
  const keys = 'rate.of.points order.growth.count rate.of.orderPoint order.threshold.amount order.service.charge'
  for (const key of words(keys)) {
    const { body } = await shop.call('GET', `/api/home/config/configKey/${key}`)
    expect([key, Number(body.data) >= 0]).toEqual([key, true])
  }
  const pages =
    'page_home page_login page_member_changepwd page_pay_success page_pay_paypal page_pay_bill page_product_list page_checkout'
  for (const page of words(pages))
    expect([page, (await shop.call('GET', `/api/home/seo/seoIndex/${page}`)).status]).toEqual([page, 200])
})

test('every route of §2 has its page, and what is none has the error page', async () => {
  const titles = new Map<string, string>()
  for (const [route, address] of Object.entries(ROUTES)) {
    const path = address.replace('$', product.slug).replace(/\?id=$/, `?id=${newsId}`)
    const page = await fetch(shop.shop.origin + path)
    const html = await page.text()
    expect([route, page.status, new URL(page.url).pathname]).toEqual([route, 200, path.split('?')[0]])
    expect(html, route).not.toContain('This page could not be found')
    titles.set(route, /<title>([^<]+)/.exec(html)![1]!)
  }
  expect(titles.size).toBe(30)
  const error = await fetch(`${shop.shop.origin}/games/no-such-game`)
  expect(error.status).toBe(404)
  const html = await error.text()
  expect(html).toContain('This page could not be found')
  expect([...titles.values()]).not.toContain(/<title>([^<]+)/.exec(html)![1])
})
