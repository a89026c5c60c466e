import { mkdtempSync, readFileSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const memory = '/dev/shm'
const enoughBytes = 4 * 1024 ** 3

/** Whether there is a file system in memory with room for the databases of a run, whose files may be executed. */
function isMemoryUsable(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    const mount = readFileSync('/proc/mounts', 'utf8')
      .match(/^\S+ \/dev\/shm tmpfs (\S+)/m)?.[1]
      ?.split(',')
    return (
      mount?.includes('rw') === true &&
      !mount.includes('noexec') &&
      Math.min(bavail * bsize, os.freemem()) > enoughBytes
    )
  } catch {
    return false
  }
}

/** A new folder for what a run makes and throws away: a database is copied on a disk in ten times the time. */
export const scratchFolder = (prefix: string): string =>
  mkdtempSync(path.join(isMemoryUsable() ? memory : os.tmpdir(), prefix))
