/** How an operator can be told besides by mail. */
export const CHANNELS = ['telegram', 'webhook'] as const
export type ChannelName = (typeof CHANNELS)[number]

/** Of one channel, in ten minutes. */
export const CHANNEL_TESTS = 5
