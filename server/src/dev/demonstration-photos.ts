import { headshotOf } from '@callboard/domain/registrations/best-dancers/photo.ts'
import type { Db } from '../platform/db/connect.ts'
import { makeHeadshot } from '../registrations/best-dancers/headshot.ts'
import type { FileStore } from '../platform/files/store.ts'

const colours = [
  ['#E4D5C3', '#7A1F4B'],
  ['#CFDCE4', '#1B5E83'],
  ['#DDE3CF', '#0F5C4F'],
  ['#E6D3DA', '#4A2A7F'],
] as const

/** Draws a generic portrait. */
const drawing = (n: number) => {
  const [ground, cloth] = colours[n % colours.length] ?? colours[0]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="900" height="900" fill="${ground}"/>
    <path d="M120 900c0-190 140-290 330-290s330 100 330 290z" fill="${cloth}"/><ellipse cx="450" cy="380" rx="165" ry="200" fill="#B98B6B"/>
    <path d="M275 380c-20-190 70-270 175-270s195 80 175 270c-40-90-80-130-175-130s-135 40-175 130z" fill="#2B2026"/></svg>`
}

/** Draws the photos of the demonstration that are not in the store; does nothing once they are. */
export async function putDemonstrationPhotos(db: Db, files: FileStore): Promise<void> {
  const photos = await db
    .selectFrom('attendees')
    .where('best_dancer_photo', 'like', '%/photo.jpg')
    .select(['id', 'best_dancer_photo as photo', 'best_dancer_photo_original as original'])
    .orderBy('id')
    .execute()
  for (const { id, photo, original } of photos) {
    if (photo === null || original === null || (await files.head(headshotOf(photo), 1))) continue
    const { default: sharp } = await import('sharp')
    const jpeg = await sharp(Buffer.from(drawing(id)))
      .jpeg({ quality: 85 })
      .toBuffer()
    await files.put(photo, jpeg, 'image/jpeg')
    await files.put(original, jpeg, 'image/jpeg')
    await makeHeadshot(files, photo)
  }
}
