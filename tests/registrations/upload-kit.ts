import type { InjectOptions } from 'fastify'
import type { Stage } from '../kit.ts'

/** Upload that jsdom lacks, answered by the real app. It stays at 40% until `uploading.send()` is called. */
export const uploadsTo = (stage: Stage, uploading: { send?: () => Promise<void> }) =>
  class extends EventTarget {
    upload = new EventTarget()
    status = 0
    responseText = ''
    #asked: { method: 'PUT'; url: string; headers: Record<string, string> } = { method: 'PUT', url: '', headers: {} }

    open(_method: string, url: string) {
      this.#asked.url = url
    }
    setRequestHeader(name: string, value: string) {
      this.#asked.headers[name] = value
    }
    getResponseHeader() {
      return null
    }
    abort() {
      this.dispatchEvent(new Event('abort'))
    }
    send(file: Blob) {
      const progress = { loaded: 40, total: 100, lengthComputable: true }
      this.upload.dispatchEvent(Object.assign(new Event('progress'), progress))
      uploading.send = async () => {
        const payload = Buffer.from(await file.arrayBuffer())
        const reply = await stage.app.inject({ ...this.#asked, payload } satisfies InjectOptions)
        this.status = reply.statusCode
        this.responseText = reply.body
        this.dispatchEvent(new Event('load'))
      }
    }
  }
