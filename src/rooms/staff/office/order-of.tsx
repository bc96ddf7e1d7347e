// Which order something is about: a link for whoever may see orders.
import { Link } from '@tanstack/react-router'
import { textLinkClass } from '#ui/button-class.ts'
import { useMay } from './session.ts'

export function OrderOf({ of: { orderId, orderNo } }: { of: { orderId: string | null; orderNo: string | null } }) {
  const may = useMay()
  if (orderId === null || orderNo === null) return null
  if (!may('orders.read')) return <span className="font-mono">{orderNo}</span>
  return (
    <Link to="/orders/$id" params={{ id: orderId }} className={`${textLinkClass} inline-block min-h-6 font-mono`}>
      {orderNo}
    </Link>
  )
}
