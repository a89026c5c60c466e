import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'

type Chunks = Readonly<Record<string, Rolldown.RenderedChunk>>

/** All chunks that one imports statically, and those that they import. */
function importedChunks(fileName: string, chunks: Chunks, importedFiles = new Set<string>()): Set<string> {
  for (const imported of chunks[fileName]?.imports ?? []) {
    if (importedFiles.has(imported)) continue
    importedFiles.add(imported)
    importedChunks(imported, chunks, importedFiles)
  }
  return importedFiles
}

/**
 * A screen's file names every file it needs, so that a browser asks for all of them at once instead of finding them file by
 * file. The first file, which is loaded before anything is seen, would otherwise have to name them for all screens.
 */
export const hoistImports: Plugin = {
  name: 'hoist-imports',
  apply: 'build',
  renderChunk(code, chunk, _, { chunks }) {
    if (!chunk.isDynamicEntry) return null
    const loadedFirst = new Set<string>()
    for (const { isEntry, fileName } of Object.values(chunks)) {
      if (!isEntry) continue
      loadedFirst.add(fileName)
      importedChunks(fileName, chunks, loadedFirst)
    }
    const direct = new Set(chunk.imports)
    const hoisted = [...importedChunks(chunk.fileName, chunks)].filter(
      (fileName) => !direct.has(fileName) && !loadedFirst.has(fileName),
    )
    if (hoisted.length === 0) return null
    // Behind the chunk's own imports, whose order of evaluation stays.
    return {
      code: `${code}\n${hoisted.map((fileName) => `import"./${path.basename(fileName)}";`).join('')}`,
      map: null,
    }
  },
}
