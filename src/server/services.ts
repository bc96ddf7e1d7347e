// What every room may use, opened on the ground: LISTEN, metrics, the shop's address, dropping of pages.
import { takeDataDir } from '#platform/database/embedded-hold.ts'
import { listen } from '#platform/database/listen.ts'
import { drawDemoToken } from '#platform/demo-token.ts'
import type { Health } from '#platform/health.ts'
import { createOrigin } from '#platform/http/origin.ts'
import type { Pages } from '#platform/http/pages.ts'
import { createPurge } from '#platform/http/purge.ts'
import { createMetrics } from '#platform/metrics.ts'
import type { Ground } from '#platform/platform.ts'
import type { Services } from '#platform/room.ts'

export interface OpenServices {
  services: Services
  /** From now on what drops pages drops them there. */
  keepPagesIn(pages: Pages): void
  /** From now on it is known how this process is. */
  answerHealthBy(check: () => Promise<Health>): void
}

/** `channels`: of NOTIFY. Each end goes to `closing` as soon as there is something to end. */
export async function openServices(
  { config, log, db, keyring, directUrl, embedded }: Ground,
  channels: ReadonlySet<string>,
  closing: (() => Promise<unknown>)[],
): Promise<OpenServices> {
  const listener = await listen(directUrl, [...channels], { log, beforeReconnect: embedded?.ensureRunning })
  closing.push(() => listener.close())
  if (embedded) await takeDataDir(config.dataDir, listener)

  const metrics = createMetrics()
  const origin = createOrigin(config.publicUrl)
  const purge =
    config.purge && createPurge({ ...config.purge, count: (outcome) => metrics.purges.inc({ outcome }), log })
  if (purge) closing.push(() => purge.close())
  const demoToken = drawDemoToken(config)
  let kept: Pages | undefined
  const dropPages = (tags: string[]) => {
    kept?.drop(tags)
    // Only now: who renders again for the cache in front must not find the old page here.
    purge?.drop(tags)
  }
  let check = async (): Promise<Health> => ({ ready: false, lines: ['it is being started'] })
  const mailDomain = () => new URL(origin.fixed()).hostname
  return {
    services: {
      config,
      log,
      db,
      keyring,
      listener,
      metrics,
      origin,
      demoToken,
      mailDomain,
      dropPages,
      health: () => check(),
    },
    keepPagesIn(pages) {
      kept = pages
    },
    answerHealthBy(asked) {
      check = asked
    },
  }
}
