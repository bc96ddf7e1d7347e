// What a new shop has still to do before it sells: each step is declared by the room that knows whether it is done.

/** In the order in which they are best done. */
export const FIRST_STEPS = [
  'name',
  'seller',
  'legal',
  'currencies',
  'payment',
  'mail',
  'product',
  'keys',
  'purchase',
  'live',
] as const
export type FirstStep = (typeof FIRST_STEPS)[number]

export async function firstStepsOf(
  declared: Partial<Record<FirstStep, () => boolean | Promise<boolean>>>,
): Promise<{ step: FirstStep; isDone: boolean }[]> {
  const known = FIRST_STEPS.flatMap((step) => (declared[step] ? [{ step, look: declared[step] }] : []))
  return Promise.all(known.map(async ({ step, look }) => ({ step, isDone: await look() })))
}
