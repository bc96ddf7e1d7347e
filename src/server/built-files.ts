// The built scripts and styles, which change their names when they change.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import sirv from 'sirv'
import { fileHeaders } from '#platform/http/security.ts'

export type BuiltFiles = (req: IncomingMessage, res: ServerResponse, otherwise: () => void) => void

/** What lies in the folder now, for a year; `otherwise`: it is not among that. */
export function builtFiles(folder: string, securityHeaders: Record<string, string>): BuiltFiles {
  const serve = sirv(folder, {
    immutable: true,
    maxAge: 31_536_000,
    brotli: true,
    gzip: true,
    // Their names carry their content, so nobody asks whether or when they changed; and a first visit brings ten of them:
    // what only a document heeds is left out too.
    etag: false,
    setHeaders: (res) => {
      for (const [name, value] of Object.entries(fileHeaders(securityHeaders))) res.setHeader(name, value)
      // sirv would name the day; what is set before is written instead, and an empty list is written as nothing.
      res.setHeader('Last-Modified', [])
    },
  })
  return (req, res, otherwise) => {
    // sirv opens whatever part is asked for, and throws at one that ends before it begins. No browser asks for parts of a script.
    delete req.headers.range
    // It pipes the file and looks back no more: one that is gone by now would end the process, and one that its reader has
    // given up would stay open.
    res.once('pipe', (file: Readable) => {
      file.once('error', () => res.destroy())
      res.once('close', () => file.destroy())
    })
    serve(req, res, otherwise)
  }
}
