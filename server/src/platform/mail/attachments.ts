import type { Dependencies } from '../dependencies.ts'
import type { FileStore } from '../files/store.ts'
import type { Attachment, PrintedDocument } from '../db/office-tables.ts'

/** Prints each kind of document by its id; null: it is gone. */
export type Printers = {
  [Kind in PrintedDocument['document']]: (dependencies: Dependencies, id: number) => Promise<Buffer | null>
}

async function readFile(files: FileStore, key: string): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of await files.read(key)) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts)
}

/** Returns the attachments of a mail as they are sent; null: a document is gone, and the mail about it with it. */
export async function loadAttachments(
  dependencies: Dependencies,
  printers: Printers,
  attachments: readonly Attachment[],
) {
  const files = await Promise.all(
    attachments.map(async ({ name: filename, content_type: contentType, ...source }) => {
      const content =
        'key' in source
          ? await readFile(dependencies.files, source.key)
          : await printers[source.document](dependencies, source.id)
      return content && { filename, content, contentType }
    }),
  )
  const availableFiles = files.filter((file) => file !== null)
  return availableFiles.length === files.length ? availableFiles : null
}
