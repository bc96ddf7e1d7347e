/** The result page of an order; it believes nothing of this but which order to ask for. */
export function resultAddress({ orderId, orderNo }: { orderId: string; orderNo: string }): string {
  return `/success-payment?${new URLSearchParams({ order_id: orderId, order_no: orderNo })}`
}
