import { limitHits } from '../http/rate-limit.ts'
import type { Dependencies } from '../dependencies.ts'

/** Printed documents by version, up to `mostBytes`; the least recently used go first. */
export class PrintCache {
  private readonly printed = new Map<string, Buffer>()
  private readonly pending = new Map<string, Promise<Buffer>>()
  private readonly mostBytes: number
  private bytes = 0

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes
  }

  /** Returns the document of this version, rendering it once for concurrent callers. Failures are not cached. */
  get(version: string, make: () => Promise<Buffer>): Promise<Buffer> {
    const cachedDocument = this.printed.get(version)
    if (cachedDocument) {
      this.printed.delete(version)
      this.printed.set(version, cachedDocument)
      return Promise.resolve(cachedDocument)
    }
    let pending = this.pending.get(version)
    if (!pending) {
      pending = make()
        .then((content) => this.keep(version, content))
        .finally(() => this.pending.delete(version))
      this.pending.set(version, pending)
    }
    return pending
  }

  private keep(version: string, content: Buffer): Buffer {
    this.printed.set(version, content)
    this.bytes += content.length
    for (const [oldest, { length }] of this.printed) {
      if (this.bytes <= this.mostBytes) break
      this.printed.delete(oldest)
      this.bytes -= length
    }
    return content
  }
}

/** Above normal use, and low enough that one link or account cannot block the PDF printer. */
const prints = { hits: 30, minutes: 1 }

/** Counts a printed document of one link (by its hash) or account (by its id). */
export const limitPrints = (dependencies: Pick<Dependencies, 'db' | 'clock' | 'limits'>, printedFor: string | number) =>
  limitHits(dependencies, `print ${printedFor}`, prints)
