// The renderer's entry: one request in, one whole page out (no streaming: a page is kept and compressed as a whole).
import { createStartHandler, defaultRenderHandler } from '@tanstack/react-start/server'

export default { fetch: createStartHandler(defaultRenderHandler) }
