import styles from './TextBlocks.module.css'

type TextBlocksProps = { blocks: readonly { heading: boolean; text: string }[] }

/** Renders a text as headings and paragraphs. */
export const TextBlocks = ({ blocks }: TextBlocksProps) => (
  <div className={styles['text']}>
    {blocks.map(({ heading, text }, at) => (heading ? <h2 key={at}>{text}</h2> : <p key={at}>{text}</p>))}
  </div>
)
