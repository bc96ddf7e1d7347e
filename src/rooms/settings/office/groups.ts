/** In the order in which they are shown. A setting that stands in none is not shown: a test looks that each does. */
export const GROUPS = [
  {
    name: 'shop',
    keys: ['shop.name', 'shop.colour', 'shop.supportEmail', 'shop.timeZone', 'shop.since'],
  },
  {
    name: 'seller',
    keys: [
      ...(['seller.company', 'seller.address', 'seller.registration', 'seller.vatId'] as const),
      ...(['seller.responsible', 'seller.email', 'seller.phone'] as const),
    ],
  },
  { name: 'promises', keys: ['promise.answerDays', 'promise.alwaysOpen'] },
  { name: 'languages', keys: ['shop.languages', 'shop.language', 'shop.currency'] },
  {
    name: 'sales',
    keys: [
      'order.payment.minutes',
      'order.threshold.amount',
      'order.service.charge',
      'rate.jump.percent',
      'stock.lowAt',
    ],
  },
  {
    name: 'limits',
    keys: [
      ...(['limit.unpaid.mailbox', 'limit.unpaid.address', 'limit.unpaid.hours', 'limit.unpaid.stockPercent'] as const),
      ...(['limit.unpaid.leastUnits', 'limit.unpaid.firstUnits', 'limit.unpaid.solvedTimes'] as const),
    ],
  },
  { name: 'mail', keys: ['mail.fromName', 'mail.fromAddress', 'mail.replyTo'] },
  { name: 'law', keys: ['law.withdrawal', 'payment.card.saqDAccepted'] },
  { name: 'reviews', keys: ['feedback.type', 'feedback.moderation'] },
  {
    name: 'members',
    keys: ['member.levels', 'order.growth.count', 'rate.of.orderPoint', 'rate.of.points', 'password.longest'],
  },
  { name: 'balance', keys: ['topUp.enabled', 'topUp.least', 'topUp.most', 'topUp.new.most', 'topUp.new.days'] },
] as const
