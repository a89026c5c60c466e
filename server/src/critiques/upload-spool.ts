import { createReadStream } from 'node:fs'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { FileStore } from '@tus/file-store'
import { Server } from '@tus/server'
import { Upload } from '@tus/utils'
import { signatureBytes } from '@callboard/domain/kernel/media-type.ts'
import type { FastifyRequest } from 'fastify'

type UploadSize = { id: string; bytes: number }

/** Answer of the protocol: the new length, or the status of its refusal. */
type Append = { offset: number } | { status: number }

/**
 * Unfinished uploads on disk, written by the tus protocol (https://tus.io). The caller checks the right to write:
 * this class knows ids and bytes only. Several servers must share the folder.
 */
class UploadSpool {
  private readonly folder: string
  private readonly store: FileStore
  private readonly tus: Server

  constructor(folder: string) {
    this.folder = path.join(folder, 'uploads')
    this.store = new FileStore({ directory: this.folder })
    this.tus = new Server({
      path: '/',
      datastore: this.store,
      allowedOrigins: [],
      getFileIdFromRequest: (request) => new URL(request.url).pathname.slice(1),
    })
  }

  /** How many bytes are there. An upload that is not begun, or was lost, has none. */
  async offset({ id, bytes }: UploadSize): Promise<number> {
    try {
      return (await this.store.getUpload(id)).offset
    } catch {
      await mkdir(this.folder, { recursive: true })
      await this.store.create(new Upload({ id, size: bytes, offset: 0 }))
      return 0
    }
  }

  /** Appends the body of a PATCH as its headers say. */
  async append(upload: UploadSize, { raw, headers }: FastifyRequest): Promise<Append> {
    await this.offset(upload)
    const passed = ['tus-resumable', 'upload-offset', 'content-type', 'content-length'].flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value] as [string, string]] : []
    })
    // The platform's own web stream; only its type is named apart in the two libraries.
    const body = Readable.toWeb(raw) as ReadableStream
    const init = { method: 'PATCH', headers: passed, body, duplex: 'half' } as RequestInit
    const reply = await this.tus.handleWeb(new Request(`http://uploads/${upload.id}`, init))
    if (reply.status !== 204) return { status: reply.status }
    return { offset: Number(reply.headers.get('upload-offset')) }
  }

  /** The first bytes, which tell what the file is. */
  async start(id: string): Promise<Buffer> {
    const file = await open(path.join(this.folder, id))
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(signatureBytes), 0, signatureBytes, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  }

  read = (id: string): Readable => createReadStream(path.join(this.folder, id))

  /** Deletes an upload with its description; one that is not there is no error. */
  async remove(id: string): Promise<void> {
    for (const name of [id, `${id}.json`]) await rm(path.join(this.folder, name), { force: true })
  }
}

const spools = new Map<string, UploadSpool>()

/** The spool of a folder. One for all that use it: two would not see each other's locks. */
export function openSpool(folder: string): UploadSpool {
  const spool = spools.get(folder) ?? new UploadSpool(folder)
  spools.set(folder, spool)
  return spool
}
