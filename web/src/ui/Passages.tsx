import styles from './Passages.module.css'

type PassagesProps = { passages: readonly { heading: boolean; text: string }[] }

/** A text of headings and paragraphs, to be read from its beginning. */
export const Passages = ({ passages }: PassagesProps) => (
  <div className={styles['text']}>
    {passages.map(({ heading, text }, at) => (heading ? <h2 key={at}>{text}</h2> : <p key={at}>{text}</p>))}
  </div>
)
