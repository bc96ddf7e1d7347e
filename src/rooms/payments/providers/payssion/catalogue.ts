// What one can pay by through Payssion, by its pm_id, as its own plugins for WooCommerce (1.2.7) and WHMCS name them, without
// those that have ended since (giropay, SOFORT, Dotpay, POLi, CashU). None is offered until the operator says so. Currencies
// are each country's own and US dollars, which Payssion converts: what a method does not take is refused (406) and learned
// then, as its minimum is (417). Payssion publishes neither.
import type { CataloguedMethod, MethodWords } from '../define.ts'
import words from './words.json' with { type: 'json' }

/** What is called the same everywhere stands as it is; the rest is a word of every language. */
type Named = string | { kind: 'card' | 'banking' | 'transfer' }

const CARD: Named = { kind: 'card' }
const BANKING: Named = { kind: 'banking' }
const TRANSFER: Named = { kind: 'transfer' }

/** Their pm_id ends with the country. */
const BY_COUNTRY: Record<string, [currency: string, methods: Record<string, Named>]> = {
  AE: ['AED', { card: CARD }],
  AR: ['ARS', { pagofacil: 'Pago Fácil', rapipago: 'Rapipago', santander: 'Santander Río' }],
  AT: ['EUR', { eps: 'EPS' }],
  AU: ['AUD', { payid: 'PayID' }],
  BE: ['EUR', { bancontact: 'Bancontact' }],
  BH: ['BHD', { card: CARD }],
  BR: [
    'BRL',
    {
      pix: 'Pix',
      boleto: 'Boleto',
      bancodobrasil: 'Banco do Brasil',
      caixa: 'Caixa',
      itau: 'Itaú',
      santander: 'Santander Brasil',
      creditcard: CARD,
    },
  ],
  CH: ['CHF', { twint: 'TWINT' }],
  CL: ['CLP', { webpay: 'Webpay', redcompra: 'Redcompra', bancochile: 'Banco de Chile' }],
  CN: ['CNY', { alipay: 'Alipay', tenpay: 'WeChat Pay', unionpay: 'UnionPay' }],
  CO: ['COP', { pse: 'PSE', efecty: 'Efecty', baloto: 'Baloto' }],
  CZ: ['CZK', { payu: 'PayU' }],
  EG: ['EGP', { fawry: 'Fawry' }],
  GB: ['GBP', { paybybankapp: 'Pay by Bank app' }],
  HK: ['HKD', { alipay: 'AlipayHK', fps: 'FPS' }],
  ID: [
    'IDR',
    {
      qris: 'QRIS',
      dana: 'DANA',
      ovo: 'OVO',
      linkaja: 'LinkAja',
      shopeepay: 'ShopeePay',
      doku: 'DOKU',
      alfamart: 'Alfamart',
      atmva: TRANSFER,
    },
  ],
  IN: ['INR', { upi: 'UPI', paytm: 'Paytm', ebanking: BANKING, banktransfer: TRANSFER, creditcard: CARD }],
  JP: [
    'JPY',
    {
      konbini: 'コンビニ (Konbini)',
      payeasy: 'Pay-easy',
      bitcash: 'BitCash',
      netcash: 'NET CASH',
      webmoney: 'WebMoney',
      docomo: 'd払い (docomo)',
      creditcard: CARD,
    },
  ],
  KE: ['KES', { mpesa: 'M-PESA', airtel: 'Airtel Money' }],
  KR: [
    'KRW',
    {
      kakaopay: 'KakaoPay',
      naverpay: 'Naver Pay',
      payco: 'PAYCO',
      samsungpay: 'Samsung Pay',
      ssgpay: 'SSG PAY',
      ebanking: BANKING,
      creditcard: CARD,
    },
  ],
  KW: ['KWD', { card: CARD }],
  MX: [
    'MXN',
    { oxxo: 'OXXO', banamex: 'Banamex', bancomer: 'BBVA Bancomer', santander: 'Santander México', creditcard: CARD },
  ],
  MY: [
    'MYR',
    {
      touchngo: 'Touch ’n Go',
      boost: 'Boost',
      grabpay: 'GrabPay',
      duitnow: 'DuitNow',
      fpx: 'FPX',
      maybank2u: 'Maybank2u',
      ebanking: BANKING,
    },
  ],
  NG: ['NGN', { bankcard: CARD, banktransfer: TRANSFER }],
  NL: ['EUR', { ideal: 'iDEAL' }],
  OM: ['OMR', { card: CARD }],
  PE: ['PEN', { bcp: 'BCP', interbank: 'Interbank' }],
  PH: ['PHP', { gcash: 'GCash', paymaya: 'Maya', grabpay: 'GrabPay', shopeepay: 'ShopeePay', dragonpay: 'Dragonpay' }],
  PK: ['PKR', { easypaisa: 'Easypaisa', jazzcash: 'JazzCash', konnect: 'Konnect' }],
  PL: ['PLN', { blik: 'BLIK', p24: 'Przelewy24', payu: 'PayU' }],
  PT: ['EUR', { multibanco: 'Multibanco' }],
  QA: ['QAR', { card: CARD }],
  RU: ['RUB', { sbp: 'СБП', sberpay: 'SberPay', yoomoney: 'ЮMoney', card: CARD }],
  SA: ['SAR', { mada: 'mada', stcpay: 'stc pay', applepay: 'Apple Pay', card: CARD }],
  SG: ['SGD', { paynow: 'PayNow', enets: 'eNETS' }],
  TH: ['THB', { promptpay: 'PromptPay', thaiqr: 'Thai QR', ebanking: BANKING }],
  TR: ['TRY', { bankcard: CARD }],
  TW: ['TWD', { payinstore: '超商付款', creditcard: CARD, atm: TRANSFER }],
  UY: ['UYU', { redpagos: 'Redpagos' }],
  VN: ['VND', { vietqr: 'VietQR' }],
  ZA: ['ZAR', { ebanking: BANKING, creditcard: CARD }],
}

const EURO_AREA = 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK'
const SEPA = `${EURO_AREA} CH CZ DK GB HU IS LI MC NO PL RO SE SM`

/** Of several countries; none named: everywhere. */
const OF_SEVERAL: Record<string, [name: Named, countries: string, ...currencies: string[]]> = {
  airtm: ['Airtm', ''],
  banktransfer_eu: [TRANSFER, SEPA, 'EUR'],
  binance: ['Binance Pay', ''],
  bitcoin: ['Bitcoin', ''],
  mybank: ['MyBank', 'ES GR IT', 'EUR'],
  neosurf: ['Neosurf', 'AT AU BE CA CH DE ES FR GB IE IT LU NL NZ PL PT', 'EUR', 'GBP', 'AUD', 'CAD', 'CHF'],
  onecard: ['OneCard', 'AE BH EG JO KW MA OM QA SA TN'],
  paysafecard: [
    'paysafecard',
    'AE AR AT AU BE BG CA CH CY CZ DE DK EE ES FI FR GB GE GI GR HR HU IE IS IT KW LI LT LU LV MD ME MT MX NL NO NZ PE PL PT PY RO SA SE SI SK TR UY',
    'EUR',
    'GBP',
    'CHF',
    'SEK',
    'AUD',
    'CAD',
    'MXN',
  ],
  paysera: ['Paysera', SEPA, 'EUR'],
  razergold: ['Razer Gold', 'BR CO ID IN MX MY PH SG TH TR US', 'SGD'],
  skrill: ['Skrill', '', 'EUR', 'GBP'],
  trustly: ['Trustly', 'AT BE CZ DE DK EE ES FI FR GB IE IT LT LV NL NO PL PT SE SK', 'EUR', 'SEK', 'GBP'],
  trustpay: ['TrustPay', 'AT BG CZ DE EE FI HR HU LT LV PL RO SI SK', 'EUR'],
  usdt: ['USDT', ''],
  webmoney: ['WebMoney', '', 'EUR'],
}

/** How many days a payer has who pays at a counter or a machine. Payssion does not tell; these are what issuers print. */
export const PAYABLE_DAYS: Readonly<Record<string, number>> = {
  boleto_br: 3,
  oxxo_mx: 3,
  pagofacil_ar: 3,
  rapipago_ar: 3,
  efecty_co: 3,
  baloto_co: 3,
  fawry_eg: 2,
  konbini_jp: 3,
  payeasy_jp: 3,
  redpagos_uy: 3,
  multibanco_pt: 3,
  payinstore_tw: 3,
}

const IN_SEPA = new Set(SEPA.split(' '))

function catalogued(code: string, named: Named, countries: string[], currencies: string[]): [string, CataloguedMethod] {
  const method: CataloguedMethod = {
    words: wordsOf(named),
    // Where the law forbids it for cards and transfers (decision C7), none to begin with.
    feeBp: countries.some((country) => IN_SEPA.has(country)) ? 0 : 150,
    currencies: [...new Set([...currencies, 'USD'])],
    countries,
    takesConsumerCards: named === CARD,
    minimum: {},
    underWayHours: 72,
    position: 30,
  }
  return [code, method]
}

function wordsOf(named: Named): CataloguedMethod['words'] {
  const of = ({ kinds }: (typeof words)['en-US']): MethodWords => ({
    name: typeof named === 'string' ? named : kinds[named.kind],
    hint: kinds.hint,
  })
  return {
    ...Object.fromEntries(Object.entries(words).map(([locale, one]) => [locale, of(one)])),
    'en-US': of(words['en-US']),
  }
}

/** By pm_id. */
export const CATALOGUE: ReadonlyMap<string, CataloguedMethod> = new Map([
  ...Object.entries(BY_COUNTRY).flatMap(([country, [currency, methods]]) =>
    Object.entries(methods).map(([name, named]) =>
      catalogued(`${name}_${country.toLowerCase()}`, named, [country], [currency]),
    ),
  ),
  ...Object.entries(OF_SEVERAL).map(([code, [named, countries, ...currencies]]) =>
    catalogued(code, named, countries.split(' ').filter(Boolean), currencies),
  ),
])
