import type { Db } from '../platform/db/connect.ts'
import type { FileStore } from '../platform/files/store.ts'

/** A star over a horizon, beside the brand's name in straight strokes: fonts differ between machines. */
const drawing = (
  color: string,
) => `<svg xmlns="http://www.w3.org/2000/svg" width="440" height="200" viewBox="20 14 440 200">
  <rect width="480" height="240" fill="#fff"/>
  <path d="M240 18l17 52 52 17-52 17-17 52-17-52-52-17 52-17z" fill="${color}"/>
  <path d="M40 172c60-34 130-50 200-50s140 16 200 50" fill="none" stroke="${color}" stroke-width="14" stroke-linecap="round"/>
  <path d="M96 204c46-20 94-30 144-30s98 10 144 30" fill="none" stroke="#E0A526" stroke-width="10" stroke-linecap="round"/>
</svg>`

/** Draws the logos of the demonstration that are not in the store; does nothing once they are. */
export async function putDemonstrationLogos(db: Db, files: FileStore): Promise<void> {
  const events = await db
    .selectFrom('events')
    .where('logo_key', 'like', '%/demonstration.png')
    .select(['color', 'logo_key'])
    .execute()
  for (const { color, logo_key } of events) {
    if (logo_key === null || (await files.head(logo_key, 1))) continue
    const { default: sharp } = await import('sharp')
    const logo = await sharp(Buffer.from(drawing(color)))
      .flatten({ background: '#fff' })
      .png({ palette: true })
      .toBuffer()
    await files.put(logo_key, logo, 'image/png')
  }
}
