// Which order something is about: a link for whoever may see orders.
import { Link } from '@tanstack/react-router'
import { useMayGo } from '#rooms/staff/office/session.ts'
import { textLinkClass } from '#ui/button-class.ts'

export function OrderLink({ of: { orderId, orderNo } }: { of: { orderId: string; orderNo: string | null } }) {
  const mayGo = useMayGo()
  if (!mayGo('/orders')) return <span className="font-mono">{orderNo}</span>
  return (
    <Link to="/orders/$id" params={{ id: orderId }} className={`${textLinkClass} font-mono`}>
      {orderNo}
    </Link>
  )
}
