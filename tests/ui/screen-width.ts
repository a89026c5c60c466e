const wide = 1440
/** The screen's width, in CSS pixels. Each test begins on a wide one. */
export const screenWidth = { now: wide }

export const onPhone = () => {
  screenWidth.now = 390
}
export const onDesktop = () => {
  screenWidth.now = wide
}
