import { classes } from '~/ui/classes'
import { Block } from '~/ui/block'

import styles from './product.module.css'
import type { ProductView } from './product.server'

/** The description and the tables of properties. */
export function ProductDetails({ product: { description, details } }: { product: ProductView }) {
  if (!description && details.length === 0) return null
  return (
    <Block title="О&nbsp;товаре" id="about">
      <div className={classes('stack', styles.details)}>
        {description && <p className={styles.text}>{description}</p>}
        {details.map(({ name, rows, text }, place) => (
          <section className={styles.detail} key={`${place} ${name}`}>
            <h3>{name}</h3>
            {rows.length > 0 && (
              <table>
                <tbody>
                  {rows.map((row, number) => (
                    <tr key={number}>
                      <th className={styles.parameter} scope="row">
                        {row.name}
                      </th>
                      <td className={styles.value}>{row.value}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
            {text && <p className={styles.text}>{text}</p>}
          </section>
        ))}
      </div>
    </Block>
  )
}
