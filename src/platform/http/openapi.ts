// The OpenAPI 3.1 document and the page that shows it, both generated from the contracts.
import { z } from 'zod'
import { escapeMarkup } from '../markup.ts'
import type { Call, CallName, Contract } from './contract.ts'
import { FILE_FIELD } from './upload.ts'

interface Operation {
  name: CallName
  call: Call
}

export function openApiDocument(contracts: Contract[], title: string) {
  const paths: Record<string, Record<string, object>> = {}
  for (const { name, call } of operations(contracts)) {
    const [method, path] = name.split(' ') as [string, string]
    paths[path] ??= {}
    paths[path][method.toLowerCase()] = {
      summary: call.summary,
      operationId: name.replace(/[^A-Za-z]+(\w?)/g, (_, letter: string) => letter.toUpperCase()),
      parameters: [...parameters(call.params, 'path'), ...parameters(call.query, 'query')],
      ...(call.raw && {
        requestBody: { required: true, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } },
      }),
      ...(call.file && {
        requestBody: { required: true, content: { 'multipart/form-data': { schema: fileForm(call.file.maxBytes) } } },
      }),
      ...(call.body && {
        requestBody: { required: true, content: { 'application/json': { schema: schemaOf(call.body, 'input') } } },
      }),
      responses: {
        200: { description: 'Success', content: contentOf(call) },
        '4XX': {
          description: 'Refused; `msg` is a stable message key',
          content: { 'application/json': { schema: REFUSAL } },
        },
      },
    }
  }
  return { openapi: '3.1.0', info: { title, version: '1' }, servers: [{ url: '/prod-api' }], paths }
}

const BYTES = { type: 'string', format: 'binary' }

const fileForm = (maxBytes: number) => ({
  type: 'object',
  required: [FILE_FIELD],
  properties: { [FILE_FIELD]: { ...BYTES, maxLength: maxBytes } },
})

function contentOf(call: Call) {
  if (call.download) return Object.fromEntries(call.download.map((type) => [type, { schema: BYTES }]))
  return { 'application/json': { schema: envelope(call) } }
}

const REFUSAL = {
  type: 'object',
  required: ['code', 'msg'],
  properties: {
    code: { type: 'integer' },
    msg: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { path: { type: 'string' }, message: { type: 'string' } } },
    },
    data: {},
  },
}

function envelope(call: Call) {
  const ok = { code: { const: 200 }, msg: { type: 'string' } }
  if (call.rows) {
    const rows = { type: 'array', items: schemaOf(call.rows, 'output') }
    return {
      type: 'object',
      required: ['code', 'msg', 'rows', 'total'],
      properties: { ...ok, rows, total: { type: 'integer' } },
    }
  }
  return {
    type: 'object',
    required: ['code', 'msg', 'data'],
    properties: { ...ok, data: schemaOf(call.data!, 'output') },
  }
}

function parameters(schema: z.ZodObject | undefined, where: 'path' | 'query') {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
    name,
    in: where,
    required: where === 'path' || !(field as z.ZodType).safeParse(undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }))
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output') {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

function operations(contracts: Contract[]): Operation[] {
  return contracts.flatMap((contract) =>
    (Object.entries(contract) as [CallName, Call][]).map(([name, call]) => ({ name, call })),
  )
}

/** A page to read, without a script: one section a call, in the order of the contracts. */
export function docsPage(contracts: Contract[], title: string): string {
  const sections = operations(contracts).map(({ name, call }) => {
    const parts = [
      ['Path', call.params && schemaOf(call.params, 'input')],
      ['Query', call.query && schemaOf(call.query, 'input')],
      ['Body', call.body && schemaOf(call.body, 'input')],
      ['Form', call.file && fileForm(call.file.maxBytes)],
      call.download
        ? ['File', contentOf(call)]
        : [call.rows ? 'Each of rows' : 'Data', schemaOf((call.rows ?? call.data)!, 'output')],
    ] as const
    const details = parts
      .filter(([, schema]) => schema)
      .map(
        ([label, schema]) =>
          `<details><summary>${label}</summary><pre>${escapeMarkup(JSON.stringify(schema, null, 2))}</pre></details>`,
      )
    return `<section><h2><code>${escapeMarkup(name)}</code></h2><p>${escapeMarkup(call.summary)}</p>${details.join('')}</section>`
  })
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeMarkup(title)}</title>
<style>${DOCS_STYLE}</style><main><h1>${escapeMarkup(title)}</h1><p>Everything below <code>/prod-api</code>. Machine-readable: <a href="/prod-api/openapi.json">openapi.json</a>.
Every answer is <code>{ code, msg, data }</code> or <code>{ code, msg, rows, total }</code>; <code>code</code> 200 is success.</p>${sections.join('\n')}</main></html>`
}

export const DOCS_STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}main{max-width:60rem;margin:2rem auto;padding:0 1rem}h2{font-size:1rem;margin:2rem 0 .25rem}pre{overflow:auto;font-size:.85rem;padding:1rem;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:8px}`
