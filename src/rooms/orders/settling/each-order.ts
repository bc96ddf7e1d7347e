// Work that is done for one order after the other, by the clock or by a job.
import { eachOf } from '#platform/jobs/each.ts'

/** As `eachOf`, and the log says of what fails which order it is: nobody asked for it, so nobody else knows. */
export const eachOrder = (ids: Parameters<typeof eachOf<string>>[0], work: (id: string) => Promise<unknown>) =>
  eachOf(ids, (id) => work(id).catch((error) => Promise.reject(ofOrder(id, error))))

/** The error itself, for whoever judges it by what it is. */
export function ofOrder(orderId: string, error: unknown): unknown {
  return error instanceof Error ? Object.assign(error, { orderId }) : error
}
