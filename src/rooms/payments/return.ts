// Where providers send the browser back to: on to the result page, under its own names. Nothing here is believed.

const PATH = /^\/pay-return\/([0-9a-f-]{36})\/([0-9A-Z]{1,20})$/

export async function returnFromPayment(request: Request): Promise<Response | undefined> {
  const url = new URL(request.url)
  const [, orderId, orderNo] = PATH.exec(url.pathname) ?? []
  if (!orderId || !orderNo) return undefined
  const query = new URLSearchParams({ order_id: orderId, order_no: orderNo })
  const transactionId = url.searchParams.get('transaction_id')
  if (transactionId && /^[\w-]{1,200}$/.test(transactionId)) query.set('transaction_id', transactionId)
  // He pressed the provider's own way back: nothing is paid, and he can pay again. Else he may have paid, whatever the order says.
  query.set(url.searchParams.get('cancelled') === '1' ? 'cancelled' : 'returned', '1')
  return new Response(null, {
    status: 303,
    headers: { location: `/success-payment?${query}`, 'cache-control': 'no-store' },
  })
}
