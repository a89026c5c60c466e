/** How long typing rests before the studio search asks. CONST-023, ACC-032. */
export const searchRestMilliseconds = 300
/** How long its list stays after the field was left, so that a click on it still counts. CONST-023. */
export const searchCloseMilliseconds = 150
