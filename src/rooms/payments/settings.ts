// What the operator decides about taking money.
import { defineSetting, flag } from '#platform/settings/define.ts'

/**
 * Cards that are typed into the shop's own page make the shop a system that handles card numbers. The operator says here
 * that he meets what PCI DSS asks of those (self-assessment questionnaire D); without it the card form is not offered,
 * whatever its method says (decision C11).
 */
export const ACCEPTS_SAQ_D = defineSetting('payment.card.saqDAccepted', { schema: flag, initial: '0' })

export const SETTINGS = [ACCEPTS_SAQ_D]
