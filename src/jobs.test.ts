// Every job has somebody who begins it: the clock, or a room that enqueues it by its name.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseConfig } from '#platform/config.ts'
import { createJobs, SCHEDULE } from './jobs.ts'

const known = Object.keys(
  createJobs({ retention: parseConfig({}).retention } as unknown as Parameters<typeof createJobs>[0]),
)

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.ts$/.test(file) && !/\.test(ing)?\.ts$|^jobs\.ts$/.test(file))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))

test.each(known)('%s is begun by the clock or by a room', (job) => {
  const scheduled = SCHEDULE.some((entry) => entry.job === job)
  const enqueued = sources.some((text) =>
    new RegExp(`(enqueue\\([^)]*?|add_job\\()'${job.replace('.', '\\.')}'`).test(text),
  )
  expect(scheduled || enqueued).toBe(true)
})
