// A new order, as a shop asks for it: what is malformed or adds up to something else is refused.
import type { PayPalOrder } from './paypal-state.ts'
import { type Amount, type Fields, fields, malformed, newId, readAmount, text, unprocessable } from './paypal-wire.ts'

export function newOrder(body: Fields, createdAt: number): PayPalOrder {
  if (body.intent !== 'CAPTURE') return unprocessable('UNSUPPORTED_INTENT', '/intent')
  const units = body.purchase_units
  if (!Array.isArray(units) || units.length === 0) return malformed('MISSING_REQUIRED_PARAMETER', '/purchase_units')
  if (units.length > 1) return malformed('INVALID_ARRAY_MAX_ITEMS', '/purchase_units')
  const unit = fields(units[0])
  const at = '/purchase_units/0'
  const amount = readAmount(unit.amount, `${at}/amount`)
  if (amount.minor === 0) return unprocessable('CANNOT_BE_ZERO_OR_NEGATIVE', `${at}/amount/value`)
  const items = readItems(unit.items, amount, fields(fields(unit.amount).breakdown), at)
  const paypal = fields(fields(body.payment_source).paypal)
  const context = { ...fields(body.application_context), ...fields(paypal.experience_context) }
  return {
    id: newId(),
    status: body.payment_source === undefined ? 'CREATED' : 'PAYER_ACTION_REQUIRED',
    createdAt,
    amount,
    items,
    customId: text(unit.custom_id, `${at}/custom_id`, 127),
    invoiceId: text(unit.invoice_id, `${at}/invoice_id`, 127),
    softDescriptor: text(unit.soft_descriptor, `${at}/soft_descriptor`, 22),
    description: text(unit.description, `${at}/description`, 127) ?? '',
    returnUrl: webAddress(context.return_url, 'return_url'),
    cancelUrl: webAddress(context.cancel_url, 'cancel_url'),
    payerId: null,
    plan: { status: 'COMPLETED' },
    capture: null,
    refunds: [],
    disputes: [],
  }
}

function readItems(given: unknown, amount: Amount, breakdown: Fields, at: string): PayPalOrder['items'] {
  const items = (Array.isArray(given) ? given : []).map((one, i) => {
    const item = fields(one)
    const name = text(item.name, `${at}/items/${i}/name`, 127)
    const quantity = text(item.quantity, `${at}/items/${i}/quantity`, 10)
    if (!name || !quantity) return malformed('MISSING_REQUIRED_PARAMETER', `${at}/items/${i}`)
    if (!/^[1-9]\d*$/.test(quantity)) return malformed('INVALID_PARAMETER_SYNTAX', `${at}/items/${i}/quantity`)
    const unitAmount = readAmount(item.unit_amount, `${at}/items/${i}/unit_amount`)
    return { name, quantity, unitAmount, category: text(item.category, `${at}/items/${i}/category`, 20) }
  })
  if (items.length > 0 && breakdown.item_total === undefined)
    return unprocessable('ITEM_TOTAL_REQUIRED', `${at}/amount/breakdown/item_total`)
  const part = (name: string) =>
    breakdown[name] === undefined ? 0 : readAmount(breakdown[name], `${at}/amount/breakdown/${name}`).minor
  const total = items.reduce((sum, { quantity, unitAmount }) => sum + Number(quantity) * unitAmount.minor, 0)
  if (items.length > 0 && total !== part('item_total'))
    return unprocessable('ITEM_TOTAL_MISMATCH', `${at}/amount/breakdown/item_total`)
  const parts = part('item_total') + part('tax_total') + part('shipping') + part('handling') + part('insurance')
  if (Object.keys(breakdown).length > 0 && parts - part('shipping_discount') - part('discount') !== amount.minor)
    return unprocessable('AMOUNT_MISMATCH', `${at}/amount/value`)
  return items
}

function webAddress(value: unknown, name: string): string {
  const field = `/payment_source/paypal/experience_context/${name}`
  if (typeof value !== 'string') return malformed('MISSING_REQUIRED_PARAMETER', field)
  return /^https?:\/\//i.test(value) && URL.canParse(value) ? value : malformed('INVALID_PARAMETER_SYNTAX', field)
}
