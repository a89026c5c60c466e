import sharp from 'sharp'

/** 5,000 by 5,000. A picture of more is not decoded: a small file may unpack to gigabytes. */
const mostPixels = 25_000_000

// One picture at a time, one thread, no cache: memory is bounded by the picture's pixels.
sharp.concurrency(1)
sharp.cache(false)

/** A logo's width and height at most: twice what a certificate shows. */
const logoPixels = 480

/** 'square': refused unless it is one; 'cropped': its middle as a square; 'whole': all of it, on white. */
export type PictureShape = 'square' | 'cropped' | 'whole'

/**
 * A picture as a JPEG with edges of at most `pixels`; 'not_square'; null: it is no picture, or too large to decode.
 */
export async function smallPicture(
  content: Uint8Array,
  pixels: number,
  shape: PictureShape = 'square',
): Promise<Uint8Array | 'not_square' | null> {
  try {
    const picture = sharp(content, { limitInputPixels: mostPixels }).autoOrient()
    if (shape === 'whole') {
      const fitted = picture.resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true })
      return await fitted.flatten({ background: '#fff' }).jpeg({ quality: 85 }).toBuffer()
    }
    const { width, height } = (await picture.metadata()).autoOrient
    if (shape === 'square' && Math.abs(width - height) > 1) return 'not_square'
    return await picture.resize(pixels, pixels, { fit: 'cover' }).jpeg({ quality: 85 }).toBuffer()
  } catch {
    // Only the first bytes are those of a picture.
    return null
  }
}

/**
 * A logo as a PNG on white; 'white': nothing of it would be seen there; null: it is no picture, or too large to decode.
 */
export async function smallLogo(content: Uint8Array): Promise<Uint8Array | 'white' | null> {
  try {
    const logo = await sharp(content, { limitInputPixels: mostPixels })
      .autoOrient()
      // Its empty margin would make it small on every plate.
      .trim()
      .resize(logoPixels, logoPixels, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .png({ palette: true, colours: 128, effort: 7 })
      .toBuffer()
    const { channels } = await sharp(logo).stats()
    return channels.every(({ min }) => min > 225) ? 'white' : logo
  } catch {
    return null
  }
}
