/** How an operator can be told besides by mail. */
export const CHANNELS = ['telegram', 'webhook'] as const
export type ChannelName = (typeof CHANNELS)[number]

/** Tests of one channel within ten minutes. */
export const CHANNEL_TESTS = 5
