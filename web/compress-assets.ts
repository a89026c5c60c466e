import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const texts = /\.(js|css|svg)$/
/** Below this a header costs what the compression saves. */
const SMALLEST_BYTES = 1024

/** Beside each script and sheet, the same compressed: once at build time instead of at each request. */
export const compressAssets: Plugin = {
  name: 'compress-assets',
  apply: 'build',
  async writeBundle({ dir = '.' }) {
    const folder = path.join(dir, 'assets')
    const names = (await readdir(folder)).filter((name) => texts.test(name))
    await Promise.all(
      names.map(async (name) => {
        const file = path.join(folder, name)
        const content = await readFile(file)
        if (content.length < SMALLEST_BYTES) return
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
        await Promise.all([
          promisify(gzip)(content, { level: 9 }).then((small) => writeFile(`${file}.gz`, small)),
          promisify(brotliCompress)(content, { params }).then((small) => writeFile(`${file}.br`, small)),
        ])
      }),
    )
  },
}
