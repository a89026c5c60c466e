import type { FileRefusal } from '@callboard/domain/kernel/files.ts'
import { signatureBytes } from '@callboard/domain/kernel/media-type.ts'
import { accept, refuse, type Result } from '@callboard/domain/kernel/result.ts'
import type { FileStore } from './store.ts'
import { checkSize, checkType, type FileKind } from './file-kinds.ts'

export type StoredFile = { key: string; content_type: string; size: number }

/**
 * Checks a file that a browser uploaded directly to the store; a file its folder does not accept is deleted. M016,
 * M017.
 */
export async function checkStored(
  files: FileStore,
  key: string,
  kind: FileKind,
): Promise<Result<StoredFile, FileRefusal>> {
  const head = await files.head(key, signatureBytes)
  if (!head) return refuse({ code: 'file.invalid', field: 'file' })
  const size = checkSize(head.size, kind)
  const type = checkType(head.start, kind)
  if (size.ok && type.ok) return accept({ key, content_type: type.value, size: size.value })
  await files.remove(key)
  return size.ok ? (type.ok ? refuse({ code: 'file.invalid', field: 'file' }) : type) : size
}

/** A stored file whole; empty when it was removed meanwhile. */
export async function wholeFile(files: FileStore, key: string): Promise<Buffer> {
  const isThere = async () => (await files.head(key, 1)) !== undefined
  if (!(await isThere())) return Buffer.alloc(0)
  const parts: Buffer[] = []
  try {
    // Its size was checked before.
    for await (const part of await files.read(key)) parts.push(Buffer.from(part as Uint8Array))
  } catch (error) {
    // Another save of the same photo refused and deleted it.
    if (await isThere()) throw error
    return Buffer.alloc(0)
  }
  return Buffer.concat(parts)
}
